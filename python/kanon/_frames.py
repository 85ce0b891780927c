# SPDX-License-Identifier: Apache-2.0
"""Tables of Python on their way in and out. Whatever came in, the same kind goes out."""

from __future__ import annotations

import os
from typing import Any, List, Mapping, Optional, Sequence

from kanon import _kanon
from kanon._arrays import Label, array_column, is_numpy, missing_objects, module_of, names_of
from kanon._errors import InputError, UsageError


def is_pandas(data: Any) -> bool:
    pandas = module_of("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def is_dask(data: Any) -> bool:
    dask = module_of("dask.dataframe")
    return dask is not None and isinstance(data, dask.DataFrame)


class Handed:
    """A table that was handed over: what the library reads, and what is needed to give the same
    kind of table back, made of a `kanon.Table`. `source` is a path, a frame or the capsule of a stream."""

    def __init__(self, source: Any, columns: Sequence[Label] = (), index: Any = None) -> None:
        self.source = source
        self.labels = {label.name: label for label in columns}
        self.index = index

    def back(self, table: Any, generalized: Sequence[str], categories: bool = False) -> Any:
        """A released table as the kind that came in. Columns that were `generalized` are text,
        whatever they were; text comes back as it came in, or as `categories`."""
        return table


class _Pandas(Handed):
    def back(self, table: Any, generalized: Sequence[str], categories: bool = False) -> Any:
        from kanon._pandas import frame_of
        return frame_of(table, self.labels, generalized, categories)


class _Dict(Handed):
    def back(self, table: Any, generalized: Sequence[str], categories: bool = False) -> Any:
        return {self.labels[name].label if name in self.labels else name: cells
                for name, cells in table.to_dict().items()}


class _Arrow(Handed):
    """What has a stream of Arrow's: `kind` is its library, `schema` what that says of the columns."""

    def __init__(self, source: Any, kind: str, schema: Any = None) -> None:
        super().__init__(source)
        self.kind = kind
        self.schema = schema

    def back(self, table: Any, generalized: Sequence[str], categories: bool = False) -> Any:
        library = module_of(self.kind)
        if self.kind == "polars" and library is not None:
            return _polars_frame(library, table, {} if categories else self.schema or {})
        if self.kind == "pyarrow" and library is not None:
            return _arrow_table(library, table, None if categories else self.schema)
        return table


def _polars_frame(polars: Any, table: Any, schema: Mapping[str, Any]) -> Any:
    """A data frame of polars: categories only where `schema` has them, or is empty."""
    frame = polars.DataFrame(table)
    texts = [name for name, kind in frame.schema.items() if kind == polars.Categorical
             and name in schema and schema[name] not in (polars.Categorical, polars.Enum)]
    return frame.with_columns([polars.col(name).cast(polars.Utf8) for name in texts])


def _arrow_table(pyarrow: Any, table: Any, schema: Any) -> Any:
    """A table of pyarrow: dictionaries only where `schema` has them, or is None."""
    out = pyarrow.table(table)
    for place, field in enumerate([] if schema is None else list(out.schema)):
        before = schema.get_field_index(field.name)
        kind = None if before < 0 else schema.field(before).type
        if pyarrow.types.is_dictionary(field.type) and kind is not None and \
                not pyarrow.types.is_dictionary(kind):
            text = kind if pyarrow.types.is_large_string(kind) else pyarrow.string()
            out = out.set_column(place, field.name, out.column(place).cast(text))
    return out


def _value_column(name: str, values: Any) -> Any:
    pandas = module_of("pandas")
    if pandas is not None and isinstance(values, (pandas.Series, pandas.Index)):
        from kanon._pandas import series_column
        return series_column(name, pandas.Series(values))
    if is_numpy(values):
        return array_column(name, values)
    if isinstance(values, memoryview) or type(values).__name__ == "array":
        return _kanon.cells(name, values)
    if isinstance(values, (str, bytes, Mapping)) or not hasattr(values, "__iter__"):
        raise InputError(f"'{name}': {type(values).__name__} is no column; give a list of cells",
                         attribute=name)
    return _kanon.objects(name, values, missing_objects())


def _hand_over_dict(data: Mapping[Any, Any]) -> Handed:
    names = names_of(list(data))
    columns = [_value_column(name, values) for name, values in zip(names, data.values())]
    labels = [Label(name, label) for name, label in zip(names, data)]
    return _Dict(_kanon.Frame(columns), labels)


def paths_of(data: Any, what: str) -> List[str]:
    """The path or address that a text or a path is, or those that a list of them is."""
    paths = [data] if isinstance(data, (str, os.PathLike)) else list(data)
    if not paths or not all(isinstance(path, (str, os.PathLike)) for path in paths):
        raise UsageError(f"{what}: a list is no table, unless it is one of addresses; give those, a "
                         "path or an address", attribute=what)
    return [os.fspath(path) for path in paths]


def hand_over_all(data: Any) -> Handed:
    """The same of a table that may also be a list of addresses, which together are one."""
    return Handed(paths_of(data, "data")) if isinstance(data, (list, tuple)) else hand_over(data)


def hand_over(data: Any, what: str = "data") -> Handed:
    """Take a table in: the path of a file, a data frame, a dict of columns, a stream of Arrow's."""
    if isinstance(getattr(data, "handle", None), _kanon.TableHandle):
        return _Arrow(data.handle.stream(), "kanon")
    if isinstance(data, (str, os.PathLike)):
        return Handed(os.fspath(data))
    if is_pandas(data):
        from kanon._pandas import hand_over_frame
        frame, labels = hand_over_frame(data)
        return _Pandas(frame, labels, data.index)
    if isinstance(data, Mapping):
        return _hand_over_dict(data)
    if hasattr(data, "__arrow_c_stream__"):
        return _Arrow(data.__arrow_c_stream__(), type(data).__module__.split(".")[0],
                      getattr(data, "schema", None))
    if type(data).__name__ == "PyCapsule":
        return _Arrow(data, "kanon")
    raise UsageError(f"{what}: {type(data).__name__} is no table; give a data frame, a dict of "
                     "columns, the path of a file, or what has __arrow_c_stream__", attribute=what)


def index_of(handed: Handed, rows: Sequence[int], shuffled: bool, read: int) -> Optional[Any]:
    """The index of the released rows, which somebody asked to keep; so many rows were read."""
    if shuffled:
        raise UsageError("keep_index: the rows were shuffled, because their order could reveal hidden "
                         "values; shuffle=False keeps it", attribute="keep_index")
    if handed.index is None:
        raise UsageError("keep_index: only a data frame of pandas has an index",
                         attribute="keep_index")
    if len(handed.index) != read:
        raise UsageError("keep_index: rows without a value were left out, so it is not known which "
                         "row is which; take them out of the frame before, or say "
                         "keep_blank_rows=True where they have none at all", attribute="keep_index")
    return handed.index.take(list(rows)) if rows else handed.index
