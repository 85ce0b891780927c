# SPDX-License-Identifier: Apache-2.0
"""Columns of arrays, and how their owners call them: what tables of every kind are made of."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Sequence, Tuple

from kanon import _kanon
from kanon._errors import InputError

_COUNT_OF_A_DAY = {"s": 86_400, "ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}


def module_of(name: str) -> Any:
    """A module, if somebody has loaded it: what it makes can only be there then."""
    return sys.modules.get(name)


def is_numpy(data: Any) -> bool:
    numpy = module_of("numpy")
    return numpy is not None and isinstance(data, numpy.ndarray)


class Label:
    """A column as its owner calls it, and of which type it was."""

    def __init__(self, name: str, label: Any, dtype: Any = None, days: bool = False) -> None:
        self.name = name
        self.label = label
        self.dtype = dtype
        self.days = days


def names_of(labels: Sequence[Any]) -> List[str]:
    """The names of columns as texts, which must differ."""
    out: List[str] = []
    seen: Dict[str, int] = {}
    for place, label in enumerate(labels):
        if isinstance(label, tuple):
            raise InputError("the columns have names of several levels; join them to one, say by "
                             "frame.columns = ['_'.join(map(str, name)) for name in frame.columns]")
        name = str(label)
        if name in seen:
            raise InputError(f"columns {seen[name] + 1} and {place + 1} have one name, '{name}'; "
                             "give each its own", attribute=name)
        if not name:
            raise InputError(f"column {place + 1} has no name; give it one")
        seen[name] = place
        out.append(name)
    if not out:
        raise InputError("the table has no columns")
    return out


def array_column(name: str, array: Any, mask: Any = None) -> Any:
    """A column of an array of numpy's. The second: of which days alone the times are."""
    if array.ndim != 1:
        raise InputError(f"has {array.ndim} dimensions; a column has one", attribute=name)
    kind = array.dtype.kind
    if kind == "O":
        return _kanon.objects(name, array.tolist(), missing_objects())
    if kind in "US":
        texts = array.tolist()
        return _kanon.objects(name, [text.decode() for text in texts] if kind == "S" else texts)
    if kind == "M":
        return _times(name, array, "")
    if kind == "m":
        raise InputError(f"'{name}': spans of time are no cells of a table; make them numbers, say "
                         "of seconds", attribute=name)
    if kind not in "iufb" or array.dtype.itemsize > 8:
        raise InputError(f"'{name}': cells of type {array.dtype} are none that a table can hold; make "
                         "them numbers or texts", attribute=name)
    if array.dtype.itemsize == 2 and kind == "f":
        array = array.astype("float32")
    return _kanon.cells(name, array.astype(array.dtype.newbyteorder("="), copy=False), "", mask)


def _times(name: str, array: Any, zone: str) -> Any:
    numpy = module_of("numpy")
    unit, _ = numpy.datetime_data(array.dtype)
    if unit not in _COUNT_OF_A_DAY:
        unit = "s"
        array = array.astype("M8[s]")
    counts = array.astype(f"M8[{unit}]", copy=False).view("i8")
    none = counts == numpy.iinfo("i8").min
    a_day = _COUNT_OF_A_DAY[unit]
    if not zone and bool(((counts % a_day == 0) | none).all()):
        days = numpy.where(none, 0, counts // a_day).astype("i4")
        return _kanon.cells(name, days, "tdD", none)
    return _kanon.cells(name, counts, f"ts{unit[0]}:{zone}")


def zoned_times(name: str, array: Any) -> Any:
    """A column of times in UTC."""
    return _times(name, array, "UTC")


def missing_objects() -> Tuple[Any, ...]:
    """What stands for a missing cell beside None and NaN."""
    pandas = module_of("pandas")
    return () if pandas is None else (pandas.NA, pandas.NaT)
