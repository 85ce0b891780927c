# SPDX-License-Identifier: Apache-2.0
"""What the verbs give back."""

import json
import subprocess

import pytest

import kanon


def test_a_result_tells_what_was_released(release, tmp_path):
    assert release.audit.holds and bool(release.audit)
    assert release.bound is not None and 0 <= release.bound <= release.loss
    assert release.gap == pytest.approx(0, abs=1) and release.loss_by("dm") > 0
    assert sum(release.classes["rows"]) == 8 and set(release.classes) == {"age", "zip", "rows"}
    assert {warning["code"] for warning in release.warnings} <= \
        {warning["code"] for warning in release.summary["warnings"]}
    assert release.summary["rows"] == 8 and "Proven by the auditor" in str(release)
    page = tmp_path / "report.html"
    release.report(page, title="Eight <people>", date="")
    assert "Eight &lt;people&gt;" in page.read_text() and "<script" not in page.read_text()
    with pytest.raises(kanon.OutputError, match="exists"):
        release.report(page)
    release.report(page, force=True)


def test_verify_takes_results_tables_and_files(people, release, tmp_path):
    assert kanon.verify(people, release)
    assert kanon.verify(people, release.table, release.policy)
    release.released.write(tmp_path / "release.csv")
    assert kanon.verify(people, tmp_path / "release.csv", release.policy)
    spoilt = dict(release.table, age=["34"] * 8)
    audit = kanon.verify(people, spoilt, release.policy)
    assert not audit and audit.faults[0]["attribute"] == "age" and audit["fault_count"] == 6
    assert "does not cover" in str(audit) and "not every promise" in audit._repr_html_()
    lost = {name: cells[1:] for name, cells in release.table.items()}
    assert not kanon.verify(people, lost, release.policy)


def test_rows_whose_order_tells_are_shuffled_and_said():
    table = {"q": [i // 10 for i in range(200)], "s": [f"{i:03}" for i in range(200)]}
    with pytest.warns(UserWarning, match="random order"):
        result = kanon.anonymize(table, k=5, quasi_identifiers=["q"], sensitive=["s"], secret_seed=7)
    assert result.shuffled and result.table["s"] != table["s"]
    assert sorted(result.table["s"]) == table["s"]
    assert kanon.verify(table, result)
    assert kanon.anonymize(table, k=5, quasi_identifiers=["q"], sensitive=["s"],
                           shuffle=False).table["s"] == table["s"]


def test_a_decision_is_carried_to_another_table(people, tmp_path):
    words = dict(k=2, quasi_identifiers=["age", "zip"], sensitive="disease", method="optimal",
                 shuffle=False)
    first = kanon.anonymize(people, **words)
    path = tmp_path / "recoding.json"
    first.save_recoding(path)
    twice = {name: cells * 2 for name, cells in people.items()}
    again = kanon.anonymize(twice, apply=path, **words)
    assert again.table == {name: cells * 2 for name, cells in first.table.items()}
    assert again.summary["method"] == "apply" and path.read_text() == first.recoding


def test_inspect_suggests_what_the_command_suggests(program, stays):
    table, _ = stays
    theirs = json.loads(subprocess.run([program, "inspect", table, "--json"], check=True,
                                       capture_output=True).stdout)
    found = kanon.inspect(table)
    assert found["columns"] == theirs["columns"] and found["least_sets"] == theirs["least_sets"]
    assert found["person"] == theirs["person"]
    assert kanon.anonymize(table, found.policy, k=5, method="mondrian", shuffle=True).audit.holds
    assert "attributes:" in found.policy_yaml() and "<table" in found._repr_html_()


def test_risk_is_that_of_the_command(program, stays, tmp_path):
    table, policy = stays
    subprocess.run([program, "risk", table, "-p", policy, "--json", tmp_path / "risk.json",
                    "--quiet"], check=True)
    found = kanon.risk(table, policy=policy)
    assert found == json.loads((tmp_path / "risk.json").read_text())
    result = kanon.anonymize(table, policy, method="mondrian")
    after = kanon.risk(table, result)
    assert after["after"]["prosecutor"]["highest"] <= found["before"]["prosecutor"]["highest"]
    rows = kanon.risk(table, policy=policy, rows=True)["per_row"]
    assert len(rows) == 400 and "risk" in str(after)
    with pytest.raises(kanon.UsageError, match="rows"):
        kanon.risk(table, result, rows=True)


def test_strata_and_households_are_those_of_the_command(program, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("house,age,region,w\n"
                    "h1,40,a,10\nh1,38,a,20\nh2,40,b,30\nh2,50,b,40\nh3,40,b,50\n")
    flags = ["--qi", "age", "--keep", "region", "--weights", "w", "--quiet", "--threshold", "0.5"]
    subprocess.run([program, "risk", path, *flags, "--drop", "house", "--strata", "region",
                    "--json", tmp_path / "strata.json"], check=True)
    subprocess.run([program, "risk", path, *flags, "--household", "house", "--json", tmp_path / "house.json",
                    "--rows", tmp_path / "rows.csv"], check=True)
    words = dict(quasi_identifiers="age", insensitive="region", weights="w", threshold=0.5)
    strata = kanon.risk(path, strata="region", drop="house", **words)
    assert strata == json.loads((tmp_path / "strata.json").read_text())
    assert strata["strata"]["all"]["uniques"] == 3
    house = kanon.risk(path, household="house", **words)
    assert house == json.loads((tmp_path / "house.json").read_text())
    data = {"house": ["h1", "h1", "h2", "h2", "h3"], "age": [40, 38, 40, 50, 40],
            "region": ["a", "a", "b", "b", "b"], "w": [10, 20, 30, 40, 50]}
    rows = kanon.risk(data, household="house", rows=True, **words)["per_row"]
    risks = [float(value) for value in rows["household_risk"]]
    alone = [float(value) for value in rows["individual_risk"]]
    assert abs(risks[0] - (1 - (1 - alone[0]) * (1 - alone[1]))) < 1e-12
    assert abs(risks[4] - alone[4]) < 1e-12
    assert abs(house["household"]["expected"] - sum(risks)) < 1e-9


def test_explore_and_compare_are_those_of_the_command(program, people, tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "people.csv"
    pandas.DataFrame(people).to_csv(path, index=False)
    flags = ["--qi", "age,zip", "--sensitive", "disease", "--quiet"]
    subprocess.run([program, "explore", path, "-o", tmp_path / "space.json", "--k", "2", *flags],
                   check=True)
    words = dict(quasi_identifiers=["age", "zip"], sensitive="disease")
    space = kanon.explore(path, k=2, **words)
    assert space == json.loads((tmp_path / "space.json").read_text())
    assert space.svg.startswith("<svg") and space._repr_html_() == space.svg
    compared = kanon.compare(people, ks=[2, 4], methods=["optimal", "mondrian"], **words)
    assert [(run["method"], run["k"]) for run in compared["runs"]] == [
        ("optimal", 2), ("optimal", 4), ("mondrian", 2), ("mondrian", 4)]
    compared.save(tmp_path / "compared.svg")
    assert (tmp_path / "compared.svg").read_text() == compared.svg


def test_evaluate_takes_targets_and_parts(stays):
    table, policy = stays
    result = kanon.anonymize(table, policy, method="mondrian")
    found = kanon.evaluate(table, result, target="diagnosis", parts=["classifiers"], most_rows=500)
    assert found["classifiers"] and not found["queries"]["errors"]
    with pytest.raises(kanon.UsageError, match="no part of an evaluation"):
        kanon.evaluate(table, result, parts="classifier")
    assert found.page.startswith("<!DOCTYPE") or "<html" in found.page


def test_catalogues_are_those_of_the_command(program):
    theirs = json.loads(subprocess.run([program, "methods", "--json"], check=True,
                                       capture_output=True).stdout)
    assert [method["name"] for method in kanon.methods()] == [method["name"] for method in theirs]
    for ours, other in zip(kanon.methods(), theirs):
        assert {key: ours[key] for key in ours} == {key: other[key] for key in ours}
    pandas = pytest.importorskip("pandas")
    assert isinstance(kanon.privacy_models().to_pandas(), pandas.DataFrame)
    assert "k-anonymity" in kanon.privacy_models()._repr_html_()


def test_count_tables_hide_small_counts(tmp_path):
    people = {"sex": list("FFFFMMMMM"), "ill": list("xxxyxxyyy"), "who": list("123456789")}
    made = kanon.tabulate(people, by=[["sex", "ill"], ["ill"]], k=2, person="who")
    assert made["verdict"] == "proven" and made["below_k"] == 1 and made["secondary"] == 3
    assert made["suppressed"] == made["least_suppressed"] and "4 suppressed" in str(made)
    table = made["table"]
    assert list(table) == ["sex", "ill", "count"] and table["count"].count("*") == 4
    assert table["sex"][-1] == table["ill"][-1] == "Total" and table["count"][-1] == "9"
    again = {"by": [["sex", "ill"], "ill"], "k": 2, "person": "who"}
    assert kanon.tabulate(people, check=table, **again)["verdict"] == "proven"
    told = dict(table, count=["1" if count == "*" else count for count in table["count"]])
    assert kanon.tabulate(people, check=told, **again)["verdict"] == "broken"
    people["age"] = [31, 32, 33, 34, 35, 61, 62, 63, 64]
    wide = kanon.tabulate(people, by=[["age@1", "sex"], ["age"]], k=2,
                          hierarchies={"age": {"intervals": [30, 60]}})
    assert list(wide["table"]) == ["age@1", "sex", "age", "count"]
    assert wide["table"]["age@1"][:2] == ["[30, 59]", "[30, 59]"] and wide["verdict"] == "proven"
    with pytest.raises(kanon.UsageError, match="levels up to 2"):
        kanon.tabulate(people, by=["age@3"], policy={"attributes": {
            "age": {"hierarchy": {"intervals": [30, 60]}}}})
    with pytest.raises(kanon.UsageError, match=r"\(hierarchies=, policy=\)"):
        kanon.tabulate(people, by=["sex@1"])
    with pytest.raises(kanon.InputError, match=r"\(total=\)"):
        kanon.tabulate(people, by=["sex"], total="F")
    with pytest.raises(kanon.UsageError, match="no such column"):
        kanon.tabulate(people, by=[["eage"]])
    with pytest.raises(kanon.UsageError, match="list of tables"):
        kanon.tabulate(people, by="sex")
