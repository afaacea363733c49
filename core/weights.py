"""A heuristic's weights in compiled code: one pointer to their number and their values.

An array would cost seven arguments at every leaf. Reading past the end raises IndexError, as in Python; negative
indices are not offered.
"""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model

REAL, I64 = ir.DoubleType(), ir.IntType(64)


class Weights(types.Type):
    """The type of the argument `weights`."""

    def __init__(self):
        super().__init__(name="Weights")


WEIGHTS = Weights()


@register_model(Weights)
class WeightsModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, REAL.as_pointer())


def pack(values: Sequence[float]) -> Any:
    """The memory of some weights: their number first. It must outlive every search that reads it."""
    return np.array([len(values), *values], dtype=np.float64)


@intrinsic
def length(typing_context, weights):
    """How many weights there are."""

    def emit(context, builder, sig, args):
        return builder.fptosi(builder.load(args[0]), I64)

    return types.int64(weights), emit


@intrinsic
def unchecked(typing_context, weights, index):
    """The weight at an index that is known to be right."""

    def emit(context, builder, sig, args):
        return load(builder, args[0], args[1])

    return types.float64(weights, types.int64), emit


def load(builder, weights, index):
    """LLVM code for the weight at an index."""
    return builder.load(builder.gep(weights, [builder.add(index, I64(1))]))


@overload(len)
def _len(weights):
    if isinstance(weights, Weights):
        return lambda weights: length(weights)


@overload(operator.getitem)
def _getitem(weights, index):
    if isinstance(weights, Weights) and isinstance(index, types.Integer):

        def checked(weights, index):
            if index < 0 or index >= length(weights):
                raise IndexError("weights: index out of range")
            return unchecked(weights, index)

        return checked
