"""A heuristic's weights in compiled code: one pointer to their number and their values.

An array would cost seven arguments at every leaf. Indices mean what they do in Python: a negative one counts from the
end, and one past either end raises IndexError. The package's own heuristics do without the negative ones.
"""

import operator
import reprlib
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.targetconfig import ConfigStack
from numba.extending import intrinsic, models, overload, register_model

from plyscope.core.errors import InputError

REAL, I64 = ir.DoubleType(), ir.IntType(64)


class Weights(types.Type):
    """The type of the argument `weights`."""

    def __init__(self):
        super().__init__(name="Weights")


WEIGHTS = Weights()
PAST_THE_END = "tuple index out of range"
"""What Python says of the same weights."""
TRUSTED = {"no_cfunc_wrapper": True}
"""The options that mark the package's own heuristics. They are called by address and miss no wrapper."""


def is_trusted() -> bool:
    """Is one of the package's own heuristics being compiled? What its tests have checked need not be at each leaf."""
    flags = ConfigStack.top_or_none()
    return flags is not None and bool(flags.no_cfunc_wrapper)


@register_model(Weights)
class WeightsModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, REAL.as_pointer())


def as_weights(values: object, name: str = "") -> tuple[float, ...]:
    """Weights as both searches read them: a tuple of floats, whatever sequence or array of numbers was given.

    Examples
    --------
    >>> as_weights([1, np.float32(0.5)])
    (1.0, 0.5)
    """
    whose = f" of heuristic {name!r}" if name else ""
    numbers = values.tolist() if hasattr(values, "tolist") else values
    if not isinstance(numbers, Sequence) or isinstance(numbers, (str, bytes, bytearray)):
        raise InputError(f"weights {_shown(values)}{whose}: give a tuple or list of numbers, as in (1.0, 20.0)")
    for place, number in enumerate(numbers):
        if not isinstance(number, Real):
            raise InputError(f"weight {place}{whose} is {_shown(number)}: give a number")
    try:
        return tuple(map(float, numbers))
    except OverflowError:
        raise InputError(f"weights {_shown(values)}{whose}: one is too large for a float") from None


def _shown(value: object) -> str:
    """A value for a message: short, and on one line, also if it is an array."""
    return " ".join(reprlib.repr(value).split())


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
        return _own_item if is_trusted() else _item


def _own_item(weights, index):
    if index < 0 or index >= length(weights):
        raise IndexError(PAST_THE_END)
    return unchecked(weights, index)


def _item(weights, index):
    place = np.int64(index)
    if place < 0:
        place += length(weights)
    if place < 0 or place >= length(weights):
        raise IndexError(PAST_THE_END)
    return unchecked(weights, place)
