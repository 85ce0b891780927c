# SPDX-License-Identifier: Apache-2.0
"""Open warnings of a run are warnings of Python."""

import pickle
import warnings

import pytest

import kanon

#: What is warned of: a value that is spelled in two ways.
PEOPLE = {"age": [30] * 4 + [47] * 4, "disease": ["flu", "Flu", "ulcer", "gout"] * 2}
POLICY = dict(k=2, qi="age", privacy={"l-diversity": {"attribute": "disease", "l": 2}},
              shuffle=False)
#: Two warnings: another value says that nothing is known.
UNCLEAR = {"age": PEOPLE["age"], "disease": ["flu", "Flu", "n/a", "gout"] * 2}


def caught_of(run):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run()
    return [one for one in caught if issubclass(one.category, kanon.KanonWarning)]


def test_an_open_warning_is_warned_of_where_the_run_was_asked_for():
    result = []
    caught = caught_of(lambda: result.append(kanon.anonymize(PEOPLE, **POLICY)))
    assert [one.message.code for one in caught] == ["twin-values"]
    assert caught[0].filename == __file__
    said = caught[0].message
    listed = result[0].warnings[0]
    assert (said.code, said.columns, said.remedy) == ("twin-values", ["disease"], listed["remedy"])
    assert str(said).startswith("twin-values: 'disease'") and str(said).endswith(said.remedy)
    assert said.result is result[0] and "--" not in said.remedy


def test_each_warning_of_a_run_is_said_once_and_again_by_the_next():
    def twice():
        for _ in range(2):
            kanon.anonymize(UNCLEAR, **POLICY)
    codes = [one.message.code for one in caught_of(twice)]
    assert codes == ["twin-values", "unknown-spellings"] * 2


@pytest.mark.parametrize("accept, reason", [
    ({"twin-values": "spelled as the ward does"}, "spelled as the ward does"),
    (["twin-values"], "accepted by the caller"),
    ("twin-values", "accepted by the caller"),
])
def test_what_is_accepted_is_not_warned_of(accept, reason):
    result = []
    assert not caught_of(lambda: result.append(kanon.anonymize(PEOPLE, accept=accept, strict=True,
                                                               **POLICY)))
    assert result[0].warnings[0]["accepted"] == reason
    assert result[0].policy.accept == {"twin-values": reason}


def test_accepted_codes_are_added_to_those_of_the_policy(tmp_path):
    policy = {"accept": {"unknown-spellings": "n/a is an answer"}}
    path = tmp_path / "policy.yaml"
    path.write_text("attributes: {age: {role: quasi-identifying}}\naccept:\n  unknown-spellings: n/a is an answer\n")
    for given in (policy, path):
        result = kanon.anonymize(UNCLEAR, given, accept={"twin-values": "two wards"},
                                 strict=True, **POLICY)
        assert result.policy.accept == {"unknown-spellings": "n/a is an answer",
                                        "twin-values": "two wards"}
    assert policy == {"accept": {"unknown-spellings": "n/a is an answer"}}
    with pytest.raises(kanon.PolicyError, match=r"policy\['accept'\]\['twins'\]"):
        kanon.anonymize(PEOPLE, accept=["twins"], **POLICY)
    with pytest.raises(kanon.PolicyError, match=r"policy\['accept'\]\['twin-values'\]"):
        kanon.anonymize(PEOPLE, accept={"twin-values": ""}, **POLICY)


def test_warnings_can_be_errors_and_nothing_is_lost(tmp_path):
    target = tmp_path / "release.csv"
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=kanon.KanonWarning)
        with pytest.raises(kanon.KanonWarning) as caught:
            kanon.anonymize(PEOPLE, output=target, **POLICY)
        assert caught.value.result.audit.holds
        assert caught.value.result.table["age"] == ["30"] * 4 + ["47"] * 4
        assert len(target.read_text().splitlines()) == 9
        assert kanon.anonymize(PEOPLE, accept=["twin-values"], **POLICY).audit.holds
        with pytest.raises(kanon.WarnedError):
            kanon.anonymize(PEOPLE, strict=True, **POLICY)


def test_a_filter_can_name_a_code():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="twin-values:")
        assert kanon.anonymize(PEOPLE, **POLICY).audit.holds


def test_a_warning_is_a_user_warning_and_can_be_pickled():
    warning = caught_of(lambda: kanon.anonymize(PEOPLE, **POLICY))[0].message
    again = pickle.loads(pickle.dumps(warning))
    assert isinstance(again, UserWarning) and str(again) == str(warning)
    assert (again.code, again.columns, again.remedy, again.result) == (
        warning.code, warning.columns, warning.remedy, None)


def test_runs_of_many_steps_warn_once():
    tables = dict(people=lambda: kanon.search(PEOPLE, model=lambda rows: True, **{
        name: value for name, value in POLICY.items() if name != "shuffle"}))
    tables["task"] = lambda: kanon.Task(PEOPLE, counts=[1] * 8, **{
        name: value for name, value in POLICY.items() if name != "shuffle"}).solve()
    tables["estimator"] = lambda: kanon.Anonymizer(**{
        name: value for name, value in POLICY.items() if name != "shuffle"}).fit(PEOPLE)
    for name, run in tables.items():
        caught = caught_of(run)
        assert [one.message.code for one in caught] == ["twin-values"], name
        assert caught[0].filename == __file__, name


def test_an_estimator_is_fitted_when_its_warning_is_an_error():
    model = kanon.Anonymizer(k=2, qi="age", privacy=POLICY["privacy"])
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=kanon.KanonWarning)
        with pytest.raises(kanon.KanonWarning):
            model.fit(PEOPLE)
    assert model.transform(PEOPLE)["disease"] == PEOPLE["disease"]
