# SPDX-License-Identifier: Apache-2.0
"""A release of rows that are elsewhere, on a cluster say: counted there, decided here, carried out
there, counted again, and proven here. No row comes here, only how many have the same values."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

import numpy
import pandas

from kanon import _kanon
from kanon._arrays import names_of
from kanon._errors import AuditError, PolicyError, UsageError
from kanon._frames import hand_over
from kanon._pandas import categories_of, texts_like
from kanon._policy import PolicyLike, policy_of
from kanon._progress import ProgressLike
from kanon._result import Audit, Result
from kanon._runs import ReleaseOptions, release, run_settings, settings_of
from kanon._table import Table

COUNT = "kanon_rows"
_RELEASED = "kanon_released_"
_TUPLE = "kanon_tuple"


def count_types(frame: "pandas.DataFrame", columns: Sequence[Any]) -> "pandas.DataFrame":
    """The distinct rows of these columns and how many rows have each (column `kanon_rows`). Counts
    of several frames, one below the other, are added up by the same function."""
    columns = list(columns)
    keys = pandas.DataFrame({name: _objects(frame[name]) for name in columns})
    rows = frame[COUNT].to_numpy() if COUNT in frame.columns else numpy.ones(len(frame), dtype="i8")
    keys[COUNT] = rows
    counted = keys.groupby(columns, dropna=False, sort=False)[COUNT].sum().reset_index()
    return counted.astype({COUNT: "i8"})


def _objects(series: "pandas.Series[Any]") -> "pandas.Series[Any]":
    """A column of which parts with other categories are alike."""
    series = series.reset_index(drop=True)
    if isinstance(series.dtype, pandas.CategoricalDtype):
        series = series.astype(series.cat.categories.dtype)
    if series.dtype == object:
        return series.where(series.notna(), numpy.nan)
    return series


class Plan:
    """How the rows of a table that is elsewhere are released: `keys` are the columns whose distinct
    rows are counted there, `recode` makes the release of some of the rows, `count_pairs` counts what
    became what, and `audit` proves it.

    `columns` are those of the table, in their order, and `counted` the sum of count_types() of all
    of it by `Plan.keys_of()`. Each column needs a role. What a column on a cluster cannot be: coded by top, bottom
    or rounding unless it is quasi-identifying, one of persons, or one whose missing rows are dropped.
    Picklable: it goes to the workers.
    """

    def __init__(self, counted: "pandas.DataFrame", columns: Sequence[Any],
                 policy: Optional[PolicyLike] = None, *, progress: ProgressLike = None,
                 categories: bool = False, run: Optional[Mapping[str, Any]] = None,
                 **arguments: Any) -> None:
        self._policy = _Cut(columns, policy, arguments)
        self.columns = list(columns)
        self.as_categories = categories
        self.keys = self._policy.keys
        rows = _categorical(counted, self.keys)
        said = dict(run or {})
        options = ReleaseOptions(shuffle=False, prove=bool(said.pop("prove", False)),
                                 strict=bool(said.pop("strict", False)),
                                 counts=counted[COUNT].tolist())
        result = release(hand_over(rows), policy_of(self._policy.words, {"suppressed": "star"}),
                         options, progress=progress, run=run_settings(**said))
        self._take(counted, result)
        self.result: Optional[Result] = result

    @staticmethod
    def keys_of(columns: Sequence[Any], policy: Optional[PolicyLike] = None,
                **arguments: Any) -> List[Any]:
        """The columns that must be counted under a policy: the quasi-identifying and the sensitive
        ones."""
        return _Cut(columns, policy, arguments).keys

    def __getstate__(self) -> Dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "result"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.result = None

    def _take(self, counted: "pandas.DataFrame", result: Result) -> None:
        """Keep which rows are released as what, by the library's map of it."""
        found = result._run.release_map()
        released = categories_of(Table(found["table"]))
        recoded = [name for name in self.keys if str(name) in self._policy.recoded]
        self.recoded = recoded
        self.categories = {name: list(released[str(name)].categories) for name in recoded}
        self.tuples = pandas.DataFrame({name: released[str(name)].codes[found["row_of_tuple"]]
                                        for name in recoded})
        stars = [self.categories[name].index("*") if "*" in self.categories[name] else -2
                 for name in recoded]
        self.suppressed = (self.tuples.to_numpy() == numpy.asarray(stars)).all(axis=1) & \
            (result.audit["suppressed_rows"] > 0)
        self.splits = bool(found["by_place"])
        self.types = counted[[self.keys[place] for place in found["keys"]]].iloc[found["original"]]
        self.types = self.types.reset_index(drop=True).assign(
            **{_TUPLE: found["tuple"], "kanon_end": found["last"]})

    def recode(self, frame: "pandas.DataFrame",
               before: Optional["pandas.DataFrame"] = None) -> "pandas.DataFrame":
        """The release of some of the rows, in their order. Where `splits`, rows that are alike become
        several things: then `before` are the counts of all rows that came before these."""
        tuples = self._tuples_of(frame, before)
        suppressed = self.suppressed[tuples]
        out: Dict[int, Any] = {}
        names: List[Any] = []
        for name in self.columns:
            if str(name) in self._policy.identifying:
                continue
            if name in self.recoded:
                out[len(names)] = self._recoded(name, tuples, frame[name].dtype)
            else:
                out[len(names)] = self._kept(frame[name], suppressed)
            names.append(name)
        table = pandas.DataFrame(out, index=pandas.RangeIndex(len(frame)), copy=False)
        table.columns = pandas.Index(names)
        return table

    def _recoded(self, name: Any, tuples: Any, dtype: Any) -> Any:
        """A released quasi-identifier: text, or categories where those came in or are asked for."""
        values = pandas.Categorical.from_codes(
            self.tuples[name].to_numpy()[tuples],
            categories=pandas.Index(self.categories[name], dtype=object))
        if self.as_categories or isinstance(dtype, pandas.CategoricalDtype):
            return values
        return texts_like(dtype, values)

    def _kept(self, series: "pandas.Series[Any]", suppressed: Any) -> Any:
        """A column that is released as it is, but in suppressed rows."""
        series = series.reset_index(drop=True)
        if not self.suppressed.any():
            return series
        if isinstance(series.dtype, pandas.CategoricalDtype):
            series = series.astype(series.cat.categories.dtype)
        if series.dtype == object or isinstance(series.dtype, pandas.StringDtype):
            return series.mask(suppressed, "*")
        if series.dtype.kind in "iub" and isinstance(series.dtype, numpy.dtype):
            series = series.astype("boolean" if series.dtype.kind == "b" else "Int64")
        return series.mask(suppressed)

    def _tuples_of(self, frame: "pandas.DataFrame", before: Optional["pandas.DataFrame"]) -> Any:
        names = self._names_of_types()
        keys = pandas.DataFrame({name: _objects(frame[name]) for name in names})
        if not self.splits:
            tuples = keys.merge(self.types, on=names, how="left")[_TUPLE]
        else:
            if before is None:
                raise UsageError("rows that are alike are released as several things: say how many of "
                                 "them came before these", attribute="before")
            tuples = self._tuples_by_place(keys, before)
        if tuples.isna().any():
            raise AuditError("there are rows that were not counted: the table changed; count it anew")
        return tuples.to_numpy(dtype="i8")

    def _names_of_types(self) -> List[Any]:
        """The columns whose values say what a row becomes."""
        return [name for name in self.types.columns if name not in (_TUPLE, "kanon_end")]

    def _tuples_by_place(self, keys: "pandas.DataFrame", before: "pandas.DataFrame") -> Any:
        names = self._names_of_types()
        kinds = self.types[names].drop_duplicates().reset_index(drop=True)
        kinds["kanon_kind"] = numpy.arange(len(kinds))
        of_row = keys.merge(kinds, on=names, how="left")["kanon_kind"]
        offsets = before.merge(kinds, on=names, how="left").groupby("kanon_kind")[COUNT].sum()
        place = of_row.groupby(of_row).cumcount() + of_row.map(offsets).fillna(0) + 1
        types = self.types.merge(kinds, on=names, how="left").sort_values(
            ["kanon_end"], kind="stable")
        rows = pandas.DataFrame({"kanon_kind": of_row, "kanon_end": place.astype("i8"),
                                 "kanon_row": numpy.arange(len(keys))})
        rows = rows.dropna(subset=["kanon_kind"]).astype({"kanon_kind": "i8"})
        rows = rows.sort_values("kanon_end", kind="stable")
        found = pandas.merge_asof(rows, types[["kanon_kind", "kanon_end", _TUPLE]].astype("i8"),
                                  on="kanon_end", by="kanon_kind", direction="forward")
        return found.set_index("kanon_row")[_TUPLE].reindex(range(len(keys)))

    def count_pairs(self, frame: "pandas.DataFrame",
                    released: "pandas.DataFrame") -> "pandas.DataFrame":
        """Count what became what, and say in `kanon_changed` whether the auditor finds a column that
        is no key not released as it was. Counts of several frames are added up by add_pairs()."""
        pairs = {name: _objects(frame[name]) for name in self.keys}
        for name in self.keys:
            pairs[f"{_RELEASED}{name}"] = _objects(released[name])
        table = pandas.DataFrame(pairs)
        table["kanon_changed"] = not self._keeps_others(frame, released)
        return count_types(table, self._pair_columns())

    def add_pairs(self, pairs: "pandas.DataFrame") -> "pandas.DataFrame":
        """Add counts of pairs up, one below the other."""
        return count_types(pairs, self._pair_columns())

    def _pair_columns(self) -> List[Any]:
        return [*self.keys, *(f"{_RELEASED}{name}" for name in self.keys), "kanon_changed"]

    def _keeps_others(self, frame: "pandas.DataFrame", released: "pandas.DataFrame") -> bool:
        """Whether the auditor finds the columns that are no keys unchanged, and blank in suppressed
        rows. The quasi-identifiers stand in one column for that, which shows what is suppressed."""
        names = [name for name in self.columns
                 if name not in self.keys and str(name) not in self._policy.identifying]
        if not names or not len(frame):
            return True
        starred = (released[self.recoded].astype(object) == "*").all(axis=1).to_numpy()
        cells = numpy.where(starred & bool(self.suppressed.any()), "*", "shown")
        column = "kanon_shown"
        while column in names_of(names):
            column += "_"
        original, after = frame[names].reset_index(drop=True), released[names].reset_index(drop=True)
        original.insert(0, column, "shown")
        after.insert(0, column, cells)
        roles = {name: {"role": "insensitive"} for name in names_of(names)}
        policy = policy_of({"privacy": {"k-anonymity": 2},
                            "attributes": {column: {"role": "quasi-identifying"}, **roles}}, {})
        return _kanon.keeps_other_cells(hand_over(original).source, hand_over(after).source, policy,
                                        settings_of(None, None, {}))

    def audit(self, pairs: "pandas.DataFrame") -> Audit:
        """Prove every promise from the pairs that were counted.

        Raises AuditError where the release does not keep what it promises.
        """
        if pairs["kanon_changed"].any():
            raise AuditError("a column that is to be released unchanged was changed; nothing is released")
        original = _categorical(pairs, self.keys)
        released = _categorical(pairs, [f"{_RELEASED}{name}" for name in self.keys])
        released.columns = original.columns
        settings = settings_of(None, None, {}, {"counts": pairs[COUNT].tolist()})
        found = Audit(_kanon.verify(hand_over(original).source, hand_over(released).source,
                                    policy_of(self._policy.words, {}), settings))
        if not found.holds:
            raise AuditError(f"the auditor refused the release, so there is none: {found}")
        return found


class _Cut:
    """What of a policy is about the columns that are counted."""

    def __init__(self, columns: Sequence[Any], policy: Optional[PolicyLike],
                 words: Mapping[str, Any]) -> None:
        said = _kanon.python_of_yaml(policy_of(policy, words).text())
        attributes: Dict[str, Any] = said.get("attributes") or {}
        names = names_of(columns)
        roles = {name: (attributes.get(name) or {}).get("role") for name in names}
        implied = self._take_roles_of_models(said, roles)
        unsaid = [name for name, role in roles.items() if role is None]
        if unsaid:
            raise PolicyError(f"the columns {', '.join(unsaid)} have no role, and nobody looks at all "
                              "rows here to suggest one; give each its role")
        for name in attributes:
            if name not in names:
                raise PolicyError(f"there is no column '{name}'", attribute=name)
        self._refuse(said, roles)
        self.identifying = [name for name in names if roles[name] == "identifying"]
        self.recoded = [name for name in names if roles[name] == "quasi-identifying"]
        self.keys = [label for label, name in zip(columns, names)
                     if roles[name] in ("quasi-identifying", "sensitive")
                     or (attributes.get(name) or {}).get("class")]
        counted = [str(label) for label in self.keys]
        self.words = dict(said, attributes={
            name: dict(attributes.get(name) or {}, **({} if name in implied else
                                                      {"role": roles[name]}))
            for name in counted})

    @staticmethod
    def _take_roles_of_models(said: Mapping[str, Any],
                              roles: Dict[str, Optional[str]]) -> List[str]:
        """Columns that only a model speaks of; the run itself says whether that is enough."""
        implied = []
        promises = said.get("privacy") or {}
        listed = promises if isinstance(promises, list) else [promises]
        for asked in (value for models in listed for key, value in models.items()
                      if key != "against"):
            for one in asked if isinstance(asked, list) else [asked]:
                name = one.get("attribute") if isinstance(one, dict) else None
                if name in roles and roles[name] is None:
                    roles[name] = "sensitive"
                    implied.append(name)
        return implied

    @staticmethod
    def _refuse(said: Mapping[str, Any], roles: Mapping[str, Any]) -> None:
        if said.get("person"):
            raise PolicyError("person: on a cluster rows are counted, not persons; leave it out")
        for name, words in (said.get("attributes") or {}).items():
            words = words or {}
            coded = any(key in words for key in ("derive", "top", "bottom", "round"))
            if coded and roles[name] != "quasi-identifying":
                raise PolicyError(f"'{name}': on a cluster only quasi-identifiers are coded; code it "
                                  "before", attribute=name)
            if words.get("missing") == "drop":
                raise PolicyError(f"'{name}': on a cluster no rows are dropped; drop them before",
                                  attribute=name)


def _categorical(counted: "pandas.DataFrame", columns: Sequence[Any]) -> "pandas.DataFrame":
    """What was counted, of a few codes each."""
    out = {place: pandas.Categorical(counted[name]) for place, name in enumerate(columns)}
    frame = pandas.DataFrame(out, copy=False)
    frame.columns = pandas.Index([str(name) for name in columns])
    return frame
