"""The vector instructions that the compiled boards are made of, as LLVM code."""

from llvmlite import ir
from numba.core import cgutils

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)


def splat(builder, value, lanes):
    """A vector with `value` in every lane."""
    empty = ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined)
    one = builder.insert_element(empty, value, I32(0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(I32, lanes), [I32(0)] * lanes))


def _call(builder, name, result, *args):
    function_type = ir.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, function_type, name), args)


def _suffix(vector):
    return f"v{vector.count}i{vector.element.width}"


def reduce_or(builder, vector):
    """All lanes joined by or."""
    return _call(builder, f"llvm.vector.reduce.or.{_suffix(vector.type)}", vector.type.element, vector)


def reduce_sum(builder, vector):
    """The sum of the lanes."""
    return _call(builder, f"llvm.vector.reduce.add.{_suffix(vector.type)}", vector.type.element, vector)


def ctlz(builder, vector):
    """Leading zeros of each lane."""
    return _call(builder, f"llvm.ctlz.{_suffix(vector.type)}", vector.type, vector, I1(0))


def ctpop(builder, vector):
    """Bits set in each lane."""
    return _call(builder, f"llvm.ctpop.{_suffix(vector.type)}", vector.type, vector)


def shift_rows(builder, vector, down, right):
    """Move rows by `down` lanes and columns by `right` bits; what leaves the board is dropped."""
    lanes, element = vector.type.count, vector.type.element
    zero = ir.Constant(vector.type, None)
    if abs(down) >= lanes or abs(right) >= lanes:
        return zero
    if down:
        source = [lane - down if 0 <= lane - down < lanes else lanes for lane in range(lanes)]
        mask = ir.Constant(ir.VectorType(I32, lanes), [I32(lane) for lane in source])
        vector = builder.shuffle_vector(vector, zero, mask)
    if right:
        steps = ir.Constant(vector.type, [ir.Constant(element, abs(right))] * lanes)
        vector = builder.shl(vector, steps) if right > 0 else builder.lshr(vector, steps)
    return vector
