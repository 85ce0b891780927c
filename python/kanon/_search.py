# SPDX-License-Identifier: Apache-2.0
"""Privacy models and losses of one's own, for research: slow, because each release that might be
chosen is made, but proven like any other."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Hashable, List, Mapping, Optional, Sequence, Tuple

from kanon._errors import CancelledError, InfeasibleError, UsageError
from kanon._frames import hand_over
from kanon._log import Run
from kanon._policy import PolicyLike
from kanon._progress import ProgressLike
from kanon._result import Audit, Result
from kanon._table import Table
from kanon._verbs import anonymize, explore
from kanon._warnings import announce, unannounced

Columns = Mapping[str, List[Any]]
#: Takes the original rows of a class, a list for each column, and says whether they keep the promise.
Model = Callable[[Columns], bool]
#: Takes the columns of the original and of the release, rows in one order, and says what is lost.
Loss = Callable[[Columns, Columns], float]


class Found(Result):
    """What search() chose: a Result whose `loss` is that of the callable, and whose audit states the
    promise of the callable beside the others. `tried` are the releases that were made."""

    def __init__(self, result: Result, loss: Optional[float], audit: Audit,
                 tried: List[Dict[str, Any]], categories: bool = False) -> None:
        super().__init__(result._run, result._handed, categories=categories)
        self.__dict__["audit"] = audit
        self.tried = tried
        self._loss = loss

    @property
    def loss(self) -> float:
        """The least loss of the releases that keep every promise."""
        return super().loss if self._loss is None else self._loss

    @property
    def bound(self) -> Optional[float]:
        """None is known of a callable's loss."""
        return super().bound if self._loss is None else None

    @property
    def gap(self) -> Optional[float]:
        return super().gap if self._loss is None else None


def search(data: Any, policy: Optional[PolicyLike] = None, *, model: Optional[Model] = None,
           loss: Optional[Loss] = None, most: int = 200, progress: ProgressLike = None,
           seed: Optional[int] = None, threads: Optional[int] = None,
           stop_after: Optional[float] = None, categories: bool = False, **arguments: Any) -> Found:
    """The full-domain release that loses least by `loss` (else by the policy's objective) and, beside
    what the policy promises, keeps `model` in each class.

    Every release that keeps the policy is made and shown to the callables, at most `most`, those that
    lose least by the objective first; so it is the best of these, and slow. Both are shown the
    release as it is, after the auditor has passed it, and know no search. Raises InfeasibleError if none of
    them keeps the promise.

    >>> import kanon
    >>> people = {"age": [34, 36, 47, 49], "pay": [10, 90, 50, 60]}
    >>> far_apart = lambda rows: max(rows["pay"]) - min(rows["pay"]) >= 50
    >>> found = kanon.search(people, k=2, model=far_apart, sensitive=["pay"], attributes={"age": {
    ...     "role": "quasi-identifying", "hierarchy": {"intervals": [10, 20]}}})
    >>> found.table["age"][0], [one["holds"] for one in found.tried]
    ('*', [False, False, True])
    """
    if model is None and loss is None:
        raise UsageError("search: give a model or a loss; without either, anonymize() does it at once")
    table = Table.from_columns(data)
    original = table.to_dict()
    begin = time.monotonic()
    space = explore(table, policy, seed=seed, threads=threads, progress=progress,
                    stop_after=stop_after, **arguments)
    left = _Left(begin, stop_after)
    nodes = _candidates(space, most)
    names = [attribute["name"] for attribute in space["attributes"]]
    handed = hand_over(data)
    tried: List[Dict[str, Any]] = []
    best: Optional[Tuple[float, Result, Audit]] = None
    with Run("search", data, progress) as running, unannounced():
        for place, node in enumerate(nodes):
            if running.tell is not None:
                running.tell("search", place, len(nodes))
            result = _release_of(table, policy, dict(arguments, seed=seed, threads=threads,
                                                     stop_after=left.seconds()),
                                 names, node["levels"])
            holds = model is None or _holds(model, original, result)
            value = None if loss is None else float(loss(original, result.released.to_dict()))
            tried.append({"levels": dict(zip(names, node["levels"])), "holds": holds, "loss": value})
            least = result.loss if value is None else value
            if holds and (best is None or least < best[0]):
                best = (least, result, _audit_of(result, model))
                if loss is None:
                    break  # the others lose more by the objective
    if best is None:
        raise InfeasibleError(f"none of {len(nodes)} releases that keep the policy keeps "
                              f"{_name_of(model)}; try more of them (most=), or ask for less")
    best[1]._handed = handed
    found = Found(best[1], None if loss is None else best[0], best[2], tried, categories)
    announce(found)
    return found


class _Left:
    """The seconds that are left of a search."""

    def __init__(self, begin: float, stop_after: Optional[float]) -> None:
        self._begin = begin
        self._stop_after = stop_after

    def seconds(self) -> Optional[float]:
        """What the next run may take; None: as long as it likes. Raises CancelledError if none is."""
        if self._stop_after is None:
            return None
        left = self._begin + self._stop_after - time.monotonic()
        if left <= 0:
            raise CancelledError(f"stop_after: the search was stopped after {self._stop_after:g} "
                                 "seconds, and nothing is released; allow more time, or try fewer "
                                 "releases (most=)", attribute="stop_after")
        return left


def _candidates(space: Mapping[str, Any], most: int) -> Sequence[Mapping[str, Any]]:
    key = space["objective"].replace("-", "_")
    nodes = [node for node in space["nodes"] if node["feasible"]]
    nodes.sort(key=lambda node: (node["losses"][key], node["levels"]))
    return nodes[:most]


def _release_of(table: Table, policy: Optional[PolicyLike], arguments: Dict[str, Any],
                names: Sequence[str], levels: Sequence[int]) -> Result:
    """The release of one node of the lattice."""
    attributes = {str(name): dict(said)
                  for name, said in (arguments.pop("attributes", None) or {}).items()}
    for name, level in zip(names, levels):
        attributes.setdefault(name, {})["levels"] = [level, level]
    at_node: Dict[str, Any] = {**arguments, "attributes": attributes, "method": "optimal",
                               "suppressed": "star", "shuffle": False, "progress": False}
    return anonymize(table, policy, **at_node)


def _classes(original: Columns, result: Result) -> List[List[int]]:
    """The rows of each released class, suppressed ones left out."""
    released = result.released.to_dict()
    names = [name for name in result._run.quasi_identifiers() if name in released]
    places: Dict[Tuple[Hashable, ...], List[int]] = {}
    for row, cells in enumerate(zip(*(released[name] for name in names))):
        places.setdefault(cells, []).append(row)
    if result.audit["suppressed_rows"]:
        places.pop(("*",) * len(names), None)
    return list(places.values())


def _holds(model: Model, original: Columns, result: Result) -> bool:
    return all(model({name: [cells[row] for row in rows] for name, cells in original.items()})
               for rows in _classes(original, result))


def _name_of(model: Optional[Model]) -> str:
    return getattr(model, "__name__", type(model).__name__)


def _audit_of(result: Result, model: Optional[Model]) -> Audit:
    audit = Audit(result.audit)
    if model is not None:
        audit["proofs"] = [*audit["proofs"], {
            "model": "callable", "describe": f"{_name_of(model)} in each class", "required": 1.0,
            "achieved": 1.0, "holds": True, "decided": True, "excludes": []}]
    return audit
