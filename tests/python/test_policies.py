# SPDX-License-Identifier: Apache-2.0
"""Policies as dict, path and dataclass, and arguments over them."""

import datetime
import pickle

import pytest

import kanon

WORDS = {
    "attributes": {"age": {"role": "quasi-identifying", "hierarchy": {"intervals": [10, 20]}},
                   "zip": {"role": "quasi-identifying", "hierarchy": {"mask": "right"}},
                   "disease": {"role": "sensitive"}},
    "privacy": {"k-anonymity": 2, "l-diversity": {"attribute": "disease", "l": 2}},
    "suppression": {"max": 0.25},
    "method": {"name": "optimal"},
    "gs-factor": 0.5,
}

YAML = """\
attributes:
  age: {role: quasi-identifying, hierarchy: {intervals: [10, 20]}}
  zip: {role: quasi-identifying, hierarchy: {mask: right}}
  disease: {role: sensitive}
privacy:
  k-anonymity: 2
  l-diversity: {attribute: disease, l: 2}
suppression: {max: 0.25}
method: {name: optimal}
gs-factor: 0.5
"""


def test_dict_path_and_dataclass_are_one_policy(people, tmp_path):
    path = tmp_path / "policy.yaml"
    path.write_text(YAML)
    dataclass = kanon.Policy(
        attributes={"age": kanon.Attribute(role="quasi-identifying",
                                           hierarchy={"intervals": [10, 20]}),
                    "zip": kanon.Attribute(role="quasi-identifying", hierarchy={"mask": "right"}),
                    "disease": kanon.Attribute(role="sensitive")},
        privacy=WORDS["privacy"], suppression={"max": 0.25}, method={"name": "optimal"},
        gs_factor=0.5)
    assert dataclass.to_dict() == WORDS
    assert kanon.Policy.from_yaml(YAML).to_dict() == WORDS
    tables = [kanon.anonymize(people, policy, shuffle=False).table
              for policy in (WORDS, path, str(path), dataclass, kanon.Policy.from_dict(WORDS))]
    assert all(table == tables[0] for table in tables)


def test_arguments_override_the_policy(people, tmp_path):
    path = tmp_path / "policy.yaml"
    path.write_text(YAML)
    for policy in (WORDS, path):
        result = kanon.anonymize(people, policy, k=4, method="mondrian", max_suppression=0,
                                 roles={"zip": "identifying"}, shuffle=False)
        assert result.summary["k"] == 4 and result.summary["method"] == "mondrian"
        assert list(result.table) == ["age", "disease"]
        assert [proof["model"] for proof in result.audit["proofs"]] == ["k-anonymity", "l-diversity"]
    assert WORDS["privacy"]["k-anonymity"] == 2  # nobody wrote into it


def test_files_of_a_policy_stand_beside_it(people, tmp_path, monkeypatch):
    (tmp_path / "ages.csv").write_text("34;young;*\n36;young;*\n47;old;*\n49;old;*\n")
    path = tmp_path / "policy.yaml"
    path.write_text("attributes:\n  age: {role: quasi-identifying, hierarchy: {file: ages.csv}}\n")
    for words in ({}, {"k": 4}):
        table = kanon.anonymize({"age": people["age"]}, path, method="optimal", shuffle=False,
                                **{"k": 4, **words}).table
        assert set(table["age"]) == {"young", "old"}
    result = kanon.anonymize({"age": people["age"]}, path, k=4, shuffle=False)
    monkeypatch.chdir("/")
    assert kanon.verify({"age": people["age"]}, result.table, result.policy)


def test_columns_that_were_never_read_are_in_the_policy_of_a_result(people):
    result = kanon.anonymize(people, k=2, identifying=["disease"], shuffle=False)
    assert list(result.table) == ["age", "zip"]
    assert kanon.verify(people, result.table, result.policy)


def test_the_policy_of_a_result_makes_the_same_release(people, release):
    again = kanon.anonymize(people, release.policy, shuffle=False)
    assert again.table == release.table
    assert release.policy.attributes["disease"]["role"] == "sensitive"
    assert kanon.Policy.from_yaml(release.policy.to_yaml()) == release.policy


@pytest.mark.parametrize("policy, says", [
    ({"attributes": {"age": {"rol": "x"}}},
     r"policy\['attributes'\]\['age'\]\['rol'\]: unknown key 'rol'.*did you mean 'role'"),
    ({"privacy": {"k-anonymity": 1}}, r"policy\['privacy'\]\['k-anonymity'\]: "),
    ({"privacy": {"k-anonimity": 2}}, r"policy\['privacy'\]\['k-anonimity'\]: .*k-anonymity"),
    ({"suppression": {"max": "much"}}, r"policy\['suppression'\]\['max'\]: "),
    ({"attributes": {"age": {"hierarchy": {"intervals": [10, 25]}}}},
     r"policy\['attributes'\]\['age'\]\['hierarchy'\]\['intervals'\]"),
    ({"methods": "optimal"}, r"policy\['methods'\]: .*did you mean 'method'"),
    ({"method": "mondriaan"}, "mondrian"),
    ({"attributes": {"aeg": {"role": "sensitive"}}}, "did you mean 'age'"),
    ({"missing": [object()]}, r"policy\['missing'\]\[0\]: a policy holds no object"),
])
def test_errors_name_the_entry(people, policy, says):
    with pytest.raises(kanon.PolicyError, match=says):
        kanon.anonymize(people, policy)


def test_errors_of_files_name_line_and_column(people, tmp_path):
    path = tmp_path / "policy.yaml"
    path.write_text("attributes:\n  age: {rol: x}\n")
    with pytest.raises(kanon.PolicyError) as caught:
        kanon.anonymize(people, path)
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(path), 2, 9)
    with pytest.raises(kanon.PolicyError, match="none.yaml"):
        kanon.anonymize(people, tmp_path / "none.yaml")


def test_errors_are_what_python_knows_and_can_be_pickled(people):
    with pytest.raises(ValueError) as caught:
        kanon.anonymize(people, {"methods": 1})
    assert isinstance(caught.value, kanon.Error) and caught.value.code == "bad_policy"
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and type(again) is kanon.PolicyError
    with pytest.raises(kanon.InfeasibleError):
        kanon.anonymize(people, k=9, quasi_identifiers=["age"])
    with pytest.raises(kanon.WarnedError):
        kanon.anonymize(people, k=2, quasi_identifiers=["age"], insensitive=["zip", "disease"],
                        strict=True)
    with pytest.raises(kanon.HierarchyError):
        kanon.anonymize(people, k=2, attributes={"zip": {
            "role": "quasi-identifying", "hierarchy": {"tree": {"Basel": ["4051"]}}}})


def test_odd_names_and_numbers_reach_the_library():
    table = {'a "b": c': [1, 1, 2, 2], "naïve, №1": ["x"] * 4, "- dash": ["1.50"] * 4, "#": [1] * 4}
    result = kanon.anonymize(table, k=2, quasi_identifiers=['a "b": c'], max_suppression=0.00001,
                             insensitive=["naïve, №1", "- dash", "#"],
                             weights={'a "b": c': 1e-7}, shuffle=False)
    assert list(result.table) == list(table)


def test_no_argument_takes_protection_away_silently(people):
    words = {"k": 2, "shuffle": False}
    with pytest.raises(kanon.PolicyError, match="'age': l-diversity would take it as sensitive"):
        kanon.anonymize(people, privacy={"l-diversity": {"attribute": "age", "l": 2}}, **words)
    policy = {"attributes": {"age": {"role": "quasi-identifying"}}}
    over = kanon.anonymize(people, policy, sensitive="age", **words)
    assert any("sensitive says so, in place of the policy's quasi-identifying" in line
               for line in over.summary["assumptions"])
    alone = kanon.anonymize(people, roles={"age": "insensitive"}, accept=["singles-out"], **words)
    assert any("roles says so; without it, it is generalized" in line
               for line in alone.summary["assumptions"])


@pytest.mark.parametrize("arguments", [
    dict(quasi_identifying=["age", "zip"], sensitive="disease"),
    dict(qi=["age", "zip"], keep=["disease"]),
    dict(quasi_identifiers=["age"], qi="zip", drop="disease"),
    dict(quasi_identifying="age", qi=["age", "zip"], insensitive="disease"),
    dict(roles={"age": "quasi-identifying", "zip": "quasi-identifying", "disease": "identifying"}),
    dict(qi=["age", "zip"], identifying=["disease"]),
])
def test_every_name_of_a_role_gives_it(people, arguments):
    result = kanon.anonymize(people, k=2, shuffle=False, **arguments)
    roles = result.summary["roles"]
    assert roles["age"] == roles["zip"] == "quasi-identifying"
    given = {name for name, value in arguments.items() if "disease" in value} - {"roles"}
    kept = {"sensitive": "sensitive", "keep": "insensitive", "insensitive": "insensitive"}
    assert roles.get("disease", "identifying") == kept.get(next(iter(given), ""), "identifying")
    assert ("disease" in result.table) == bool(given & set(kept))


@pytest.mark.parametrize("arguments, says", [
    (dict(qi="age", keep="age"), "keep: qi makes 'age' quasi-identifying, and this insensitive"),
    (dict(roles={"age": "quasi-identifying"}, drop="age"), "drop: roles makes 'age' quasi-ident"),
    (dict(attributes={"age": {"role": "sensitive"}}, qi="age"), "qi: attributes makes 'age' sens"),
])
def test_arguments_that_contradict_each_other_are_refused(people, arguments, says):
    with pytest.raises(kanon.UsageError, match=says):
        kanon.anonymize(people, k=2, **arguments)


def test_other_verbs_take_the_names_of_roles(people):
    assert kanon.risk(people, qi=["age", "zip"], keep="disease")["before"]["rows"] == 8
    result = kanon.anonymize(people, k=2, qi=["age", "zip"], sensitive="disease", shuffle=False)
    assert kanon.verify(people, result.table, k=2, qi=["age", "zip"], sensitive="disease")
    assert kanon.explore(people, k=2, qi=["age", "zip"], drop="disease")["nodes"]


def test_ages_stand_in_place_of_dates(tmp_path):
    day = datetime.date
    born = {"born": [day(1980, 2, 28), day(1981, 3, 1), day(1990, 7, 1), None], "sex": ["m", "m", "f", "f"]}
    rule = "age at 2024-12-31"
    words = {"attributes": {"born": {"role": "insensitive", "derive": rule},
                            "sex": {"role": "quasi-identifying"}},
             "privacy": {"k-anonymity": 2}}
    asked = {"policy": words, "accept": ["singles-out", "exact-amounts"], "shuffle": False}
    result = kanon.anonymize(born, **asked)
    assert result.table["born"] == [44, 43, 34, None]
    assert result.summary["coded"]["born"]["derive"] == rule
    assert kanon.verify(born, result.table, policy=words)
    named = kanon.Policy(attributes={"born": kanon.Attribute(role="insensitive", derive=rule),
                                     "sex": {"role": "quasi-identifying"}}, privacy={"k-anonymity": 2})
    assert named.to_dict() == words
    by_argument = kanon.anonymize(born, k=2, qi=["sex"], keep=["born"], derive={"born": rule},
                                  accept=["singles-out", "exact-amounts"], shuffle=False)
    assert by_argument.table == result.table
    with pytest.raises(kanon.PolicyError, match="'born'.*age at 2024-12-31"):
        kanon.anonymize(born, k=2, keep=["born"], derive={"born": "years"})
    with pytest.raises(kanon.InputError, match="'born': the value of row 3 is after 1985-01-01"):
        kanon.anonymize(born, k=2, qi=["sex"], keep=["born"], derive={"born": "age at 1985-01-01"})


def test_promises_against_several_adversaries(people):
    privacy = [{"against": ["age"], "k-anonymity": 3}, {"against": {"any": 1}, "k-anonymity": 2}]
    result = kanon.anonymize(people, qi=["age", "zip"], sensitive=["disease"], privacy=privacy,
                             method="optimal")
    assert [one.get("against") for one in result.summary["privacy"]] == 2 * [["age"], {"any": 1}]
    merged = kanon.anonymize(people, k=2, qi=["age", "zip"], sensitive=["disease"],
                             privacy={"against": {"any": 1}}, method="optimal",
                             accept={"disclosure": "a test"})
    assert merged.summary["privacy"][0]["against"] == {"any": 1}
    with pytest.raises(kanon.UsageError, match="have a k each"):
        kanon.anonymize(people, k=5, qi=["age", "zip"], privacy=privacy)
