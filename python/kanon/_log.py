# SPDX-License-Identifier: Apache-2.0
"""What a run says to the logger `kanon`: its start, its end and its figures at INFO, open warnings
at WARNING, progress at DEBUG. No line holds a value of the data, a path, an address or a password."""

from __future__ import annotations

import logging
import os
import time
from types import TracebackType
from typing import Any, Callable, Mapping, Optional, Tuple, Type

from kanon import _kanon
from kanon._errors import Error
from kanon._progress import Line, ProgressLike

logger = logging.getLogger("kanon")
logger.addHandler(logging.NullHandler())

Tell = Optional[Callable[[str, float, float], object]]


def kind_of(data: Any) -> str:
    """What was handed over, without a word of what is in it or where it is."""
    if isinstance(data, (list, tuple)):
        return f"{len(data)} sources"
    if isinstance(data, (str, os.PathLike)):
        return "a table of a database" if _kanon.is_address(os.fspath(data)) else "a file"
    return "a table in memory"


class Run:
    """A run of a verb: a line of progress while it goes on, and what the logger is to know of it.

    `tell` takes stage, done and total, or is None where nobody follows.
    """

    def __init__(self, verb: str, data: Any, progress: ProgressLike) -> None:
        self._verb = verb
        self._data = data
        self._line = Line(progress)
        self._found = ""
        self._said: Tuple[str, int] = ("", -1)
        self._begin = time.monotonic()
        self.tell: Tell = None

    def found(self, figures: Callable[[], Mapping[str, Any]]) -> None:
        """What the end of the run is to state, counted only if somebody reads it."""
        if logger.isEnabledFor(logging.INFO):
            self._found = "".join(f", {name.replace('_', ' ')} {value}"
                                  for name, value in figures().items())

    def __enter__(self) -> "Run":
        logger.info("%s starts on %s", self._verb, kind_of(self._data))
        self._shown = self._line.__enter__()
        self.tell = self._log_progress if logger.isEnabledFor(logging.DEBUG) else self._shown
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self._line.__exit__()
        seconds = time.monotonic() - self._begin
        if error is None:
            logger.info("%s ends after %.2f s%s", self._verb, seconds, self._found)
        else:
            code = error.code if isinstance(error, Error) else type(error).__name__
            logger.info("%s fails after %.2f s: %s", self._verb, seconds, code)

    def _log_progress(self, stage: str, done: float, total: float) -> None:
        percent = int(100 * min(done / total, 1)) if total > 0 else 0
        if (stage, percent) != self._said:
            self._said = (stage, percent)
            logger.debug("%s: %s%s", self._verb, stage, f", {percent} %" if total > 0 else "")
        if self._shown is not None:
            self._shown(stage, done, total)
