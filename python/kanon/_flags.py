# SPDX-License-Identifier: Apache-2.0
"""What the library says of flags of the command, in the arguments of a call; its errors as exceptions."""

from __future__ import annotations

import re
from typing import Dict, Type

from kanon import _errors, _kanon
from kanon._policy import ARGUMENTS, ROLES

# With the columns or codes behind the flags that take a list of them.
_FLAG = re.compile(r"--(?:(accept|round|input|%s) ('[^']*'|[^\s;,()'][^\s;()']*)|([a-z][a-z-]*))" % "|".join(ROLES))
_SWITCHES = {"shuffle": "shuffle=True", "no-shuffle": "shuffle=False", "no-protection": "protect=False",
             "force": "force=True", "replace": "replace=True", "prove": "prove=True", "strict": "strict=True",
             "class": "class_attribute=", "hierarchy": "hierarchies=", "weight": "weights=",
             "seed": "seed=", "threads": "threads=", "time-limit": "time_limit=",
             "node-limit": "node_limit=", "stop-after": "stop_after=", "apply": "apply=", "output": "output=",
             "input": "input=", "summary": "summary=", "ledger": "ledger=", "not-the-first": "not_the_first=True", "strata": "strata=", "weights": "weights=", "by": "by=", "total": "total=", "policy": "policy=", "identity": "identity=", "listen": "listen=", "yes": "yes=True",
             "idle-seconds": "idle_seconds=", "connect-seconds": "connect_seconds="}
_MODELS = {model["name"] for model in _kanon.privacy_models()}
_READ = _kanon.read_flags()


def _listed(flag: str, words: str) -> str:
    """`round={"cost": STEP}`, `drop=["name", "phone"]`"""
    end = "," if words.endswith(",") else ""
    items = [item.rpartition("=") for item in words.strip("',").split(",")]
    pairs = ", ".join(f'"{name}": {value}' if equal else f'"{value}"' for name, equal, value in items)
    return f"{flag}={{{pairs}}}{end}" if items[0][1] else f"{flag}=[{pairs}]{end}"


def _argument(found: "re.Match[str]") -> str:
    if found[1]:
        return _listed(found[1], found[2])
    flag = found[3]
    name = flag.replace("-", "_")
    if name in ARGUMENTS:
        return f"{name}="
    if flag in _MODELS:
        return f'privacy={{"{flag}": ...}}'
    return _SWITCHES.get(flag) or _READ.get(found[0]) or found[0]


def in_arguments(text: str) -> str:
    """A text that names flags of the command, with the arguments of a call in their place.

    >>> in_arguments("drop it (--drop), or keep the order (--no-shuffle), not --x")
    'drop it (drop=), or keep the order (shuffle=False), not --x'
    >>> in_arguments("the first line is a row; --header overrides this; or ask for --l-diversity")
    'the first line is a row; read={"header": True} overrides this; or ask for privacy={"l-diversity": ...}'
    >>> in_arguments("--round cost=STEP, or --drop cost,pay; to release it: --accept exact-amounts")
    'round={"cost": STEP}, or drop=["cost", "pay"]; to release it: accept=["exact-amounts"]'
    """
    return _FLAG.sub(_argument, text)


_CLASSES: Dict[str, Type[_errors.Error]] = {
    kind.code: kind
    for kind in (_errors.UsageError, _errors.InputError, _errors.PolicyError, _errors.HierarchyError,
                 _errors.InfeasibleError, _errors.OutputError, _errors.TimedOutError,
                 _errors.WarnedError, _errors.AuditError, _errors.CancelledError)
}


def error_of(code: str, message: str, file: str, line: int, column: int,
             attribute: str) -> _errors.Error:
    """The exception for an error of the library, which calls this."""
    return _CLASSES.get(code, _errors.Error)(in_arguments(message), file, line, column, attribute)
