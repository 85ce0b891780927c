# SPDX-License-Identifier: Apache-2.0
"""A table as the library holds it: what comes out where no data frame came in."""

from __future__ import annotations

import array
import os
from datetime import date, timedelta
from typing import Any, Callable, Dict, List, Optional, Union

from kanon import _kanon

_EPOCH = date(1970, 1, 1)
_TYPE_CODES = {"c": "b", "s": "h", "i": "i", "l": "q", "C": "B", "S": "H", "I": "I", "L": "Q",
               "f": "f", "g": "d", "tdD": "i", "u": "I", "b": "B"}


def _python_cells(column: _kanon.ExportedColumn, rows: Optional[int]) -> List[Any]:
    cells = array.array(_TYPE_CODES[column.format])
    cells.frombytes(column.cells if rows is None else column.cells[:rows * cells.itemsize])
    make: Callable[[Any], Any] = lambda cell: cell
    if column.format == "u":
        make = column.words.__getitem__
    elif column.format == "b":
        make = bool
    elif column.format == "tdD":
        make = lambda day: _EPOCH + timedelta(day)
    if column.mask is None:
        return [make(cell) for cell in cells]
    return [None if missing else make(cell)
            for cell, missing in zip(cells, column.mask)]


class Table:
    """A table of the library's own. It gives itself to whoever reads Arrow's streams
    (`pyarrow.table(table)`, `polars.DataFrame(table)`), to pandas, and to files.

    >>> import kanon
    >>> table = kanon.Table.from_columns({"age": [30, 40], "city": ["Bern", None]})
    >>> len(table), table.columns
    (2, ['age', 'city'])
    >>> table.to_dict()
    {'age': [30, 40], 'city': ['Bern', None]}
    """

    def __init__(self, handle: _kanon.TableHandle) -> None:
        self.handle = handle

    @classmethod
    def from_columns(cls, data: Any) -> "Table":
        """A table from whatever the verbs take: a data frame, a dict of columns, a file."""
        from kanon._frames import hand_over
        return cls(_kanon.read_table(hand_over(data).source, {}, {}, None))

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return self.handle.names

    def __len__(self) -> int:
        return len(self.handle)

    def __repr__(self) -> str:
        return f"<kanon.Table of {len(self)} rows: {', '.join(self.columns)}>"

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self.handle.stream()

    def to_dict(self, rows: Optional[int] = None) -> Dict[str, List[Any]]:
        """The columns as lists; a missing cell is None. `rows`: only so many, from the first."""
        return {column.name: _python_cells(column, rows) for column in self.handle.columns()}

    def to_pandas(self, *, categories: bool = False) -> Any:
        """The table as a data frame. Text columns are objects, or categories where asked for."""
        from kanon._pandas import frame_of
        return frame_of(self, {}, (), categories)

    def write(self, path: Union[str, "os.PathLike[str]"], *, format: Optional[str] = None,
              force: bool = False) -> None:
        """Write a file, in the format that its name says (CSV, TSV, JSON, packed or not, Parquet,
        Excel).

        The bytes are those that `kanon anonymize` writes. The file appears whole or not at all; what
        stands there is replaced only with `force`.
        """
        self.handle.write(os.fspath(path), {"format": format, "force": force})
