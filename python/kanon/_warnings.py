# SPDX-License-Identifier: Apache-2.0
"""What a release does not protect, as warnings of Python."""

from __future__ import annotations

import contextlib
import contextvars
import os
import sys
import warnings
from typing import Any, Dict, Iterator, Sequence, Tuple

from kanon._log import logger

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


class KanonWarning(UserWarning):
    """A warning of a run that nobody accepted: docs/warnings.md lists the codes.

    Each open warning of a run is warned of once, when the run has ended. Where a filter makes errors
    of warnings, the first one is raised, and nothing is lost: it carries the `result`, and
    `result.warnings` lists all of them. What was written to `output` stays; `strict=True` refuses
    before anything is written.

    >>> import kanon, warnings
    >>> people = {"age": [30, 30, 47, 47], "disease": ["flu", "Flu", "ulcer", "flu"]}
    >>> with warnings.catch_warnings():
    ...     warnings.filterwarnings("error", category=kanon.KanonWarning)
    ...     try:
    ...         kanon.anonymize(people, k=2, qi="age", shuffle=False,
    ...                         privacy={"l-diversity": {"attribute": "disease", "l": 2}})
    ...     except kanon.KanonWarning as warning:
    ...         print(warning.code, warning.columns, warning.result.table["age"])
    twin-values ['disease'] ['30', '30', '47', '47']
    """

    #: What kind it is, the word by which `accept` accepts it.
    code: str
    #: The columns that it is about.
    columns: Sequence[str]
    #: What to do about it.
    remedy: str
    #: The result of the run, if it has one.
    result: Any

    def __init__(self, message: str, code: str = "", columns: Sequence[str] = (), remedy: str = "",
                 result: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.columns = list(columns)
        self.remedy = remedy
        self.result = result

    def __reduce__(self) -> Tuple[Any, ...]:  # the result holds the table, and is not for a pickle
        return type(self), (str(self), self.code, self.columns, self.remedy)


_announces: contextvars.ContextVar[bool] = contextvars.ContextVar("kanon_announces", default=True)


@contextlib.contextmanager
def unannounced() -> Iterator[None]:
    """Runs within are steps of another one, which announces what is open when it is done."""
    before = _announces.set(False)
    try:
        yield
    finally:
        _announces.reset(before)


def announce(result: Any) -> None:
    """Warn of each open warning of a result, at the line that asked for the run."""
    if not _announces.get():
        return
    found = [warning_of(said, result) for said in result.warnings if not said["accepted"]]
    for warning in found:
        logger.warning("%s", warning)
    for warning in found:
        warn(warning)


def warning_of(said: Dict[str, Any], result: Any = None) -> KanonWarning:
    """A warning as the library lists it."""
    return KanonWarning(f"{said['code']}: {said['text']}; to do: {said['remedy']}", said["code"],
                        said["columns"], said["remedy"], result)


def warn(warning: Warning) -> None:
    """Warn at the line that called the package."""
    warnings.warn(warning, stacklevel=_levels_within() + 1)


def _levels_within() -> int:
    """How many frames of this package stand above the line that called it."""
    frame = sys._getframe(1)
    levels = 0
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
        levels += 1
    return levels
