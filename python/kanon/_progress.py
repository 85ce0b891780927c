# SPDX-License-Identifier: Apache-2.0
"""How far a run has come, on a terminal or in a notebook."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, Union

#: True, False, None (where somebody looks) or what takes stage, done and total (0: not known).
ProgressLike = Union[None, bool, Callable[[str, float, float], object]]

_PATIENCE = 0.5  # seconds before anything is shown


class Line:
    """One line that is written over, gone in the end."""

    def __init__(self, progress: ProgressLike) -> None:
        self._callable: Optional[Callable[[str, float, float], object]] = None
        self._shows = False
        if callable(progress):
            self._callable = progress
        else:
            self._shows = _somebody_looks() if progress is None else progress
        self._begin = time.monotonic()
        self._width = 0

    def __enter__(self) -> Optional[Callable[[str, float, float], object]]:
        return self._callable or (self._show if self._shows else None)

    def __exit__(self, *_: Any) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

    def _show(self, stage: str, done: float, total: float) -> None:
        if time.monotonic() - self._begin < _PATIENCE:
            return
        text = f"{stage}  {100 * min(done / total, 1):.0f}%" if total > 0 else stage
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = max(self._width, len(text))


def _somebody_looks() -> bool:
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
