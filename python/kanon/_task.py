# SPDX-License-Identifier: Apache-2.0
"""Tasks from counts: the distinct rows of a table and how many people have each. Whoever
counted, the rows themselves are not needed."""

from __future__ import annotations

from array import array
from typing import Any, Dict, Hashable, List, Mapping, Optional, Sequence, Tuple

from kanon import _kanon
from kanon._arrays import missing_objects, names_of
from kanon._errors import InputError
from kanon._policy import Policy, PolicyLike, policy_of
from kanon._progress import ProgressLike
from kanon._result import Audit, Report, Result
from kanon._verbs import anonymize, risk

Row = Tuple[Hashable, ...]


class _Expanded:
    """The rows that counts stand for, a code each; a table of Arrow's for the verbs."""

    def __init__(self, columns: Mapping[str, Sequence[Any]], counts: Sequence[int]) -> None:
        self.names = names_of(list(columns))
        lengths = {len(cells) for cells in columns.values()} | {len(counts)}
        if len(lengths) != 1:
            raise InputError("columns and counts have different lengths; there is a count for each "
                             "row")
        if any(int(count) != count or count < 1 for count in counts):
            raise InputError("a count is a whole number of at least 1")
        self.frame = _kanon.Frame([_codes(name, cells, counts)
                                   for name, cells in zip(self.names, columns.values())])

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


def _codes(name: str, cells: Sequence[Any], counts: Sequence[int]) -> _kanon.FrameColumn:
    place_of: Dict[Any, int] = {}
    codes = array("i")
    for cell, count in zip(cells, counts):
        missing = cell is None or cell != cell
        place = -1 if missing else place_of.setdefault(cell, len(place_of))
        codes.extend(array("i", [place]) * int(count))
    return _kanon.codes(name, codes, _words(name, list(place_of)))


def _words(name: str, values: List[Any]) -> _kanon.FrameColumn:
    try:
        return _kanon.objects("", values, missing_objects(), True)
    except InputError as error:
        raise InputError(f"'{name}': of its values: {error}", attribute=name) from None


class Task:
    """What a search solves, from counts: distinct rows (`columns`), how many people have each
    (`counts`), and a policy, whole or by the arguments of `kanon.anonymize`.

    >>> import kanon
    >>> task = kanon.Task({"age": [34, 36, 47], "zip": ["a", "a", "b"]}, counts=[3, 2, 4], k=4,
    ...                   quasi_identifiers=["age", "zip"])
    >>> solution = task.solve()
    >>> solution.recoded[0]
    ((34, 'a'), ('[34, 36]', 'a'), 3)
    >>> solution.audit.holds
    True
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]], counts: Sequence[int],
                 policy: Optional[PolicyLike] = None, **arguments: Any) -> None:
        self.columns = {name: list(cells) for name, cells in columns.items()}
        self.counts = [int(count) if count == count else 0 for count in counts]
        self._rows = _Expanded(self.columns, list(counts))
        policy_of(policy, arguments)
        self._policy = policy
        self._arguments = arguments

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return f"<kanon.Task of {len(self)} distinct rows, {sum(self.counts)} people>"

    def solve(self, *, progress: ProgressLike = None, **run: Any) -> "Solution":
        """Search, and prove what was found. `run`: `method`, `seed`, `threads`, `time_limit`,
        `node_limit` and whatever else `kanon.anonymize` takes."""
        arguments: Dict[str, Any] = {**self._arguments, **run, "suppressed": "star",
                                     "shuffle": False}
        return Solution(self, anonymize(self._rows, self._policy, progress=progress, **arguments))

    def risk(self, **arguments: Any) -> Report:
        """How easily people are found in the table that was counted, see `kanon.risk`."""
        return risk(self._rows, None, self._policy, **{**self._arguments, **arguments})


class Solution:
    """A decision about counted rows. `recoded`: of each distinct row what it is released as, and of
    how many of its people; a row that is split has several. A suppressed row is stars throughout."""

    def __init__(self, task: Task, result: Result) -> None:
        self.result = result
        released = result.released.to_dict()
        self.names = list(released)
        self.recoded: List[Tuple[Row, Row, int]] = []
        rows = list(zip(*released.values()))
        begin = 0
        for place, count in enumerate(task.counts):
            original = tuple(cells[place] for cells in task.columns.values())
            people: Dict[Row, int] = {}
            for row in rows[begin:begin + count]:
                people[row] = people.get(row, 0) + 1
            self.recoded += [(original, row, rows_of) for row, rows_of in people.items()]
            begin += count

    @property
    def loss(self) -> float:
        """The objective's value, which the search made as small as it could."""
        return self.result.loss

    @property
    def bound(self) -> Optional[float]:
        """No release of the same recoding model loses less; None: not known."""
        return self.result.bound

    @property
    def audit(self) -> Audit:
        """What the auditor proved."""
        return self.result.audit

    @property
    def policy(self) -> Policy:
        """The policy with everything spelled out."""
        return self.result.policy
