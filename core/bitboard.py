"""Sets of squares in compiled code: their types, and move generation and flips as vector instructions.

Three types serve all sizes. Boards up to 8x8 are a `uint64`. Up to 16x16 a set is a vector of 16 rows of 16 bits, up to
24x24 one of 32 rows of 32 bits, both passed by value. Each function below compiles to the code for the type it is
given, so searches and heuristics are written once. The layout is that of `plyscope.core.squares`.
"""

import operator

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from plyscope.core.bit_vectors import ctlz, ctpop, reduce_or, reduce_sum, shift_rows, splat
from plyscope.core.squares import board_mask
from plyscope.core.weights import load

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)


class Rows(types.Type):
    """A set of squares on a board of more than 8 rows: one vector lane a row."""

    def __init__(self, stride):
        self.stride = stride
        super().__init__(name=f"Rows{stride}")


ROWS16, ROWS32 = Rows(16), Rows(32)
BOARD_TYPES = {8: types.uint64, 16: ROWS16, 32: ROWS32}


def rows_vector(stride):
    return ir.VectorType(ir.IntType(stride), stride)


@register_model(Rows)
class RowsModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, rows_vector(fe_type.stride))


def is_board(numba_type):
    return numba_type in BOARD_TYPES.values()


def set_type(numba_type):
    """The type of a set as a word takes it: `me & 0xFF` is a signed integer, and means a set up to 8x8."""
    if isinstance(numba_type, types.Integer):
        return types.uint64
    if not isinstance(numba_type, Rows):
        raise TypingError(f"{numba_type} is no set of squares")
    return numba_type


def as_words(builder, value):
    """A vector of rows as a vector of 64-bit words."""
    return builder.bitcast(value, ir.VectorType(I64, value.type.count * value.type.element.width // 64))


# -- set operators -----------------------------------------------------------------------------------------------------


def _binary(operation, emit):
    @type_callable(operation)
    def typer(context):
        return lambda a, b: a if isinstance(a, Rows) and a is b else None

    @lower_builtin(operation, Rows, Rows)
    def lower(context, builder, sig, args):
        return emit(builder, *args)


_binary(operator.and_, lambda b, x, y: b.and_(x, y))
_binary(operator.or_, lambda b, x, y: b.or_(x, y))
_binary(operator.xor, lambda b, x, y: b.xor(x, y))


@type_callable(operator.invert)
def _invert_type(context):
    return lambda a: a if isinstance(a, Rows) else None


@lower_builtin(operator.invert, Rows)
def _invert(context, builder, sig, args):
    return builder.not_(args[0])


# -- questions about a set ---------------------------------------------------------------------------------------------


@intrinsic
def is_empty(typing_context, squares):
    """Is there no square in the set?"""

    def emit(context, builder, sig, args):
        bits = args[0] if sig.args[0] == types.uint64 else reduce_or(builder, as_words(builder, args[0]))
        return builder.icmp_unsigned("==", bits, I64(0))

    return types.boolean(set_type(squares)), emit


@intrinsic
def count(typing_context, squares):
    """The number of squares in the set, signed: differences do not wrap."""

    def emit(context, builder, sig, args):
        if sig.args[0] == types.uint64:
            return builder.ctpop(args[0])
        return reduce_sum(builder, ctpop(builder, as_words(builder, args[0])))

    return types.int64(set_type(squares)), emit


@intrinsic
def word(typing_context, squares, number):
    """64 bits of the set, the first rows first."""

    def emit(context, builder, sig, args):
        if sig.args[0] == types.uint64:
            return args[0]
        return builder.extract_element(as_words(builder, args[0]), args[1])

    return types.uint64(set_type(squares), types.int64), emit


@intrinsic
def word_table_sum(typing_context, mine, others, number, tables):
    """The table values of one word of own squares minus those of another, eight bytes added in pairs."""

    def emit(context, builder, sig, args):
        own, other, place, weights = args
        start = builder.mul(place, I64(8 * 256))

        def entry(bits, byte):
            index = builder.and_(builder.lshr(bits, I64(8 * byte)), I64(255))
            return load(builder, weights, builder.add(builder.add(index, I64(256 * byte)), start))

        parts = [builder.fsub(entry(own, byte), entry(other, byte)) for byte in range(8)]
        while len(parts) > 1:
            parts = [builder.fadd(*pair) for pair in zip(parts[::2], parts[1::2], strict=True)]
        return parts[0]

    return types.float64(mine, others, number, tables), emit


@intrinsic
def word_total(typing_context, squares):
    """How many words the set has: 1, 4 or 16."""
    kind = set_type(squares)
    total = 1 if kind == types.uint64 else kind.stride**2 // 64

    def emit(context, builder, sig, args):
        return I64(total)

    return types.int64(kind), emit


@intrinsic
def first(typing_context, squares):
    """The bit number of the first square of a set that is not empty."""

    def emit(context, builder, sig, args):
        if sig.args[0] == types.uint64:
            return builder.cttz(args[0], I1(1))
        words = as_words(builder, args[0])
        filled = builder.icmp_unsigned("!=", words, ir.Constant(words.type, None))
        lanes = builder.zext(builder.bitcast(filled, ir.IntType(words.type.count)), I64)
        lane = builder.cttz(lanes, I1(1))
        bit = builder.cttz(builder.extract_element(words, lane), I1(1))
        return builder.add(builder.shl(lane, I64(6)), bit)

    return types.int64(squares), emit


@intrinsic
def single(typing_context, square, like):
    """The set of one square, of the type of `like`."""

    def emit(context, builder, sig, args):
        return _single(builder, args[0], sig.args[1])

    return like(types.int64, like), emit


def _single(builder, square, board_type):
    if board_type == types.uint64:
        return builder.shl(I64(1), square)
    vector = rows_vector(board_type.stride)
    shift = board_type.stride.bit_length() - 1
    row, column = builder.lshr(square, I64(shift)), builder.and_(square, I64(board_type.stride - 1))
    bit = builder.shl(ir.Constant(vector.element, 1), builder.trunc(column, vector.element))
    return builder.insert_element(ir.Constant(vector, None), bit, row)


@intrinsic(prefer_literal=True)
def shifted(typing_context, squares, rows, columns):
    """The set moved by constant rows and columns; what leaves a row is dropped."""
    if not all(isinstance(step, types.IntegerLiteral) for step in (rows, columns)):
        raise TypeError("shifted needs literal steps")
    down, right = rows.literal_value, columns.literal_value

    def emit(context, builder, sig, args):
        if sig.args[0] == types.uint64:
            return _shift_word(builder, args[0], down, right)
        return shift_rows(builder, args[0], down, right)

    kind = set_type(squares)
    return kind(kind, rows, columns), emit


def _shift_word(builder, bits, down, right):
    keep = board_mask(8) & ~sum(0x0101010101010101 << c for c in range(8) if not 0 <= c - right < 8)
    step = 8 * down + right
    moved = builder.shl(bits, I64(step)) if step >= 0 else builder.lshr(bits, I64(-step))
    return builder.and_(moved, I64(keep))


@njit
def sides(board):
    """The first and the last column."""
    return board & ~(shifted(board, 0, 1) & shifted(board, 0, -1))


@njit
def ends(board):
    """The first and the last row."""
    return board & ~(shifted(board, 1, 0) & shifted(board, -1, 0))


# -- legal moves -------------------------------------------------------------------------------------------------------

INNER = 0x7E7E7E7E7E7E7E7E
LINES = (1, 8, 7, 9)
"""Bit steps of the four lines on 8x8: row, column, two diagonals. Each is walked up and down."""


def vector4(values):
    vector = ir.VectorType(I64, 4)
    return ir.Constant(vector, [I64(value & (2**64 - 1)) for value in values])


@intrinsic
def legal(typing_context, mover, other, board):
    """The squares on which `mover` may play."""

    def emit(context, builder, sig, args):
        mover_bits, other_bits, board_bits = args
        reach = _reach_word if sig.args[0] == types.uint64 else _reach_rows
        empty = builder.and_(board_bits, builder.not_(builder.or_(mover_bits, other_bits)))
        return builder.and_(reach(builder, mover_bits, other_bits), empty)

    kind = set_type(mover)
    if kind != set_type(other) or kind != set_type(board):
        raise TypingError(f"{other} or {board} is no set of the same board as {mover}")
    return kind(kind, kind, kind), emit


def _reach_word(b, mover, other):
    """Kogge-Stone fill over the four lines at once, upwards and downwards, and one step beyond."""
    step, twice = vector4(LINES), vector4([2 * line for line in LINES])
    over = b.and_(vector4([INNER, -1, INNER, INNER]), splat(b, other, 4))
    own = splat(b, mover, 4)
    up, down = b.and_(over, b.shl(own, step)), b.and_(over, b.lshr(own, step))
    up, down = b.or_(up, b.and_(over, b.shl(up, step))), b.or_(down, b.and_(over, b.lshr(down, step)))
    pair_up = b.and_(over, b.shl(over, step))
    pair_down = b.lshr(pair_up, step)
    for _ in range(2):
        up = b.or_(up, b.and_(pair_up, b.shl(up, twice)))
        down = b.or_(down, b.and_(pair_down, b.lshr(down, twice)))
    return reduce_or(b, b.or_(b.shl(up, step), b.lshr(down, step)))


DIRECTIONS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)


def _fill_rows(b, source, other, down, right):
    """The run of `other` next to `source` in one direction, by doubling steps."""
    run = b.and_(other, shift_rows(b, source, down, right))
    pairs, step, lanes = other, 1, source.type.count
    while step < lanes:
        run = b.or_(run, b.and_(pairs, shift_rows(b, run, step * down, step * right)))
        pairs = b.and_(pairs, shift_rows(b, pairs, step * down, step * right))
        step *= 2
    return run


def _reach_rows(b, mover, other):
    found = None
    for down, right in DIRECTIONS:
        beyond = shift_rows(b, _fill_rows(b, mover, other, down, right), down, right)
        found = beyond if found is None else b.or_(found, beyond)
    return found


# -- turned discs ------------------------------------------------------------------------------------------------------


@intrinsic
def turned(typing_context, square, mover, other):
    """The discs of `other` that `mover` turns by playing on the bit number `square`."""

    def emit(context, builder, sig, args):
        if sig.args[1] == types.uint64:
            return _turned_word(builder, *args)
        return _turned_rows(builder, *args, sig.args[1])

    return mover(types.int64, mover, other), emit


def _half_lines(upward):
    """For each square of 8x8 the squares beyond it on each of the four lines."""
    table = []
    for square in range(64):
        lines = []
        for right, down in ((1, 0), (0, 1), (-1, 1), (1, 1)):
            sign = 1 if upward else -1
            column, row, line = square % 8 + sign * right, square // 8 + sign * down, 0
            while 0 <= column < 8 and 0 <= row < 8:
                line |= 1 << (8 * row + column)
                column, row = column + sign * right, row + sign * down
            lines.append(line)
        table.append(vector4(lines))
    return table


UPWARD, DOWNWARD = _half_lines(True), _half_lines(False)


def _half_line(builder, name, table, square):
    """Load the four half-lines of a square from a constant table in the module."""
    vector = ir.VectorType(I64, 4)
    array = ir.ArrayType(vector, 64)
    if name in builder.module.globals:
        constant = builder.module.globals[name]
    else:
        constant = cgutils.global_constant(builder.module, name, ir.Constant(array, table))
        constant.align = 32
    return builder.load(builder.gep(constant, [I32(0), square]))


def _turned_word(b, square, mover, other):
    """The discs between the square and the first own disc on each half-line.

    Upwards a carry runs through the opponent's discs to the first other square; downwards a leading-zero count finds
    that square. The discs between turn if an own disc stands there.
    """
    high = _half_line(b, "plyscope_upward", UPWARD, square)
    low = _half_line(b, "plyscope_downward", DOWNWARD, square)
    own, others = splat(b, mover, 4), splat(b, other, 4)
    one, zero = vector4([1] * 4), vector4([0] * 4)
    end = b.and_(b.and_(b.add(b.or_(others, b.not_(high)), one), own), high)
    above = b.select(b.icmp_unsigned("!=", end, zero), b.and_(b.sub(end, one), high), zero)
    # The lowest bit keeps the count below 64; it is on no half-line by itself unless it is a real square of it.
    stops = b.or_(b.and_(b.not_(others), low), one)
    end = b.and_(b.and_(b.lshr(vector4([1 << 63] * 4), ctlz(b, stops)), own), low)
    below = b.and_(b.sub(zero, b.add(end, end)), low)
    return reduce_or(b, b.or_(above, below))


def _turned_rows(b, square, mover, other, board_type):
    source = _single(b, square, board_type)
    zero = ir.Constant(source.type, None)
    found = zero
    for down, right in DIRECTIONS:
        run = _fill_rows(b, source, other, down, right)
        end = reduce_or(b, as_words(b, b.and_(shift_rows(b, run, down, right), mover)))
        found = b.or_(found, b.select(b.icmp_unsigned("!=", end, I64(0)), run, zero))
    return found
