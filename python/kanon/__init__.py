# SPDX-License-Identifier: Apache-2.0
"""Anonymize tables about people, and prove each release.

>>> import kanon
>>> result = kanon.anonymize({"age": [34, 36, 47, 49]}, k=2, roles={"age": "quasi-identifying"})
>>> result.audit.holds
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List

from kanon import _kanon
from kanon._errors import (AuditError, CancelledError, Error, HierarchyError, InfeasibleError,
                           InputError, OutputError, PolicyError, TimedOutError, UsageError,
                           WarnedError)
from kanon._ledger import ledger_releases, make_ledger
from kanon._linked import (SchemaResult, anonymize_schema, attack_schema, risk_schema,
                           verify_schema)
from kanon._parties import party_rehearse, party_run, party_show
from kanon._policy import Attribute, Policy, PolicyLike
from kanon._result import Audit, Catalogue, Inspection, Report, Result
from kanon._search import search
from kanon._table import Table
from kanon._task import Solution, Task
from kanon._verbs import (anonymize, compare, evaluate, explore, inspect, methods, privacy_models,
                          risk, tabulate, verify)
from kanon._warnings import KanonWarning

if TYPE_CHECKING:
    from kanon._plan import Plan as Plan
    from kanon._plan import count_types as count_types
    from kanon._sklearn import Anonymizer as Anonymizer

__version__ = _kanon.version()

__all__ = [
    "Anonymizer", "Attribute", "Audit", "AuditError", "CancelledError", "Catalogue", "Error",
    "HierarchyError", "InfeasibleError", "InputError", "Inspection", "KanonWarning", "OutputError",
    "Plan", "Policy", "PolicyError", "PolicyLike", "Report", "Result", "SchemaResult", "Solution",
    "Table", "Task", "TimedOutError", "UsageError", "WarnedError", "anonymize", "anonymize_schema",
    "attack_schema", "compare", "count_types", "evaluate", "explore", "inspect", "ledger_releases",
    "make_ledger", "methods", "party_rehearse", "party_run", "party_show", "privacy_models",
    "risk", "risk_schema", "search", "tabulate", "verify", "verify_schema",
]


def __getattr__(name: str) -> Any:
    if name == "Anonymizer":  # what it stands on is large, and loaded where it is wanted
        from kanon._sklearn import Anonymizer
        return Anonymizer
    if name in ("Plan", "count_types"):
        from kanon import _plan
        return getattr(_plan, name)
    raise AttributeError(f"module 'kanon' has no attribute '{name}'")


def __dir__() -> List[str]:
    return sorted(__all__)
