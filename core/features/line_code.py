"""What the words of `plyscope.core.features.lines` and `shifts` compile to, as LLVM code.

Up to 8x8 the four lines of a square are the four lanes of a vector, walked up and down; on larger boards a set already
is a vector, and the lines follow one another. Only where sets grow in rounds are the lanes both colours (`grown`):
joining the lines to one set again would take longer than the rest of a round.
"""

# mypy: ignore-errors
# Numba types intrinsics itself.

from collections.abc import Callable

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, type_callable

from plyscope.core.bit_vectors import ctpop, reduce_or, reduce_sum, shift_rows, splat
from plyscope.core.bitboard import as_words, is_board, vector4

I64 = ir.IntType(64)
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The step of each line, downwards or to the right: row, column, falling and rising diagonal."""
WORD_STEPS = tuple(8 * down + right for down, right in LINES)


def _landing(right):
    """The squares of 8x8 that have a square `right` columns before them."""
    return sum(0x0101010101010101 << column for column in range(8) if 0 <= column - right < 8)


def _shift_word(builder, lanes, step, is_up):
    """Four words moved by `step` squares, each along its line."""
    bits = vector4([step * line for line in WORD_STEPS])
    sign = 1 if is_up else -1
    moved = builder.shl(lanes, bits) if is_up else builder.lshr(lanes, bits)
    return builder.and_(moved, vector4([_landing(sign * step * right) for _, right in LINES]))


def _shift(builder, lines, step, is_up):
    """One set for each line, all moved by `step` squares. A word's lines are one vector."""
    if not isinstance(lines, list):
        return _shift_word(builder, lines, step, is_up)
    sign = step if is_up else -step
    pairs = zip(lines, LINES, strict=True)
    return [shift_rows(builder, line, sign * down, sign * right) for line, (down, right) in pairs]


def _each(operation, *sets):
    """An operation on each line."""
    if not isinstance(sets[0], list):
        return operation(*sets)
    return [operation(*line) for line in zip(*sets, strict=True)]


def _four(builder, squares, board_type):
    """The same set for each line."""
    return splat(builder, squares, 4) if board_type == types.uint64 else [squares] * 4


def _joined(builder, operation, lines):
    """The four lines as one set; by `or` if they are lanes."""
    if not isinstance(lines, list):
        return reduce_or(builder, lines)
    joined = lines[0]
    for line in lines[1:]:
        joined = operation(joined, line)
    return joined


def _beyond(builder, lines, width, is_up):
    """The squares of each set and all beyond them on its line, by doubling steps."""
    step = 1
    while step < width:
        lines = _each(builder.or_, lines, _shift(builder, lines, step, is_up))
        step *= 2
    return lines


def _both_ways(builder, squares, board_type):
    width = 8 if board_type == types.uint64 else board_type.stride
    lines = _four(builder, squares, board_type)
    return _beyond(builder, lines, width, True), _beyond(builder, lines, width, False)


@intrinsic
def lines_through(typing_context, squares):
    """The squares on a row with the set, on a column, on a falling and on a rising diagonal."""

    def emit(context, builder, sig, args):
        up, down = _both_ways(builder, args[0], sig.args[0])
        met = _each(builder.or_, up, down)
        lines = met if isinstance(met, list) else [builder.extract_element(met, I64(lane)) for lane in range(4)]
        return cgutils.pack_array(builder, lines)

    return types.UniTuple(squares, 4)(squares), emit


@intrinsic
def enclosed(typing_context, squares):
    """The squares of the set and those between two of it on a line."""

    def emit(context, builder, sig, args):
        up, down = _both_ways(builder, args[0], sig.args[0])
        return _joined(builder, builder.or_, _each(builder.and_, up, down))

    return squares(squares), emit


def _as_lanes(builder, words):
    """Words as the lanes of one vector."""
    vector = ir.Constant(ir.VectorType(I64, len(words)), ir.Undefined)
    for lane, word in enumerate(words):
        vector = builder.insert_element(vector, word, I64(lane))
    return vector


def _beside(builder, squares, down, right):
    """The squares next to a set on one line; in words rows run into each other, so not to be asked where it ends."""
    if squares.type.element != I64:
        return builder.or_(*(shift_rows(builder, squares, sign * down, sign * right) for sign in (1, -1)))
    bits = ir.Constant(squares.type, [I64(8 * down + right)] * squares.type.count)
    return builder.or_(builder.shl(squares, bits), builder.lshr(squares, bits))


def _joining(builder, joined, discs, safe):
    """The discs that on each line are safe, as all are where it ends, or next to one that joined."""
    for line, known in zip(LINES, safe, strict=True):
        discs = builder.and_(discs, builder.or_(known, _beside(builder, joined, *line)))
    return discs


def _is_any(builder, squares):
    """Is there a square in the set?"""
    return builder.icmp_unsigned("!=", reduce_or(builder, as_words(builder, squares)), I64(0))


WORD_ROUNDS = 3
"""The rounds of words between two tests: a test, and a jump that was foretold wrongly, take longer than a round."""


def _grown(builder, discs, safe, rounds):
    """The discs that join, in rounds until no more do."""
    seeds = _joining(builder, ir.Constant(discs.type, None), discs, safe)
    start, loop, end = builder.block, builder.append_basic_block("grow"), builder.append_basic_block("grown")
    builder.cbranch(_is_any(builder, seeds), loop, end)
    builder.position_at_end(loop)
    joined = found = builder.phi(discs.type)
    for _ in range(rounds):
        last, found = found, _joining(builder, found, discs, safe)
    joined.add_incoming(seeds, start)
    joined.add_incoming(found, loop)
    builder.cbranch(_is_any(builder, builder.xor(last, found)), loop, end)
    builder.position_at_end(end)
    result = builder.phi(discs.type)
    result.add_incoming(seeds, start)
    result.add_incoming(found, loop)
    return result


@intrinsic
def grown(typing_context, sets, safe):
    """Of each set the discs that join. Up to 8x8 the sets are the lanes of a vector and grow together."""

    def emit(context, builder, sig, args):
        discs, lines = (cgutils.unpack_tuple(builder, arg) for arg in args)
        if sig.args[0].dtype == types.uint64:
            lanes = len(discs)
            lines = [splat(builder, line, lanes) for line in lines]
            found = _grown(builder, _as_lanes(builder, discs), lines, WORD_ROUNDS)
            result = [builder.extract_element(found, I64(lane)) for lane in range(lanes)]
        else:
            result = [_grown(builder, rows, lines, 1) for rows in discs]
        return cgutils.pack_array(builder, result)

    return sets(sets, safe), emit


@intrinsic
def contacts(typing_context, discs, squares):
    """The number of pairs of a disc and a square of the set next to it."""

    def emit(context, builder, sig, args):
        lines = _four(builder, args[1], sig.args[0])
        own = _four(builder, args[0], sig.args[0])
        total = None
        for is_up in (True, False):
            met = _each(builder.and_, own, _shift(builder, lines, 1, is_up))
            for line in met if isinstance(met, list) else [met]:
                words = line if line.type.element == I64 else as_words(builder, line)
                found = ctpop(builder, words)
                total = found if total is None else builder.add(total, found)
        return reduce_sum(builder, total)

    return types.int64(discs, squares), emit


def compile_shift(word: Callable[..., int]) -> None:
    """Give a word of (squares, board, down, right) its compiled form, for steps that are constants.

    Not by `@overload`, which would compile a function of its own for each pair of steps.
    """

    @type_callable(word)
    def type_of(context):
        def typer(squares, board, down, right):
            is_constant = isinstance(down, types.IntegerLiteral) and isinstance(right, types.IntegerLiteral)
            return squares if is_constant and is_board(squares) else None

        return typer

    @lower_builtin(word, types.Any, types.Any, types.IntegerLiteral, types.IntegerLiteral)
    def lower(context, builder, sig, args):
        down, right = sig.args[2].literal_value, sig.args[3].literal_value
        if sig.args[0] != types.uint64:
            return shift_rows(builder, args[0], down, right)
        step = 8 * down + right
        if max(abs(down), abs(right)) >= 8:
            return I64(0)
        moved = builder.shl(args[0], I64(step)) if step >= 0 else builder.lshr(args[0], I64(-step))
        return builder.and_(moved, I64(_landing(right)))
