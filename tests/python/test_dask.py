# SPDX-License-Identifier: Apache-2.0
"""Data frames of Dask on a cluster of three workers: only counts leave them."""

import pytest

import kanon

pandas = pytest.importorskip("pandas")
numpy = pytest.importorskip("numpy")
pytest.importorskip("distributed")
dask_frame = pytest.importorskip("dask.dataframe")


@pytest.fixture(scope="module")
def client():
    import distributed
    cluster = distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True,
                                       dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        yield client


def table(rows=3_000, seed=1):
    random = numpy.random.default_rng(seed)
    frame = pandas.DataFrame({
        "name": [f"person {i}" for i in range(rows)],
        "age": random.integers(18, 70, rows),
        "sex": pandas.Categorical(random.choice(["f", "m"], rows)),
        "zip": random.choice(["4051", "4052", "8001", None], rows),
        "disease": random.choice(["flu", "angina", "ulcer", "gout"], rows),
        "cost": random.integers(1, 1000, rows).astype("i4"),
        "note": random.choice(["a", "b", "c"], rows),
    })
    frame.index = frame["name"]
    return frame


WORDS = dict(k=5, quasi_identifiers=["age", "sex", "zip"], sensitive=["disease"],
             identifying=["name"], insensitive=["cost", "note"],
             privacy={"l-diversity": {"attribute": "disease", "l": 2}}, method="mondrian")


def as_rows(frame):
    return sorted(map(tuple, frame.astype(object).where(frame.notna(), None).astype(str).values))


@pytest.mark.parametrize("method", ["mondrian", "optimal", "refine"])
def test_the_release_of_a_cluster_is_proven_and_holds_here(client, method):
    frame = table()
    result = kanon.anonymize(dask_frame.from_pandas(frame, npartitions=7, sort=False),
                             **dict(WORDS, method=method))
    assert isinstance(result.table, dask_frame.DataFrame) and result.table.npartitions == 7
    assert result.audit.holds and result.audit["rows"] == len(frame)
    released = result.table.compute()
    assert list(released.columns) == ["age", "sex", "zip", "disease", "cost", "note"]
    assert not set(frame["name"]) & set(map(str, released.index))
    assert (released["cost"].to_numpy() == frame["cost"].to_numpy()).all()
    assert released["age"].dtype == released["zip"].dtype == object
    assert isinstance(released["sex"].dtype, pandas.CategoricalDtype)
    audit = kanon.verify(frame.reset_index(drop=True), released.reset_index(drop=True),
                         **dict(WORDS, method=method))
    assert audit.holds and audit["classes"] == result.audit["classes"]


def test_text_is_categories_where_they_are_asked_for_and_warnings_are_said_once(client):
    data = dask_frame.from_pandas(table(600).replace({"disease": {"gout": "n/a"}}), npartitions=3,
                                  sort=False)
    with pytest.warns(kanon.KanonWarning) as caught:
        result = kanon.anonymize(data, categories=True, **WORDS)
    codes = [one.message.code for one in caught if one.category is kanon.KanonWarning]
    assert "unknown-spellings" in codes and len(set(codes)) == len(codes)
    assert all(isinstance(result.table[name].dtype, pandas.CategoricalDtype)
               for name in ("age", "sex", "zip"))
    assert "where the release was written" in result._repr_html_()
    with pytest.raises(kanon.UsageError, match="stop_after: not for a data frame of Dask"):
        kanon.anonymize(data, stop_after=5, **WORDS)


def test_rows_alike_may_be_released_as_several_things(client):
    frame = table(600)
    words = {**WORDS, "method": "k-member", "privacy": None}
    data = dask_frame.from_pandas(frame, npartitions=4, sort=False)
    keys = kanon.Plan.keys_of(frame.columns, **words)
    assert kanon.Plan(kanon.count_types(frame, keys), frame.columns, **words).splits
    result = kanon.anonymize(data, **words)
    assert result.audit.holds and len(result.table) == 600
    assert kanon.verify(frame.reset_index(drop=True), result.table.compute().reset_index(drop=True),
                        **words)


def test_it_does_not_matter_how_the_rows_lie(client):
    frame = table()
    releases = [kanon.anonymize(dask_frame.from_pandas(rows, npartitions=parts, sort=False), **WORDS)
                for rows, parts in ((frame, 1), (frame.sample(frac=1, random_state=2), 5))]
    assert as_rows(releases[0].table.compute()) == as_rows(releases[1].table.compute())
    assert releases[0].loss == releases[1].loss


def test_suppressed_rows_show_nothing(client):
    frame = pandas.DataFrame({"q": ["a"] * 10 + ["b"] * 2 + ["c"] * 10, "cost": range(22),
                              "note": ["x", "y"] * 11, "s": [1.5, 2.5] * 11})
    words = dict(k=5, attributes={"q": {"role": "quasi-identifying", "hierarchy": "flat"}},
                 sensitive=["s"], insensitive=["cost", "note"], method="optimal", max_suppression=2)
    result = kanon.anonymize(dask_frame.from_pandas(frame, npartitions=4), **words)
    released = result.table.compute()
    starred = [row in (10, 11) for row in range(22)]
    assert (released["q"] == "*").tolist() == starred and result.audit["suppressed_rows"] == 2
    assert released["cost"].isna().tolist() == starred == released["s"].isna().tolist()
    assert set(released["note"][starred]) == {"*"}
    assert result.table.dtypes["cost"] == released["cost"].dtype == "Int64"
    assert kanon.verify(frame, released.reset_index(drop=True), **words)


def test_only_counts_leave_the_workers(client, monkeypatch):
    from kanon import _plan
    seen = []
    plain = _plan.release
    monkeypatch.setattr(_plan, "release", lambda handed, *args, **words: (
        seen.append(list(handed.labels)), plain(handed, *args, **words))[1])
    kanon.anonymize(dask_frame.from_pandas(table(500), npartitions=3, sort=False), **WORDS)
    assert seen == [["age", "sex", "zip", "disease"]]


def test_pairs_are_proven_by_their_counts():
    frame = table(500).reset_index(drop=True)
    keys = kanon.Plan.keys_of(frame.columns, **WORDS)
    plan = kanon.Plan(kanon.count_types(frame, keys), frame.columns, **WORDS)
    pairs = plan.count_pairs(frame, plan.recode(frame))
    few = plan.audit(pairs)
    assert few["rows"] == 500
    many = plan.audit(pairs.assign(kanon_rows=pairs["kanon_rows"] * 5_000_000))
    assert many["rows"] == 2_500_000_000 and many["min_class"] == few["min_class"] * 5_000_000
    assert many.holds and many["classes"] == few["classes"]


def test_a_release_that_is_not_the_planned_one_is_refused():
    frame = table(500).reset_index(drop=True)
    keys = kanon.Plan.keys_of(frame.columns, **WORDS)
    plan = kanon.Plan(kanon.count_types(frame, keys), frame.columns, **WORDS)
    before = kanon.count_types(frame, keys).iloc[:0]
    released = plan.recode(frame, before)
    assert plan.audit(plan.count_pairs(frame, released)).holds
    spoilt = released.copy()
    spoilt["note"] = "a"
    with pytest.raises(kanon.AuditError, match="was changed"):
        plan.audit(plan.count_pairs(frame, spoilt))
    spoilt = released.assign(age=released["age"].to_numpy()[::-1])
    with pytest.raises(kanon.AuditError, match="refused"):
        plan.audit(plan.count_pairs(frame, spoilt))
    with pytest.raises(kanon.AuditError, match="not counted"):
        plan.recode(frame.assign(age=99), before)


def test_what_cannot_be_done_on_a_cluster_is_refused(client):
    data = dask_frame.from_pandas(table(50), npartitions=2, sort=False)
    for words, says in (
            ({"insensitive": ["cost"]}, "note have no role"),
            ({"person": "name"}, "person"),
            ({"top": {"cost": 10}}, "'cost': on a cluster only quasi-identifiers"),
            ({"attributes": {"zip": {"missing": "drop"}}}, "no rows are dropped"),
            ({"attributes": {"town": {"role": "sensitive"}}}, "no column 'town'")):
        with pytest.raises(kanon.PolicyError, match=says):
            kanon.anonymize(data, **{**WORDS, **words})
    with pytest.raises(kanon.UsageError, match="keep_index"):
        kanon.anonymize(data, keep_index=True, **WORDS)
