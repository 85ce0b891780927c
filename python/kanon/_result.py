# SPDX-License-Identifier: Apache-2.0
"""What the verbs give back: plain dicts that also show themselves, and the result of a run."""

from __future__ import annotations

import functools
import html
import json
import os
import time
from typing import Any, Dict, List, Mapping, Optional, Union

from kanon import _kanon
from kanon._arrays import module_of
from kanon._errors import OutputError, UsageError
from kanon._flags import in_arguments
from kanon._frames import Handed, index_of
from kanon._notebook import glance_at, html_of, html_pairs, text_of
from kanon._policy import Policy, policy_from_handle
from kanon._table import Table

PathLike = Union[str, "os.PathLike[str]"]


def _write_text(path: PathLike, text: str, force: bool) -> None:
    try:
        with open(path, "w" if force else "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise OutputError(f"{os.fspath(path)}: exists; give another name, or force=True to replace "
                          "it", file=os.fspath(path)) from None
    except OSError as error:
        raise OutputError(f"{os.fspath(path)}: {error.strerror}",
                          file=os.fspath(path)) from None


class Audit(Dict[str, Any]):
    """What the auditor found: a dict, and true if every promise holds.

    Keys: `passed` (no fault was found), `holds`, `proofs` (of each promise: `model`, `describe`,
    `required`, `achieved`, `holds`, `decided`, and the attacks that it `excludes`), `faults` (`rule`,
    `row` counted from 1, `attribute`, `message`), `fault_count`, `checks`, `not_proven`, `notes`, and
    figures: `rows`, `released_rows`, `suppressed_rows`, `classes`, `min_class`.
    """

    def __bool__(self) -> bool:
        return bool(self["holds"])

    @property
    def holds(self) -> bool:
        """Whether the release keeps every promise, and that is proven."""
        return bool(self["holds"])

    @property
    def faults(self) -> List[Dict[str, Any]]:
        """What is wrong, rule by rule; see `fault_count` for how often."""
        return self["faults"]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        lines = [f"{'holds' if proof['holds'] else 'broken' if proof['decided'] else 'undecided'}: "
                 f"{proof['describe']}" for proof in self["proofs"]]
        lines += [fault["message"] for fault in self["faults"]]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [("every promise holds" if self["holds"] else "not every promise is kept", "")]
        rows += [(proof["describe"], "holds" if proof["holds"] else
                  "broken" if proof["decided"] else "undecided") for proof in self["proofs"]]
        rows += [(fault["rule"], fault["message"]) for fault in self["faults"]]
        return html_pairs(rows)


class Report(Dict[str, Any]):
    """Figures as a dict, with the keys of the command's `--json`; it shows itself in a notebook."""

    #: The figures as text, as the command shows them.
    text: str
    #: A picture of them, or "".
    svg: str
    #: A page of them, or "".
    page: str

    def __init__(self, values: Mapping[str, Any], text: str, svg: str = "", page: str = "") -> None:
        super().__init__(values)
        self.text = text
        self.svg = svg
        self.page = page

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.svg or f"<pre>{html.escape(self.text)}</pre>"

    def save(self, path: PathLike, *, force: bool = False) -> None:
        """Write the picture or the page, whichever there is; else the text."""
        _write_text(path, self.svg or self.page or self.text, force)


class Inspection(Report):
    """What a look at a table suggests; the keys are those of `kanon inspect --json`."""

    def __init__(self, values: Mapping[str, Any], policy: _kanon.PolicyHandle) -> None:
        lines = [f"{column['name']}: {column['role']}; {column['why']}"
                 for column in values["columns"]]
        super().__init__(values, "\n".join(lines))
        self._policy = policy

    @property
    def policy(self) -> Policy:
        """A policy to start from."""
        return policy_from_handle(self._policy)

    def policy_yaml(self) -> str:
        """The same as YAML, with comments."""
        return self._policy.text()

    def _repr_html_(self) -> str:
        return html_pairs((column["name"], f"{column['role']}: {column['why']}")
                           for column in self["columns"])


class Catalogue(List[Dict[str, Any]]):
    """Rows of a catalogue, each a dict; a table in a notebook.

    >>> import kanon
    >>> [model["name"] for model in kanon.privacy_models()][:3]
    ['alpha-k', 'beta-likeness', 'delta-disclosure']
    """

    def to_pandas(self) -> Any:
        """The rows as a data frame."""
        import pandas
        return pandas.DataFrame(list(self))

    def _repr_html_(self) -> str:
        return html_pairs((row["name"], row["summary"]) for row in self)


class Result:
    """A release, proven, with everything that is known of it."""

    def __init__(self, run: _kanon.RunHandle, handed: Handed, keep_index: bool = False,
                 categories: bool = False) -> None:
        self._run = run
        self._handed = handed
        self._keep_index = keep_index
        self._categories = categories

    @functools.cached_property
    def released(self) -> Table:
        """The release as the library holds it, to be written to a file, whatever came in."""
        return Table(self._run.table())

    @functools.cached_property
    def table(self) -> Any:
        """The release as the kind of table that came in; of a file, a `kanon.Table`.

        Columns keep their order; the identifying ones are left out. In a data frame text comes back
        as the type that came in (objects, strings, categories of the released values), or as
        categories where `categories=True` asked for it; quasi-identifiers are text, numbers that
        are generalized come back as objects. Other columns keep their type, and take the one with
        room for missing cells (`Int64`, `boolean`) where rows are suppressed.
        """
        table = self._handed.back(self.released, self._run.quasi_identifiers(), self._categories)
        if self._keep_index:
            table.index = index_of(self._handed, self._run.original_rows, self._run.shuffled,
                                   self.summary["rows"])
        return table

    @property
    def loss(self) -> float:
        """The objective's value for the release, which the search made as small as it could."""
        return self._run.loss

    @property
    def bound(self) -> Optional[float]:
        """No release of the same recoding model that keeps the promises loses less; None: not
        known."""
        return self._run.bound

    @property
    def gap(self) -> Optional[float]:
        """How much of the loss might be saved at most: (loss - bound) / loss."""
        return self._run.gap

    def loss_by(self, objective: str) -> Optional[float]:
        """The loss by another objective; None where it is not defined for this release."""
        return self._run.loss_by(objective)

    @functools.cached_property
    def audit(self) -> Audit:
        """What the auditor proved."""
        return Audit(self._run.audit())

    @functools.cached_property
    def classes(self) -> Any:
        """The released classes: their values, and how many `rows` each has. A data frame if one
        came in, else a dict of columns."""
        columns = dict(self._run.classes())
        pandas = module_of("pandas")
        return pandas.DataFrame(columns) if hasattr(self._handed, "index") and \
            self._handed.index is not None and pandas is not None else columns

    @property
    def warnings(self) -> List[Dict[str, Any]]:
        """What the promise does not cover: `code`, `text`, `columns`, `accepted` (why, or None) and
        `remedy`. The open ones are warnings of Python, too: `kanon.KanonWarning`."""
        return [dict(one, remedy=in_arguments(one["remedy"]))
                for one in self._run.warnings()]

    @functools.cached_property
    def summary(self) -> Dict[str, Any]:
        """Every figure, with the keys of docs/summary.md."""
        return json.loads(self._run.summary())  # type: ignore[no-any-return]

    @functools.cached_property
    def policy(self) -> Policy:
        """The policy with every role, hierarchy and model spelled out."""
        return policy_from_handle(self._run.policy())

    @property
    def shuffled(self) -> bool:
        """Whether the rows are in random order, because their order could reveal hidden values."""
        return self._run.shuffled

    @property
    def recoding(self) -> str:
        """The decision as text, for `anonymize(..., apply=path)` on another table."""
        return self._run.recoding()

    def save_recoding(self, path: PathLike, *, force: bool = False) -> None:
        """Write the decision to a file."""
        _write_text(path, self._run.recoding(), force)

    def report(self, path: PathLike, *, title: str = "", date: Optional[str] = None,
               force: bool = False) -> None:
        """Write the report: one HTML file without outside links. `date`: of the run, as the report
        is to state it; "": it states none."""
        _write_text(path, self._run.html(title, _now() if date is None else date), force)

    def __str__(self) -> str:
        return self._run.text()

    def __repr__(self) -> str:
        return text_of(glance_at(self))

    def _repr_html_(self) -> str:
        return html_of(glance_at(self))


def _now() -> str:
    fixed = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(int(fixed) if fixed else None))
    except (ValueError, OverflowError, OSError):
        raise UsageError("SOURCE_DATE_EPOCH: a number of whole seconds since 1970 is needed") \
            from None
