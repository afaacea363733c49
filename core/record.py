"""The record that a compiled search works on: what it is asked, and what it counts.

There is one layout and twelve types. The name of the first field says which board (stride 8, 16, 32), whether the
search prunes and whether it counts; Numba sees different types and compiles each without the branches of the others.
"""

import itertools
from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from plyscope.core.bitboard import BOARD_TYPES, rows_vector
from plyscope.core.jit import heuristic_arguments
from plyscope.core.search import MAX_DEPTH
from plyscope.core.squares import MOST_SQUARES
from plyscope.core.weights import WEIGHTS

I64 = ir.IntType(64)
WORDS = 16
BITS = 1024

COUNTER_FIELDS = (
    ("min_calls", "i8"),
    ("max_calls", "i8"),
    ("leaves", "i8"),
    ("terminals", "i8"),
    ("passes", "i8"),
    ("min_cutoffs", "i8"),
    ("max_cutoffs", "i8"),
    ("skipped", "i8"),
    ("by_depth", "i8", (MAX_DEPTH + 1,)),
    ("cutoffs_by_child", "i8", (MOST_SQUARES,)),
)
FIELDS = (
    ("me", "u8", (WORDS,)),
    ("opp", "u8", (WORDS,)),
    ("board", "u8", (WORDS,)),
    ("valued_me", "u8", (WORDS,)),
    ("valued_opp", "u8", (WORDS,)),
    ("valued_turn", "i8"),
    ("depth", "i8"),
    ("heuristic", "i8"),
    ("weights", "i8"),
    ("abort", "i8"),
    ("is_bad", "i8"),
    ("bad_value", "f8"),
    ("sign", "i8"),
    ("is_inclusive", "i8"),
    ("is_shared", "i8"),
    ("no_move", "i8"),
    ("pays_outcome", "i8"),
    ("order", "i8"),
    ("seed", "u8"),
    ("looks_closely", "i8"),
    ("max_value", "i8"),
    ("min_value", "i8"),
    ("oracle_record", "i8"),
    ("oracle_max_value", "i8"),
    ("oracle_min_value", "i8"),
    ("best_square", "i8"),
    ("checksum", "u8"),
    ("rank", "i2", (BITS,)),
    *COUNTER_FIELDS,
)


def _marker(stride, is_pruning, is_counting):
    return f"stride{stride}_{'prunes' if is_pruning else 'full'}_{'counts' if is_counting else 'silent'}"


@cache
def record_dtype(stride, is_pruning, is_counting):
    """The NumPy layout of a record."""
    return np.dtype([(_marker(stride, is_pruning, is_counting), "i8"), *FIELDS], align=True)


@cache
def record_type(stride, is_pruning, is_counting):
    """The Numba type of a record."""
    return numba.from_dtype(record_dtype(stride, is_pruning, is_counting))


_FLAVOURS = {
    record_type(stride, is_pruning, is_counting): (stride, is_pruning, is_counting)
    for stride, is_pruning, is_counting in itertools.product(BOARD_TYPES, (False, True), (False, True))
}


def flavour(numba_type):
    """Stride, whether it prunes, whether it counts."""
    return _FLAVOURS[numba_type]


def _constant(value):
    return lambda context, builder, sig, args: ir.IntType(1)(int(value))


@intrinsic
def prunes(typing_context, record):
    """Does the search of this record prune? Known when it is compiled."""
    return types.boolean(record), _constant(flavour(record)[1])


@intrinsic
def counts(typing_context, record):
    """Does the search of this record count? Known when it is compiled."""
    return types.boolean(record), _constant(flavour(record)[2])


@intrinsic
def out_of_line(typing_context):
    """Keep the function in which this stands out of its callers' code: it is rare, and registers are few."""

    def emit(context, builder, sig, args):
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.none(), emit


# -- reading it in compiled code ---------------------------------------------------------------------------------------


def _load(builder, record, offset, content):
    """Load from an offset of the record; words are aligned to 8 bytes, vectors no better."""
    address = builder.add(builder.ptrtoint(record, I64), I64(offset))
    return builder.load(builder.inttoptr(address, content.as_pointer()), align=8)


def _store(builder, record, offset, value):
    address = builder.add(builder.ptrtoint(record, I64), I64(offset))
    builder.store(value, builder.inttoptr(address, value.type.as_pointer()), align=8)


def _load_board(builder, record, record_type, field):
    stride = flavour(record_type)[0]
    return _load(builder, record, record_type.offset(field), I64 if stride == 8 else rows_vector(stride))


@intrinsic(prefer_literal=True)
def load_board(typing_context, record, field):
    """A set of squares from a field of the record."""

    def emit(context, builder, sig, args):
        return _load_board(builder, args[0], record, field.literal_value)

    return BOARD_TYPES[flavour(record)[0]](record, field), emit


# -- calling by address ------------------------------------------------------------------------------------------------


def _call(context, builder, address, argument_types, arguments, on_error=lambda: None):
    """Call a compiled function by its address; an exception inside it reaches the caller, after `on_error`'s code."""
    convention = context.call_conv
    function_type = convention.get_function_type(types.float64, argument_types)
    function = builder.inttoptr(address, function_type.as_pointer())
    status, value = convention.call_function(builder, function, types.float64, argument_types, arguments)
    with cgutils.if_unlikely(builder, status.is_error):
        on_error()
        convention.return_status_propagate(builder, status)
    return value


def node_arguments(stride: int, is_pruning: bool, is_counting: bool) -> Any:
    """The argument types of the kernel's `_max_value` and `_min_value`: me, opp, depth, alpha, beta, record."""
    board, record = BOARD_TYPES[stride], record_type(stride, is_pruning, is_counting)
    return (board, board, types.int64, types.float64, types.float64, record)


@intrinsic
def call_node(typing_context, address, me, opp, depth, alpha, beta, record_address):
    """Call `_max_value` or `_min_value` by its address, with a record by its address."""
    stride = 8 if me == types.uint64 else me.stride
    arguments = node_arguments(stride, True, True)  # every flavour of record is passed alike, as a pointer

    def emit(context, builder, sig, args):
        record = builder.inttoptr(args[6], context.get_value_type(arguments[-1]))
        return _call(context, builder, args[0], arguments, [*args[1:6], record])

    number, real = types.int64, types.float64
    return real(number, me, me, number, real, real, number), emit


@intrinsic
def address_of_record(typing_context, record):
    """Where the record is, for `call_node`."""

    def emit(context, builder, sig, args):
        return builder.ptrtoint(args[0], I64)

    return types.int64(record), emit


@intrinsic
def call_heuristic(typing_context, record, me, opp, turn):
    """Call the record's heuristic; if it raises, the position is noted for the message."""
    arguments = heuristic_arguments(me)

    def emit(context, builder, sig, args):
        c, me_bits, opp_bits, turn_value = args
        address, weights = (_load(builder, c, record.offset(field), I64) for field in ("heuristic", "weights"))
        board = _load_board(builder, c, record, "board")
        pointer = builder.inttoptr(weights, context.get_value_type(WEIGHTS))

        def note_position():
            for field, value in (("valued_me", me_bits), ("valued_opp", opp_bits), ("valued_turn", turn_value)):
                _store(builder, c, record.offset(field), value)

        values = [me_bits, opp_bits, board, turn_value, pointer]
        return _call(context, builder, address, arguments, values, note_position)

    return types.float64(record, me, opp, types.int64), emit
