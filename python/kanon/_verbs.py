# SPDX-License-Identifier: Apache-2.0
"""The verbs. Each takes a table (the path of a file, a data frame, a dict of columns, what has
`__arrow_c_stream__`) and a policy, whole or by arguments."""

from __future__ import annotations

import difflib
import json
import os
from fractions import Fraction
from typing import Any, List, Mapping, Optional, Sequence, Union

from kanon import _kanon
from kanon._errors import UsageError
from kanon._frames import hand_over, hand_over_all, is_dask, paths_of
from kanon._log import Run
from kanon._policy import ARGUMENTS, PolicyLike, policy_of
from kanon._progress import ProgressLike
from kanon._result import Audit, Catalogue, Inspection, Report, Result
from kanon._runs import Form, ReleaseOptions, has_address, release, run_settings, settings_of

Names = Union[str, Sequence[str]]


def _names(value: Optional[Names]) -> Optional[List[str]]:
    return None if value is None else [value] if isinstance(value, str) else list(value)


def _refuse_unknown(given: Mapping[str, Any], verb: str) -> None:
    for argument in given:
        if argument not in ARGUMENTS:
            near = difflib.get_close_matches(argument, ARGUMENTS, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"of a policy it takes " \
                f"{', '.join(ARGUMENTS)}"
            raise UsageError(f"{verb}() has no argument '{argument}'; {hint}", attribute=argument)


def anonymize(data: Any, policy: Optional[PolicyLike] = None, *, k: Optional[int] = None,
              roles: Optional[Mapping[str, str]] = None,
              identifying: Optional[Names] = None, quasi_identifying: Optional[Names] = None,
              sensitive: Optional[Names] = None, insensitive: Optional[Names] = None,
              qi: Optional[Names] = None, quasi_identifiers: Optional[Names] = None,
              drop: Optional[Names] = None, keep: Optional[Names] = None,
              hierarchies: Optional[Mapping[str, Any]] = None,
              attributes: Optional[Mapping[str, Any]] = None,
              privacy: Union[None, Mapping[str, Any], Sequence[Mapping[str, Any]]] = None,
              method: Union[None, str, Mapping[str, Any]] = None,
              method_options: Optional[Mapping[str, Any]] = None,
              objective: Optional[str] = None, recoding: Optional[str] = None,
              max_suppression: Union[None, int, float, str] = None,
              suppressed: Optional[str] = None, person: Optional[str] = None,
              accept: Union[None, Mapping[str, str], Names] = None,
              output: Union[None, str, "os.PathLike[str]", Sequence[str]] = None,
              force: bool = False, replace: bool = False,
              keep_index: bool = False, categories: bool = False,
              shuffle: Optional[bool] = None, prove: bool = False,
              strict: bool = False, protect: bool = True, evaluate: bool = False,
              apply: Union[None, str, "os.PathLike[str]"] = None,
              ledger: Union[None, str, "os.PathLike[str]"] = None, not_the_first: bool = False,
              seed: Optional[int] = None, threads: Optional[int] = None,
              time_limit: Optional[float] = None, node_limit: Optional[int] = None,
              stop_after: Optional[float] = None, secret_seed: Optional[int] = None,
              progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None,
              **arguments: Any) -> Result:
    """Anonymize a table so that every person is indistinguishable from at least k - 1 others, and prove it.

    `policy` is a dict with the keys of YAML, the path of a YAML file or a `kanon.Policy`; the
    arguments of this call override it. Roles of columns that neither names are suggested by the
    data.

    `k`: each released row is like at least k - 1 others. **Roles**: `identifying` (or `drop`),
    `quasi_identifying` (or `qi`, `quasi_identifiers`), `sensitive` and `insensitive` (or `keep`) take
    the columns of a role; `roles` is a dict of the role of each column. `hierarchies`: by column, as
    in YAML. `attributes`: by column, all that YAML says of one. `privacy`: further models, such as
    `{"l-diversity": {"attribute": "disease", "l": 3}}`, or a list with those against each adversary,
    `[{"against": ["age", "sex"], "k-anonymity": 5}, {"against": {"any": 2}, "k-anonymity": 3}]`. `method`, `method_options`, `objective`,
    `recoding`, `max_suppression` (a share with a decimal point, or a number of rows), `suppressed`
    (`star` or `drop`), `person`, and by further arguments `types`, `weights`, `recode`, `top`,
    `bottom`, `round`, `class_attribute`, `population`, `patterns`, `missing`, `keep_blank_rows`,
    `derive`, `gs_factor`, `max_set_values`, `suppress_cells`, `separator`, `sensitive_items`, `list_method`,
    `drop_items` (docs/lists.md): as in YAML, docs/policy.md.

    **Without a `policy`** the default protects: amounts that identify rows are rounded, sensitive
    columns get distinct 2-diversity where that costs little (`protect=False` leaves both out), and what
    still discloses too much raises a `kanon.WarnedError`, unless its code is accepted
    (docs/defaults.md).

    **Warnings** that are open are warnings of Python, a `kanon.KanonWarning` each. `accept`: those
    that are accepted, a dict of codes and reasons beside the policy's, or a list of codes.

    `data` may be an address of a table in a database, or a list of them, which are one table.

    `output`: write the release there as well, for each address one; `force` replaces what stands
    there, a table of a database only where nothing depends on it; `replace` fills such a table in
    place, so that its rights, views, indexes and keys stay. `keep_index`: keep
    the index of a data frame, which may identify people. `categories`: text comes back as
    categories, in place of the type that it had. `shuffle`: True, False, or None: where no policy
    file is given, rows are shuffled if their order reveals a column; with m-invariance always.
    `prove`, `strict`, `evaluate`, `apply`: as the command's flags. `ledger`: the file of a ledger
    (`kanon.make_ledger`): the promise is about all of its releases and this one, which is added.
    `not_the_first`: the people were released before, and no ledger says how: warn of it. `seed`, `threads` (0: all cores), `node_limit`: how the search is
    run; the number of threads changes no release. `time_limit`: seconds, after which the search
    takes the best release found. `stop_after`: seconds, after which the run stops with a
    `CancelledError` and releases nothing. `secret_seed` fixes what protects by chance, only for
    tests. `progress`: True, False, a callable of stage, done and total, or None: shown on a terminal
    and in a notebook. `read`: how a file is read: `format`, `encoding`, `delimiter`, `quote`,
    `header`, `member`, `sheet`, `table`, `value_labels`, `unpack_limit`, `folder_columns`,
    `decimal_comma`, `thousands`, `keep_blank_rows`, `date_format` (`DD.MM.YYYY`, or by column),
    `show_values`, and `memory` (such as `"4G"`), as the command's flag.

    Ctrl-C ends the run. Raises a `kanon.Error`, which says what is wrong, where, and what to do.

    >>> import kanon
    >>> people = {"age": [34, 36, 47, 49], "zip": ["4051", "4052", "8001", "8002"],
    ...           "disease": ["flu", "angina", "flu", "ulcer"]}
    >>> result = kanon.anonymize(people, k=2, quasi_identifiers=["age", "zip"],
    ...                          sensitive="disease", shuffle=False)
    >>> result.table["age"]
    ['[34, 36]', '[34, 36]', '[47, 49]', '[47, 49]']
    >>> result.audit.holds, result.audit["min_class"]
    (True, 2)
    """
    _refuse_unknown(arguments, "anonymize")
    given = dict(arguments, k=k, roles=roles, identifying=identifying,
                 quasi_identifying=quasi_identifying, sensitive=sensitive, insensitive=insensitive,
                 qi=qi, quasi_identifiers=quasi_identifiers, drop=drop, keep=keep,
                 hierarchies=hierarchies, attributes=attributes, privacy=privacy, method=method,
                 method_options=method_options, objective=objective, recoding=recoding,
                 max_suppression=max_suppression, suppressed=suppressed, person=person,
                 accept=accept)
    if is_dask(data):
        _refuse_on_cluster(output=output, keep_index=keep_index, shuffle=shuffle, apply=apply,
                           evaluate=evaluate, read=read, secret_seed=secret_seed,
                           suppressed=suppressed, stop_after=stop_after, ledger=ledger,
                           not_the_first=not_the_first)
        from kanon import _dask
        run = run_settings(seed, threads, time_limit, node_limit)
        return _dask.anonymize(data, policy, {argument: value for argument, value in given.items()
                                              if value is not None},
                               run=dict(run, prove=prove, strict=strict), progress=progress,
                               categories=categories)
    options = ReleaseOptions(
        output=None if output is None else paths_of(output, "output"), force=force,
        replace=replace, shuffle=shuffle, prove=prove, strict=strict,
        protect=protect and policy is None, require_fit=policy is None,
        evaluate=evaluate, apply=None if apply is None else os.fspath(apply),
        ledger=None if ledger is None else os.fspath(ledger), not_the_first=not_the_first,
        secret_seed=secret_seed)
    return release(hand_over_all(data), policy_of(policy, given), options, progress=progress,
                   read=read, form=Form(keep_index, categories),
                   run=run_settings(seed, threads, time_limit, node_limit, stop_after))


def _refuse_rows_in_order(shuffled: Optional[bool], *sources: Any) -> None:
    if shuffled is False and any(map(has_address, sources)):
        raise UsageError("shuffled: rows of a database have no order, so they cannot be taken to "
                         "stand in place; leave shuffled=False out", attribute="shuffled")


def _refuse_on_cluster(**given: Any) -> None:
    for argument, value in given.items():
        if value and not (argument == "suppressed" and value == "star"):
            raise UsageError(f"{argument}: not for a data frame of Dask, whose rows stay where they "
                             "are", attribute=argument)


def verify(original: Any, release: Any, policy: Optional[PolicyLike] = None, *,
           shuffled: Optional[bool] = None, show_values: bool = False,
           summary: Union[None, str, "os.PathLike[str]"] = None,
           key: Union[None, str, "os.PathLike[str]"] = None,
           ledger: Union[None, str, "os.PathLike[str]"] = None,
           threads: Optional[int] = None, stop_after: Optional[float] = None,
           progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None,
           read_release: Optional[Mapping[str, Any]] = None, **arguments: Any) -> Audit:
    """Audit a release against its original, whoever made it.

    `release` is a table, or the `Result` of a run, whose policy is then taken. `shuffled`: its rows
    may stand in any order. `summary`: the path of a summary whose figures are to hold. `key`: the
    file of the key by which pseudonyms and shifted dates are derived again. `ledger`: the file of the
    ledger that has the release: all of its releases are held against each other.

    >>> import kanon
    >>> people = {"age": [34, 36, 47, 49]}
    >>> result = kanon.anonymize(people, k=2, roles={"age": "quasi-identifying"}, shuffle=False)
    >>> bool(kanon.verify(people, result.table, result.policy))
    True
    >>> audit = kanon.verify(people, {"age": ["34", "36", "[47, 49]", "[47, 49]"]}, result.policy)
    >>> audit.holds, audit["proofs"][0]["achieved"]
    (False, 1.0)
    """
    _refuse_unknown(arguments, "verify")
    handle = _policy_for(policy, release, arguments)
    from_source, to_source = hand_over(original, "original").source, _release_source(release)
    _refuse_rows_in_order(shuffled, from_source, to_source)
    if isinstance(release, Result) and shuffled is None:
        shuffled = release.shuffled
    options = {"shuffled": bool(shuffled), "show_values": show_values,
               "summary": None if summary is None else os.fspath(summary),
               "keys": None if key is None else [os.fspath(key)],
               "ledger": None if ledger is None else os.fspath(ledger)}
    run = run_settings(threads=threads, stop_after=stop_after)
    with Run("verify", original, progress) as running:
        audit = Audit(_kanon.verify(
            from_source, to_source, handle,
            settings_of(running.tell, read, run, options, read_release)))
        running.found(lambda: {name: audit[name] for name in (
            "rows", "released_rows", "holds", "fault_count")})
    return audit


def _policy_for(policy: Optional[PolicyLike], release: Any,
                arguments: Mapping[str, Any]) -> _kanon.PolicyHandle:
    if policy is None and isinstance(release, Result):
        policy = release.policy
    return policy_of(policy, arguments)


def _release_source(release: Any) -> Any:
    return hand_over(release.released if isinstance(release, Result) else release,
                     "release").source


def inspect(data: Any, *, missing: Optional[Names] = None, threads: Optional[int] = None,
            stop_after: Optional[float] = None, progress: ProgressLike = None,
            read: Optional[Mapping[str, Any]] = None) -> Inspection:
    """Look at the columns of a table, and suggest roles and a policy to start from.

    >>> import kanon
    >>> seen = kanon.inspect({"age": [34, 36, 47], "email": ["a@b.ch", "c@d.ch", "e@f.ch"]})
    >>> {column["name"]: column["role"] for column in seen["columns"]}
    {'age': 'quasi-identifying', 'email': 'identifying'}
    >>> seen.policy.attributes["age"]["role"]
    'quasi-identifying'
    """
    with Run("inspect", data, progress) as running:
        found, policy = _kanon.inspect(
            hand_over(data).source, _names(missing) or [],
            settings_of(running.tell, read, run_settings(threads=threads, stop_after=stop_after)))
        running.found(lambda: {"rows": found["rows"], "columns": len(found["columns"])})
    return Inspection(found, policy)


def _limit(value: Union[None, float, str, Fraction], argument: str) -> Optional[float]:
    """A limit on a risk; a text may be a fraction, such as `1/11`."""
    try:
        return None if value is None else float(Fraction(value) if isinstance(value, str) else value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise UsageError(f"{argument}: {value!r} is not a number", attribute=argument) from None


def risk(original: Any, release: Any = None, policy: Optional[PolicyLike] = None, *,
         threshold: Union[None, float, str, Fraction] = None,
         sample_fraction: Optional[float] = None, weights: Optional[str] = None,
         suda: bool = False, suda_size: Optional[int] = None, rows: bool = False,
         strata: Union[None, str, Sequence[str]] = None, household: Optional[str] = None,
         ledger: Union[None, str, "os.PathLike[str]"] = None, threads: Optional[int] = None, stop_after: Optional[float] = None,
         progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None,
         read_release: Optional[Mapping[str, Any]] = None, **arguments: Any) -> Report:
    """How easily people are found in a table, and in a release of it; docs/risk.md has the keys.

    `weights`: the column of sampling weights. `suda`: look for minimal sample uniques. `rows`: put
    the risk of each row of a table, which then is without a release, under the key `per_row`.
    `strata`: a column or several that tell strata apart, within which rows are counted as well.
    `household`: the column that says who lives together; the keys are those of `kanon risk
    --household` then, and the figures of persons one by one stand under `persons`. `ledger`: of an
    m-invariant release, count the persons that this ledger knows, and no counterfeits.

    >>> import kanon
    >>> found = kanon.risk({"age": [34, 34, 47], "zip": [1, 1, 2]},
    ...                    quasi_identifiers=["age", "zip"])
    >>> found["before"]["uniques"]
    1
    """
    _refuse_unknown(arguments, "risk")
    if rows and release is not None:
        raise UsageError("rows: the risk of each row is that of the table itself; leave the release "
                         "out", attribute="rows")
    handle = _policy_for(policy, release, arguments)
    options = {"threshold": _limit(threshold, "threshold"), "sample_fraction": sample_fraction,
               "weights": weights, "suda": suda, "suda_size": suda_size, "rows": rows,
               "strata": [strata] if isinstance(strata, str) else strata, "household": household,
               "ledger": None if ledger is None else os.fspath(ledger)}
    run = run_settings(threads=threads, stop_after=stop_after)
    handed = hand_over(original, "original")
    with Run("risk", original, progress) as running:
        found, text, per_row = _kanon.risk(
            handed.source, None if release is None else _release_source(release), handle,
            settings_of(running.tell, read, run, options, read_release))
    out = Report(json.loads(found), text)
    if rows:
        from kanon._table import Table
        out["per_row"] = handed.back(Table(per_row), [])
    return out


def tabulate(data: Any, by: Sequence[Names], *, k: int = 5, person: Optional[str] = None,
             total: str = "Total", check: Any = None, policy: Optional[PolicyLike] = None,
             hierarchies: Optional[Mapping[str, Any]] = None, threads: Optional[int] = None,
             time_limit: Optional[float] = None, stop_after: Optional[float] = None,
             progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None,
             read_check: Optional[Mapping[str, Any]] = None) -> Report:
    """Count tables whose small counts cannot be found out; docs/tabulate.md has the keys.

    `by`: the columns of each table; `age@2` is level 2 of the hierarchy of `age`, given by
    `hierarchies` or `policy`, or what suits the column. The tables stand under the key `table`, a
    row for each cell; suppressed counts are `*`. `person`: count the distinct values of this
    column. `check`: check these tables, made by the same arguments.

    >>> import kanon
    >>> made = kanon.tabulate({"sex": [0, 0, 0, 0, 1, 1, 1, 1, 1],
    ...                        "zip": [7, 7, 7, 8, 7, 7, 8, 8, 8]}, by=[["sex", "zip"]], k=2)
    >>> made["suppressed"], made["least_suppressed"], made["table"]["count"][:5]
    (4, 4, ['*', '*', '*', '*', '4'])
    """
    if isinstance(by, str):
        raise UsageError("by: a list of tables, each a list of columns", attribute="by")
    handle = policy_of(policy, {"hierarchies": hierarchies})
    options = {"k": k, "person": person, "total": total}
    run = run_settings(threads=threads, time_limit=time_limit, stop_after=stop_after)
    handed = hand_over(data)
    with Run("tabulate", data, progress) as running:
        found, text, table = _kanon.tabulate(
            handed.source, [_names(columns) or [] for columns in by],
            None if check is None else hand_over(check, "check").source, handle,
            settings_of(running.tell, read, run, options, read_check))
    from kanon._table import Table
    out = Report(json.loads(found), text)
    out["table"] = handed.back(Table(table), [])
    return out


def explore(data: Any, policy: Optional[PolicyLike] = None, *, most_nodes: Optional[int] = None,
            seed: Optional[int] = None, threads: Optional[int] = None,
            time_limit: Optional[float] = None, node_limit: Optional[int] = None,
            stop_after: Optional[float] = None, progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None,
            **arguments: Any) -> Report:
    """Every full-domain release there is to choose from; docs/explore.md has the keys.

    >>> import kanon
    >>> space = kanon.explore({"age": [34, 36, 47, 49]}, k=2,
    ...                       roles={"age": "quasi-identifying"})
    >>> len(space["nodes"]), space.svg[:4]
    (2, '<svg')
    """
    _refuse_unknown(arguments, "explore")
    run = run_settings(seed, threads, time_limit, node_limit, stop_after)
    with Run("explore", data, progress) as running:
        found, svg, text = _kanon.explore(
            hand_over(data).source, policy_of(policy, arguments),
            settings_of(running.tell, read, run, {"most_nodes": most_nodes}))
    return Report(json.loads(found), text, svg=svg)


def compare(data: Any, policy: Optional[PolicyLike] = None, *,
            ks: Optional[Sequence[int]] = None, methods: Optional[Names] = None,
            time_limit: Optional[float] = None, seed: Optional[int] = None,
            threads: Optional[int] = None, node_limit: Optional[int] = None,
            stop_after: Optional[float] = None, progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None,
            **arguments: Any) -> Report:
    """Several releases side by side, loss against risk; none is kept. docs/compare.md has the keys.

    `time_limit`: seconds for each of them.

    >>> import kanon
    >>> runs = kanon.compare({"age": [34, 36, 47, 49]}, ks=[2, 4],
    ...                      roles={"age": "quasi-identifying"})["runs"]
    >>> [run["k"] for run in runs]
    [2, 4]
    """
    _refuse_unknown(arguments, "compare")
    run = run_settings(seed, threads, None, node_limit, stop_after)
    options = {"ks": None if ks is None else [int(one) for one in ks],
               "methods": _names(methods), "seconds_each": time_limit}
    with Run("compare", data, progress) as running:
        found, svg, notes = _kanon.compare(
            hand_over(data).source, policy_of(policy, arguments),
            settings_of(running.tell, read, run, options))
    return Report(json.loads(found), notes, svg=svg)


def evaluate(original: Any, release: Any, policy: Optional[PolicyLike] = None, *,
             target: Optional[Names] = None, parts: Optional[Names] = None,
             regress: Optional[str] = None, folds: Optional[int] = None,
             most_rows: Optional[int] = None, queries: Optional[int] = None,
             dimensions: Optional[int] = None, selectivity: Optional[float] = None,
             gs_factor: Optional[float] = None, shuffled: Optional[bool] = None,
             seed: Optional[int] = None, threads: Optional[int] = None,
             stop_after: Optional[float] = None, progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None,
             read_release: Optional[Mapping[str, Any]] = None, **arguments: Any) -> Report:
    """What a release is still good for, beside its original; docs/evaluate.md has the keys.

    `target`: columns to predict. `parts`: only these of `queries`, `statistics`, `classifiers`,
    `distinguishability`, `measures`.

    >>> import kanon
    >>> people = {"age": [34, 36, 47, 49], "sick": ["yes", "no", "yes", "no"]}
    >>> result = kanon.anonymize(people, k=2, quasi_identifiers="age", sensitive="sick",
    ...                          shuffle=False)
    >>> kanon.evaluate(people, result, parts="statistics")["original_rows"]
    4
    """
    _refuse_unknown(arguments, "evaluate")
    handle = _policy_for(policy, release, arguments)
    from_source, to_source = hand_over(original, "original").source, _release_source(release)
    _refuse_rows_in_order(shuffled, from_source, to_source)
    if isinstance(release, Result) and shuffled is None:
        shuffled = release.shuffled
    run = run_settings(seed, threads, stop_after=stop_after)
    options = {"targets": _names(target), "parts": _names(parts), "regress": regress,
               "folds": folds, "most_rows": most_rows, "queries": queries,
               "dimensions": dimensions, "selectivity": selectivity, "gs_factor": gs_factor,
               "shuffled": bool(shuffled)}
    with Run("evaluate", original, progress) as running:
        found, page, text = _kanon.evaluate(
            from_source, to_source, handle,
            settings_of(running.tell, read, run, options, read_release))
    return Report(json.loads(found), text, page=page)


def methods() -> Catalogue:
    """The catalogue of methods, a dict for each.

    >>> import kanon
    >>> {method["name"]: method["guarantee"] for method in kanon.methods()}["optimal"]
    'exact'
    """
    return Catalogue(_kanon.methods())


def privacy_models() -> Catalogue:
    """The catalogue of privacy models, a dict for each."""
    return Catalogue(_kanon.privacy_models())
