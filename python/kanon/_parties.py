# SPDX-License-Identifier: Apache-2.0
"""Releases that several parties make together, none of whom sees the others' tables: docs/parties.md."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Dict, Mapping, Optional, Union

from kanon import _kanon
from kanon._errors import UsageError
from kanon._log import Run
from kanon._progress import ProgressLike
from kanon._result import Audit, Report
from kanon._runs import run_settings, settings_of

Path = Union[str, "os.PathLike[str]"]


def _path(value: Any, argument: str) -> str:
    """Parties read and write files: what they have must be there after the run as well."""
    if not isinstance(value, (str, os.PathLike)):
        raise UsageError(f"{argument}: the path of a file is needed, not a {type(value).__name__}; write the "
                         "table to a file first", attribute=argument)
    return os.fspath(value)


def _path_or_none(value: Any, argument: str) -> Optional[str]:
    return None if value is None else _path(value, argument)


def party_show(agreement: Path) -> Report:
    """Say what an agreement promises, and what the parties learn by it beside the release.

    Keys: `protocol`, `summary`, `k`, `key`, `parties` (`name`, `address`, `fingerprint`, `columns`,
    `gets_release`, `miner`), `leakage` (a line for each thing that is learned), `sha256`.

    >>> import kanon, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> agreement = os.path.join(folder.name, "agreement.yaml")
    >>> with open(agreement, "w") as file:
    ...     _ = file.write('''
    ... protocol: jiang-clifton
    ... key: person
    ... parties: {clinic: {columns: [age]}, registry: {columns: [zip]}}
    ... policy:
    ...   attributes: {age: {role: quasi-identifying}, zip: {role: quasi-identifying}}
    ...   privacy: {k-anonymity: 2}
    ... ''')
    >>> shown = kanon.party_show(agreement)
    >>> shown["protocol"], shown["k"], [party["name"] for party in shown["parties"]]
    ('jiang-clifton', 2, ['clinic', 'registry'])
    >>> shown["leakage"][0][:40]
    'Both learn how many rows the other has, '
    """
    with Run("party_show", agreement, False):
        found, text = _kanon.party_show(_path(agreement, "agreement"), settings_of(None, None, run_settings()))
    return Report(json.loads(found), text)


def party_run(agreement: Path, name: str, input: Optional[Path] = None, output: Optional[Path] = None, *,
              yes: bool = False, summary: Optional[Path] = None, identity: Path = ".",
              listen: Optional[str] = None, force: bool = False, idle_seconds: Optional[float] = None,
              connect_seconds: Optional[float] = None, threads: Optional[int] = None,
              stop_after: Optional[float] = None, progress: ProgressLike = None,
              read: Optional[Mapping[str, Any]] = None) -> Report:
    """Take part in a release as the party `name` of an agreement: listen or dial, as it says.

    `input`: the file of this party's table; a miner has none. `output`: where the release goes, for
    who gets it. `yes`: agree to what the other parties learn, see `kanon.party_show`. `summary`: a
    JSON file of what is given back. `identity`: the folder of NAME.key and NAME.crt, which `kanon
    party init` makes. `listen`: `host:port`, in place of the agreement's address. `idle_seconds`,
    `connect_seconds`: end if nothing comes for so long, and wait so long for the others. `force`,
    `threads`, `stop_after`, `progress`, `read`: as of `kanon.anonymize`.

    Keys: those of the command's `--summary`, docs/parties.md. Raises a `kanon.Error`, and then
    nothing is written at any party.
    """
    options = {"yes": yes, "output": _path_or_none(output, "output"),
               "summary": _path_or_none(summary, "summary"), "identity": _path(identity, "identity"),
               "listen": listen, "force": force, "idle_seconds": idle_seconds,
               "connect_seconds": connect_seconds}
    with Run("party_run", "" if input is None else input, progress) as running:
        found, text = _kanon.party_run(
            _path(agreement, "agreement"), name, _path_or_none(input, "input"),
            settings_of(running.tell, read, run_settings(threads=threads, stop_after=stop_after), options))
    return Report(json.loads(found), text)


def party_rehearse(agreement: Path, input: Mapping[str, Path], output: Optional[Path] = None, *,
                   force: bool = False, stop_after: Optional[float] = None,
                   progress: ProgressLike = None) -> Audit:
    """Run all parties on this machine, and audit the release against the joined originals.

    `input`: the file of each party's table, by its name. `output`: a folder for PARTY.csv and
    PARTY.json of each. The parties talk over the loopback address as they would between machines;
    no fingerprints are needed.

    The audit is that of the joint release, as `kanon.verify` gives it, with a further key:
    `parties`, what `kanon.party_run` gives for each, by name.

    >>> import kanon, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> def write(name, text):
    ...     path = os.path.join(folder.name, name)
    ...     with open(path, "w") as file:
    ...         _ = file.write(text)
    ...     return path
    >>> agreement = write("agreement.yaml", '''
    ... protocol: jiang-clifton
    ... key: person
    ... parties: {clinic: {columns: [age]}, registry: {columns: [sick]}}
    ... policy:
    ...   attributes: {age: {role: quasi-identifying}, sick: {role: sensitive}}
    ...   privacy: {k-anonymity: 2}
    ... ''')
    >>> clinic = write("clinic.csv", "person,age\\na,34\\nb,34\\nc,47\\nd,47\\n")
    >>> registry = write("registry.csv", "person,sick\\na,yes\\nb,no\\nc,no\\nd,yes\\n")
    >>> audit = kanon.party_rehearse(agreement, {"clinic": clinic, "registry": registry})
    >>> audit.holds, audit["min_class"], audit["parties"]["clinic"]["released_rows"]
    (True, 2, 4)
    """
    files = [(str(name), _path(path, f"input[{name!r}]")) for name, path in dict(input).items()]
    options = {"output": _path_or_none(output, "output"), "force": force}
    with Run("party_rehearse", [path for _, path in files], progress) as running, \
            tempfile.TemporaryDirectory(prefix="kanon-") as private:
        audit, outcomes, _ = _kanon.party_rehearse(
            _path(agreement, "agreement"), files, private,
            settings_of(running.tell, None, run_settings(stop_after=stop_after), options))
    found: Dict[str, Any] = dict(audit)
    found["parties"] = {one["party"]: one for one in map(json.loads, outcomes)}
    return Audit(found)
