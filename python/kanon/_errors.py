# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, as exceptions: one class for each kind, all of them `kanon.Error`."""

from __future__ import annotations

from typing import Any, Tuple


class Error(Exception):
    """What is wrong, where, and what to do about it, in one line.

    No message holds a value of the table unless values were asked for.

    >>> import kanon
    >>> try:
    ...     kanon.anonymize({"age": [1, 2]}, k=2, roles={"age": "quasi-identifyin"})
    ... except kanon.PolicyError as error:
    ...     print(error)
    policy['attributes']['age']['role']: unknown role 'quasi-identifyin' (did you mean 'quasi-identifying'?)
    """

    #: The kind as the library names it: `bad_policy`, `bad_input`, ...
    code = "error"
    #: The file at fault, if one is.
    file: str
    #: The line of that file, counted from 1; 0: not known.
    line: int
    #: The character or field of that line, counted from 1; 0: not known.
    column: int
    #: The attribute or option at fault, if one is.
    attribute: str

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0,
                 attribute: str = "") -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.attribute = attribute

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.file, self.line, self.column, self.attribute)


class UsageError(Error, ValueError):
    """An argument is wrong, or two do not go together."""

    code = "usage"


class InputError(Error, ValueError):
    """The table cannot be read, or is not fit for the job."""

    code = "bad_input"


class PolicyError(Error, ValueError):
    """The policy is malformed, or does not fit the table."""

    code = "bad_policy"


class HierarchyError(Error, ValueError):
    """A hierarchy is malformed, or does not cover the data."""

    code = "bad_hierarchy"


class InfeasibleError(Error):
    """No release can keep the promise."""

    code = "infeasible"


class OutputError(Error, OSError):
    """A target cannot be written."""

    code = "bad_output"

    def __str__(self) -> str:  # OSError would show what it takes for a number and a text
        return str(self.args[0])


class TimedOutError(Error, TimeoutError):
    """The time was over before any release was found."""

    code = "timed_out"

    def __str__(self) -> str:
        return str(self.args[0])


class WarnedError(Error):
    """A warning is open, and `strict` was asked for."""

    code = "warned"


class AuditError(Error):
    """The auditor refused a release: a fault of kanon. Nothing is released."""

    code = "audit_failed"


class CancelledError(Error):
    """The run was stopped."""

    code = "cancelled"
