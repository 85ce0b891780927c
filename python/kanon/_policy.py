# SPDX-License-Identifier: Apache-2.0
"""Policies: what each column is, what is promised, how much may be lost. The keys are those of YAML,
see docs/policy.md; a policy is a dict of them, the path of a YAML file, or a `Policy`."""

from __future__ import annotations

import dataclasses
import json
import os
from decimal import Decimal
from fractions import Fraction
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from kanon import _kanon
from kanon._errors import PolicyError, UsageError

_NAME = "policy"  # stands for a policy that is no file in what the library says


@dataclasses.dataclass
class Attribute:
    """What a policy says of one column; what is None is left to the data."""

    role: Optional[str] = None
    type: Optional[str] = None
    separator: Optional[str] = None
    items_file: Optional[str] = None
    items_by: Optional[str] = None
    items_column: Optional[str] = None
    sensitive_items: Optional[str] = None
    list_method: Optional[str] = None
    drop_items: Optional[bool] = None
    hierarchy: Union[None, str, Mapping[str, Any]] = None
    weight: Optional[float] = None
    levels: Optional[Sequence[int]] = None
    recode: Optional[str] = None
    digits: Optional[int] = None
    derive: Optional[str] = None
    bottom: Any = None
    top: Any = None
    round: Any = None
    class_: Optional[bool] = None
    missing: Optional[str] = None


@dataclasses.dataclass
class Policy:
    """A policy as a dataclass: the keys of YAML with underscores for hyphens.

    >>> policy = Policy(attributes={"age": Attribute(role="quasi-identifying")},
    ...                 privacy={"k-anonymity": 3})
    >>> policy.to_dict()
    {'attributes': {'age': {'role': 'quasi-identifying'}}, 'privacy': {'k-anonymity': 3}}
    >>> print(policy.to_yaml().splitlines()[0])
    attributes:
    """

    attributes: Mapping[str, Union[Attribute, Mapping[str, Any], None]] = dataclasses.field(
        default_factory=dict)
    privacy: Union[None, Mapping[str, Any], Sequence[Mapping[str, Any]]] = None
    population: Any = None
    person: Optional[str] = None
    suppression: Optional[Mapping[str, Any]] = None
    patterns: Any = None
    method: Union[None, str, Mapping[str, Any]] = None
    recoding: Optional[str] = None
    objective: Optional[str] = None
    gs_factor: Optional[float] = None
    max_set_values: Optional[int] = None
    missing: Union[None, str, Sequence[str]] = None
    keep_blank_rows: Optional[bool] = None
    accept: Optional[Mapping[str, str]] = None

    def to_dict(self) -> Dict[str, Any]:
        """The policy as a dict with the keys of YAML."""
        return _plain(self)  # type: ignore[no-any-return]

    def to_yaml(self) -> str:
        """The policy as YAML, to be kept in a file."""
        return _parsed(self.to_dict(), None).text()

    @classmethod
    def from_dict(cls, words: Mapping[str, Any]) -> "Policy":
        """A policy from a dict with the keys of YAML.

        >>> Policy.from_dict({"privacy": {"k-anonymity": 3}, "gs-factor": 0.5}).gs_factor
        0.5
        """
        fields = {field.name for field in dataclasses.fields(cls)}
        out: Dict[str, Any] = {}
        for key, value in words.items():
            name = str(key).replace("-", "_")
            if name not in fields:
                raise PolicyError(f"policy[{key!r}]: unknown key", attribute=str(key))
            out[name] = value
        return cls(**out)

    @classmethod
    def from_yaml(cls, text: str) -> "Policy":
        """A policy from the text of a YAML file."""
        _kanon.parse_policy(text, _NAME)
        return cls.from_dict(_kanon.python_of_yaml(text))


#: What the verbs take for a policy.
PolicyLike = Union[Policy, Mapping[str, Any], str, "os.PathLike[str]"]


def _plain(value: Any) -> Any:
    """Plain dicts, lists and scalars; fields of dataclasses that are None are left out."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name.rstrip("_").replace("_", "-"): _plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if getattr(value, field.name) is not None
            and not (field.name == "attributes" and not getattr(value, field.name))
        }
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value) if isinstance(value, (set, frozenset)) else value
        return [_plain(item) for item in items]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        return value.item()  # a number of numpy's
    return value


_Path = Tuple[Union[str, int], ...]

#: A column, the argument that gave its role over the policy, and what the policy had said or "".
_GivenRole = Tuple[str, str, str]


def _lines(value: Any, path: _Path, before: str, behind: str) -> Iterator[Tuple[str, _Path]]:
    """JSON, which is YAML, a line for each entry, and whose line it is."""
    if isinstance(value, dict) and value:
        yield before + "{", path
        last = len(value) - 1
        for i, (key, item) in enumerate(value.items()):
            name = json.dumps(key, ensure_ascii=False)
            yield from _lines(item, path + (key,), name + ": ", "" if i == last else ",")
        yield "}" + behind, path
    elif isinstance(value, list) and value:
        yield before + "[", path
        last = len(value) - 1
        for i, item in enumerate(value):
            yield from _lines(item, path + (i,), "", "" if i == last else ",")
        yield "]" + behind, path
    else:
        yield before + _scalar(value, path) + behind, path


def _scalar(value: Any, path: _Path) -> str:
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        return format(Decimal(repr(value)), "f")  # no exponent
    if value is None or isinstance(value, (str, bool, int, float, dict, list)):
        return json.dumps(value, ensure_ascii=False)
    if hasattr(value, "isoformat"):
        return json.dumps(value.isoformat())
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise PolicyError(f"{_place(path)}: a policy holds no {type(value).__name__}; "
                      "use strings, numbers, lists and dicts")


def _place(path: _Path) -> str:
    return _NAME + "".join(f"[{part!r}]" for part in path)


def _parsed(words: Dict[str, Any], like: Optional[_kanon.PolicyHandle],
            roles: Sequence[_GivenRole] = ()) -> _kanon.PolicyHandle:
    """The policy of a dict. Its errors name the entry at fault."""
    text = []
    paths: List[_Path] = []
    for line, path in _lines(words, (), "", ""):
        text.append(line)
        paths.append(path)
    try:
        return _kanon.parse_policy("\n".join(text), _NAME, like, list(roles))
    except PolicyError as error:
        if error.file != _NAME or not 0 < error.line <= len(paths):
            raise
        message = str(error).split(": ", 1)[-1]
        raise PolicyError(f"{_place(paths[error.line - 1])}: {message}",
                          attribute=error.attribute) from None


#: The arguments that give columns a role: each role by its name, and by the command's short flags.
ROLES = {
    "quasi_identifying": "quasi-identifying",
    "quasi_identifiers": "quasi-identifying",
    "qi": "quasi-identifying",
    "sensitive": "sensitive",
    "identifying": "identifying",
    "drop": "identifying",
    "insensitive": "insensitive",
    "keep": "insensitive",
}
_OF_ATTRIBUTES = {
    "roles": "role",
    "hierarchies": "hierarchy",
    "types": "type",
    "separator": "separator",
    "sensitive_items": "sensitive-items",
    "list_method": "list-method",
    "drop_items": "drop-items",
    "weights": "weight",
    "recode": "recode",
    "derive": "derive",
    "top": "top",
    "bottom": "bottom",
    "round": "round",
    "pseudonym": "pseudonym",
    "shift": "shift",
}
#: The keys of a policy that hold one value are the library's own.
_TOP = {key.replace("-", "_"): key
        for key in ("method", "population", "patterns", "missing", *_kanon.policy_keys())}
_SUPPRESSION = {"max_suppression": "max", "suppress_cells": "cells", "suppressed": "rows"}
_OTHER = ("k", "attributes", "privacy", "class_attribute", "accept", "method_options")

#: Every argument by which a verb takes a part of a policy.
ARGUMENTS = (*ROLES, *_OF_ATTRIBUTES, *_TOP, *_SUPPRESSION, *_OTHER)


def _attribute(words: Dict[str, Any], name: Any) -> Dict[str, Any]:
    attributes = words.setdefault("attributes", {})
    if attributes.get(str(name)) is None:
        attributes[str(name)] = {}
    return attributes[str(name)]  # type: ignore[no-any-return]


def _names(value: Any, word: str) -> List[str]:
    if isinstance(value, str):
        return [value]
    try:
        return [str(name) for name in value]
    except TypeError:
        raise UsageError(f"{word}: a list of columns is needed", attribute=word) from None


def _pairs(value: Any, word: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise UsageError(f"{word}: a dict is needed, such as {{'column': ...}}", attribute=word)
    return value


def _give_role(roles: Dict[str, Tuple[str, str]], name: Any, argument: str, role: str) -> None:
    """Note which argument gave a column its role. Two arguments must agree."""
    first, said = roles.setdefault(str(name), (argument, role))
    if said != role:
        raise UsageError(f"{argument}: {first} makes '{name}' {said}, and this {role}; give it one "
                         "role", attribute=str(name))


def _set_attributes(words: Dict[str, Any], given: Mapping[str, Any]) -> List[_GivenRole]:
    before = {name: str((said or {}).get("role") or "")
              for name, said in (words.get("attributes") or {}).items()}
    roles: Dict[str, Tuple[str, str]] = {}
    for name, said in _pairs(given.get("attributes") or {}, "attributes").items():
        plain = _plain(said) or {}
        _attribute(words, name).update(plain)
        if "role" in plain:
            _give_role(roles, name, "attributes", plain["role"])
    for word, key in _OF_ATTRIBUTES.items():
        for name, value in _pairs(given.get(word) or {}, word).items():
            _attribute(words, name)[key] = _plain(value)
            if key == "role":
                _give_role(roles, name, word, _plain(value))
    for word, role in ROLES.items():
        for name in _names(given.get(word) or (), word):
            _give_role(roles, name, word, role)
            _attribute(words, name)["role"] = role
    if given.get("class_attribute") is not None:
        for said in words.get("attributes", {}).values():
            (said or {}).pop("class", None)
        _attribute(words, given["class_attribute"])["class"] = True
    return [(name, word, before.get(name, "")) for name, (word, _) in roles.items()]


def _set_privacy(words: Dict[str, Any], given: Mapping[str, Any]) -> None:
    """Ask for models; a list has those against each adversary, and stands for all that was asked."""
    asked = _plain(given.get("privacy") or {})
    before = words.get("privacy") or {}
    if isinstance(asked, list) or isinstance(before, list):
        if given.get("k") is not None:
            raise UsageError("k: promises against several adversaries have a k each; give each in "
                             "privacy, and leave k out (k=None)", attribute="k")
        if asked:
            words["privacy"] = asked
        return
    privacy = dict(_pairs(asked, "privacy"))
    if given.get("k") is not None:
        privacy["k-anonymity"] = _plain(given["k"])
    if privacy:
        words["privacy"] = {**before, **privacy}


def _set_rest(words: Dict[str, Any], given: Mapping[str, Any]) -> None:
    _set_privacy(words, given)
    for word, key in _SUPPRESSION.items():
        if given.get(word) is not None:
            words["suppression"] = {**(words.get("suppression") or {}), key: _plain(given[word])}
    for word, key in _TOP.items():
        if given.get(word) is not None:
            words[key] = _plain(given[word])
    if given.get("method_options"):
        method = words.get("method", "auto")
        named = dict(method) if isinstance(method, dict) else {"name": method}
        options = _pairs(given["method_options"], "method_options")
        words["method"] = {**named, **{str(key).replace("_", "-"): _plain(value)
                                       for key, value in options.items()}}
    if given.get("accept"):
        words["accept"] = {**(words.get("accept") or {}), **_accepted(given["accept"])}


def _accepted(accept: Any) -> Dict[str, Any]:
    """The warnings that a caller accepts, by code, and why."""
    if isinstance(accept, Mapping):
        return _plain(accept)  # type: ignore[no-any-return]
    codes = [accept] if isinstance(accept, str) else accept
    if isinstance(codes, (list, tuple, set, frozenset)) and \
            all(isinstance(code, str) for code in codes):
        return dict.fromkeys(sorted(codes), "accepted by the caller")
    raise UsageError("accept: a dict such as {'singles-out': 'why'} is needed, or a list of codes",
                     attribute="accept")


def policy_of(policy: Optional[PolicyLike], given: Mapping[str, Any]) -> _kanon.PolicyHandle:
    """The policy, and over it what arguments gave (`k`, `roles`, ...)."""
    given = {word: value for word, value in given.items() if value is not None}
    like: Optional[_kanon.PolicyHandle] = None
    if isinstance(policy, (str, os.PathLike)):
        path = os.fspath(policy)
        like = _kanon.read_policy(path)
        if not given:
            return like
        with open(path, encoding="utf-8-sig") as file:
            words = dict(_kanon.python_of_yaml(file.read()))
    elif policy is None or isinstance(policy, (Policy, Mapping)):
        words = dict(_plain(policy if policy is not None else {}))
    else:
        raise UsageError(f"policy: {type(policy).__name__} is no policy; give a dict, the path of a "
                         "YAML file or a kanon.Policy", attribute="policy")
    if isinstance(words.get("attributes"), Mapping):
        words["attributes"] = {str(key): dict(value) if isinstance(value, Mapping) else value
                               for key, value in words["attributes"].items()}
    roles = _set_attributes(words, given)
    _set_rest(words, given)
    return _parsed(words, like, roles)


def policy_from_handle(handle: _kanon.PolicyHandle) -> Policy:
    """The policy that the library holds."""
    return Policy.from_dict(_kanon.python_of_yaml(handle.text()))
