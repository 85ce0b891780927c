# SPDX-License-Identifier: Apache-2.0
"""A result at a glance, in a notebook and as text: the verdict, open warnings with what to do, what
each column lost, and the first rows of the release. Of the original nothing is shown."""

from __future__ import annotations

import dataclasses
import html
import textwrap
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from kanon._errors import UsageError

_ROWS = 5
_COLUMNS = 12
_CHARACTERS = 40
_WIDTH = 100
_NO_ROWS = "The released rows are where the release was written."


@dataclasses.dataclass
class Glance:
    """What there is to see of a result."""

    verdict: str
    warnings: List[Tuple[str, str, str]]  # code, text, remedy; open ones
    losses: List[Tuple[str, str]]  # of each column that lost detail
    others: List[Tuple[str, List[str]]]  # what became of the other columns
    preview: Optional[Dict[str, List[str]]]  # by column; None: no row is here
    rows: int


def glance_at(result: Any) -> Glance:
    """Look at a result. Cost: one pass over the released cells."""
    open_ones = [(one["code"], one["text"], one["remedy"]) for one in result.warnings
                 if not one["accepted"]]
    summary = result.summary
    losses = _losses(summary)
    roles = {name: said["role"] for name, said in result.policy.attributes.items()}
    others = [(fate, [name for name, role in roles.items()
                      if name not in losses and (role == "identifying") == (fate == "dropped")])
              for fate in ("released unchanged", "dropped")]
    return Glance(verdict=_verdict(summary, result.audit, len(open_ones)), warnings=open_ones,
                  losses=list(losses.items()), others=[one for one in others if one[1]],
                  preview=_preview(result), rows=summary["released_rows"])


def _verdict(summary: Mapping[str, Any], audit: Mapping[str, Any], open_warnings: int) -> str:
    said = summary.get("verdict")
    if isinstance(said, dict) and said.get("text"):
        return str(said["text"])
    promises = ", ".join(proof["describe"] for proof in audit["proofs"])
    proven = f"{promises} proven" if audit["holds"] else f"{promises} not proven"
    classes = "" if summary["classes"] is None else \
        f" in {_count(summary['classes'], 'class', 'classes')} of at least {summary['min_class']}"
    warned = f"; {_count(open_warnings, 'open warning')}" if open_warnings else ""
    return (f"{proven}: {summary['released_rows']:,} of {summary['rows']:,} rows released"
            f"{classes}{warned}.")


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def _losses(summary: Mapping[str, Any]) -> Dict[str, str]:
    """The share of its detail that a column lost, by column."""
    generalized = {name: _percent(one["ncp"]) for name, one in summary["attributes"].items()}
    coded = {name: f"{_percent(one['loss'])}, coded" for name, one in summary["coded"].items()}
    return {**coded, **generalized}


def _percent(share: Optional[float]) -> str:
    return "not known" if share is None else f"{100 * share:.1f} %"


def _preview(result: Any) -> Optional[Dict[str, List[str]]]:
    try:
        released = result.released
    except UsageError:  # a release that is in a database or on a cluster
        return None
    return {name: ["" if cell is None else _shortened(str(cell)) for cell in cells]
            for name, cells in released.to_dict(_ROWS).items()}


def _shortened(text: str) -> str:
    return text if len(text) <= _CHARACTERS else text[:_CHARACTERS - 1] + "…"


def html_of(glance: Glance) -> str:
    """As HTML, which takes its colours from the page around it."""
    parts = [f"<p><strong>{html.escape(glance.verdict)}</strong></p>"]
    if glance.warnings:
        items = "".join(f"<li><code>{html.escape(code)}</code>: {html.escape(text)}. "
                        f"<em>To do: {html.escape(remedy)}.</em></li>"
                        for code, text, remedy in glance.warnings)
        parts.append(f"<p>Open warnings</p><ul>{items}</ul>")
    parts.append("<p>Loss per column</p>" + _html_losses(glance))
    if glance.preview is None:
        parts.append(f"<p>{_NO_ROWS}</p>")
    else:
        parts.append(f"<p>{_heading(glance)}</p>{_html_rows(_shown(glance.preview))}")
    return "<div>" + "".join(parts) + "</div>"


def _html_losses(glance: Glance) -> str:
    return html_pairs([*glance.losses, *((", ".join(names), fate) for fate, names in glance.others)])


def html_pairs(rows: Iterable[Tuple[str, Any]]) -> str:
    """A table of two columns, the first of which names the rows."""
    return _html_table("".join(f"<tr>{_cell('th', name, 'row')}{_cell('td', str(value))}</tr>"
                               for name, value in rows))


def _html_rows(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row names the columns."""
    head = "".join(_cell("th", name, "col") for name in rows[0])
    body = "".join(f"<tr>{''.join(_cell('td', cell) for cell in row)}</tr>" for row in rows[1:])
    return _html_table(body, f"<thead><tr>{head}</tr></thead>")


def _html_table(body: str, head: str = "") -> str:
    return f"<table style=\"color:inherit\">{head}<tbody>{body}</tbody></table>"


def _cell(tag: str, text: str, scope: str = "") -> str:
    of = f" scope=\"{scope}\"" if scope else ""
    return f"<{tag}{of} style=\"text-align:left\">{html.escape(text)}</{tag}>"


def _heading(glance: Glance) -> str:
    shown = min(_ROWS, glance.rows)
    return f"First {_count(shown, 'row')} of the release" if shown > 1 else "The release"


def _shown(preview: Mapping[str, List[str]]) -> List[List[str]]:
    """Rows, the names of the columns first; what is too wide is cut."""
    columns = [[_shortened(name), *cells] for name, cells in preview.items()]
    more = len(columns) - _COLUMNS
    if more > 0:
        columns = columns[:_COLUMNS] + [[f"{_count(more, 'more column')}"] +
                                        ["…"] * (len(columns[0]) - 1)]
    return [list(row) for row in zip(*columns)]


def text_of(glance: Glance) -> str:
    """As a few lines of text."""
    lines = textwrap.wrap(f"kanon.Result: {glance.verdict}", _WIDTH)
    if glance.warnings:
        lines.append("Open warnings")
    for code, text, remedy in glance.warnings:
        lines += textwrap.wrap(f"{code}: {text}; to do: {remedy}", _WIDTH,
                               initial_indent="  ", subsequent_indent="    ")
    lines.append("Loss per column")
    rows_of_text = [", ".join(f"{name}: {loss}" for name, loss in glance.losses),
                    *(f"{fate}: {', '.join(names)}" for fate, names in glance.others)]
    for row in rows_of_text:
        lines += textwrap.wrap(row, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    if glance.preview is None:
        return "\n".join([*lines, _NO_ROWS])
    rows = _shown(glance.preview)
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines.append(_heading(glance))
    lines += ["  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
              for row in rows]
    return "\n".join(lines)
