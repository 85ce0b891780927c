# SPDX-License-Identifier: Apache-2.0
"""Data frames of pandas in and out. Nothing here is loaded before a data frame comes."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence, Tuple

import numpy
import pandas

from kanon import _kanon
from kanon._arrays import Label, array_column, missing_objects, names_of, zoned_times
from kanon._errors import InputError

_NUMPY_TYPES = {"c": "i1", "s": "i2", "i": "i4", "l": "i8", "C": "u1", "S": "u2", "I": "u4",
                "L": "u8", "f": "f4", "g": "f8", "tdD": "i4", "u": "i4", "b": "?"}


def hand_over_frame(frame: "pandas.DataFrame") -> Tuple[Any, List[Label]]:
    """The columns of a data frame, copied as they are now."""
    if isinstance(frame.columns, pandas.MultiIndex):
        raise InputError("the columns are a MultiIndex; join its levels to one, say by frame.columns "
                         "= ['_'.join(map(str, name)) for name in frame.columns]")
    if isinstance(frame.index, pandas.MultiIndex):
        raise InputError("the rows have a MultiIndex; make columns of it by reset_index(), or drop "
                         "it by reset_index(drop=True)")
    labels = list(frame.columns)
    names = names_of(labels)
    series = [frame.iloc[:, place] for place in range(len(labels))]
    out = _kanon.Frame([series_column(name, one) for name, one in zip(names, series)])
    return out, [Label(name, label, one.dtype)
                 for name, label, one in zip(names, labels, series)]


def series_column(name: str, series: "pandas.Series[Any]") -> Any:
    """A column of a data frame. Categories go by their codes; no text is copied twice."""
    dtype = series.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        words = _words(name, dtype.categories)
        return _kanon.codes(name, numpy.asarray(series.cat.codes), words)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        in_utc = series.dt.tz_convert("UTC").dt.tz_localize(None)
        return zoned_times(name, in_utc.to_numpy())
    if isinstance(dtype, numpy.dtype):
        return array_column(name, series.to_numpy())
    if isinstance(dtype, pandas.SparseDtype):
        return series_column(name, series.sparse.to_dense())
    kind = getattr(dtype, "numpy_dtype", None)
    if isinstance(kind, numpy.dtype) and kind.kind in "iufb":  # Int64, boolean, Float64, ...
        missing = series.isna().to_numpy(dtype=bool)
        return array_column(name, series.to_numpy(dtype=kind, na_value=kind.type(0)), missing)
    objects = [None if missing else value for value, missing in zip(series, series.isna())]
    if isinstance(dtype, (pandas.PeriodDtype, pandas.IntervalDtype)):
        objects = [None if value is None else str(value) for value in objects]
    return _kanon.objects(name, objects, missing_objects())


def _words(name: str, categories: "pandas.Index[Any]") -> Any:
    """The categories as a column of plain cells."""
    if isinstance(categories, (pandas.IntervalIndex, pandas.PeriodIndex)):
        return _kanon.objects("", [str(value) for value in categories], (), True)
    if categories.dtype == object or not isinstance(categories.dtype, numpy.dtype):
        try:
            return _kanon.objects("", categories.tolist(), missing_objects(), True)
        except InputError as error:
            raise InputError(f"'{name}': of its categories: {error}", attribute=name) from None
    return array_column("", categories.to_numpy())


def _mask(column: _kanon.ExportedColumn) -> Any:
    return None if column.mask is None else numpy.frombuffer(column.mask, dtype="?")


def _categories(column: _kanon.ExportedColumn) -> Any:
    codes = numpy.frombuffer(column.cells, dtype="i4")
    mask = _mask(column)
    if mask is not None:
        codes = numpy.where(mask, -1, codes)
    words = pandas.Index(column.words, dtype=object)
    return pandas.Categorical.from_codes(codes, categories=words)


def categories_of(table: Any) -> Dict[str, Any]:
    """The columns of a `kanon.Table` that are texts, as categoricals."""
    return {column.name: _categories(column) for column in table.handle.columns()
            if column.format == "u"}


def _in_old_order(values: Any, dtype: Any) -> Any:
    """A categorical whose categories stand in the order that they had, those that are left."""
    left, known = set(values.categories), set(dtype.categories)
    old = [word for word in dtype.categories if word in left]
    new = [word for word in values.categories if word not in known]
    return values.reorder_categories(old + new, ordered=bool(dtype.ordered) and not new)


def _texts(column: _kanon.ExportedColumn, dtype: Any, is_generalized: bool) -> Any:
    """A column of texts, of the type that it was if that holds texts, else objects."""
    values = _categories(column)
    if isinstance(dtype, pandas.CategoricalDtype):
        return _in_old_order(values, dtype)
    if getattr(dtype, "type", None) is pandas.CategoricalDtype.type:  # a dictionary of Arrow's
        return values
    if not is_generalized and _is_time(dtype) and column.storage_type != "VARCHAR":
        return _times(values, dtype)  # else it has stars, which were asked for
    return texts_like(dtype, values)


def texts_like(dtype: Any, values: Any) -> Any:
    """The texts of a categorical as strings where the type holds those, else as objects."""
    objects = numpy.asarray(values, dtype=object)
    is_string = getattr(dtype, "type", None) is str  # of pandas, with pyarrow or without
    return pandas.array(objects, dtype=dtype) if is_string else objects


def _is_time(dtype: Any) -> bool:
    return isinstance(dtype, pandas.DatetimeTZDtype) or getattr(dtype, "kind", "") == "M"


def _times(values: Any, dtype: Any) -> Any:
    """Times of their texts."""
    zoned = isinstance(dtype, pandas.DatetimeTZDtype)
    times = pandas.to_datetime(pandas.Series(values.categories, dtype=object),
                               errors="coerce", utc=zoned)
    taken = pandas.Series(times.to_numpy(dtype="M8[ns]")).reindex(values.codes)
    taken = taken.reset_index(drop=True)
    return taken.dt.tz_localize("UTC").dt.tz_convert(dtype.tz) if zoned else taken


def _numbers(column: _kanon.ExportedColumn, label: Label) -> Any:
    """A column of numbers, truth values or days, of the type that it was, or one with room for
    missing cells."""
    cells = numpy.frombuffer(column.cells, dtype=_NUMPY_TYPES[column.format])
    mask = _mask(column)
    dtype = label.dtype
    if column.format == "tdD":
        days = cells.astype("M8[D]")
        if mask is not None:
            days[mask] = numpy.datetime64("NaT")
        return days.astype(object) if dtype == object else days.astype("M8[ns]")
    if isinstance(dtype, pandas.CategoricalDtype):
        values = pandas.Categorical(_nullable(cells, mask), categories=None)
        return _in_old_order(values, dtype)
    if isinstance(dtype, numpy.dtype) and dtype.kind in "iufb" and mask is None:
        return cells.astype(dtype)
    if cells.dtype.kind == "f" and not hasattr(dtype, "numpy_dtype"):
        return cells if mask is None else numpy.where(mask, numpy.nan, cells)
    return _nullable(cells, mask) if mask is not None or not isinstance(
        dtype, numpy.dtype) and dtype is not None else cells


def _nullable(cells: Any, mask: Any) -> Any:
    mask = numpy.zeros(len(cells), dtype=bool) if mask is None else mask.copy()
    kinds = {"b": pandas.arrays.BooleanArray, "f": pandas.arrays.FloatingArray}
    return kinds.get(cells.dtype.kind, pandas.arrays.IntegerArray)(cells.copy(), mask)


def frame_of(table: Any, labels: Mapping[str, Label], generalized: Sequence[str],
             categories: bool = False) -> "pandas.DataFrame":
    """A `kanon.Table` as a data frame. Columns are of the type that they were, but those that were
    `generalized` are texts; texts are categories where they were, or where `categories` asks for it."""
    columns: Dict[int, Any] = {}
    names = []
    for place, column in enumerate(table.handle.columns()):
        label = labels.get(column.name) or Label(column.name, column.name)
        names.append(label.label)
        if column.format != "u":
            columns[place] = _numbers(column, label)
        elif categories and not isinstance(label.dtype, pandas.CategoricalDtype):
            columns[place] = _categories(column)
        else:
            columns[place] = _texts(column, label.dtype, column.name in generalized)
    frame = pandas.DataFrame(columns, index=pandas.RangeIndex(len(table)), copy=False)
    frame.columns = pandas.Index(names) if labels else names
    return frame
