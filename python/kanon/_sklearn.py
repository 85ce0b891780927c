# SPDX-License-Identifier: Apache-2.0
"""Anonymization by the conventions of scikit-learn, and without it."""

from __future__ import annotations

import inspect
from typing import (TYPE_CHECKING, Any, Dict, Hashable, Iterable, List, Mapping, Optional, Sequence,
                    Tuple, Union)

from kanon._arrays import is_numpy
from kanon._errors import Error, InputError, UsageError
from kanon._frames import is_pandas
from kanon._policy import ROLES
from kanon._result import Result
from kanon._verbs import anonymize
from kanon._warnings import announce, unannounced

if TYPE_CHECKING:
    class _Base:
        """What scikit-learn brings along."""

        def get_params(self, deep: bool = True) -> Dict[str, Any]: ...

        def set_params(self, **params: Any) -> "_Base": ...

    class _Outputs:
        """What scikit-learn brings along for the kind of output."""
else:
    try:
        from sklearn.base import BaseEstimator as _Base
        from sklearn.base import TransformerMixin as _Outputs
    except ImportError:
        class _Base:
            """The parameters, as scikit-learn's estimators have them."""

            def get_params(self, deep=True):
                return {name: getattr(self, name)
                        for name in inspect.signature(type(self).__init__).parameters
                        if name != "self"}

            def set_params(self, **params):
                for name, value in params.items():
                    if name not in self.get_params():
                        raise ValueError(f"invalid parameter '{name}'")
                    setattr(self, name, value)
                return self

        class _Outputs:
            """Nothing."""

Row = Tuple[Hashable, ...]


class Anonymizer(_Outputs, _Base):
    """Makes the release of a table of people in a pipeline; the parameters are those of
    `kanon.anonymize`. Rows keep their order, suppressed ones are stars.

    `fit_transform(X)` gives the release of X. `transform(X)` gives the released rows of rows that
    `fit` has seen, as often as it has seen them, and refuses others: nothing is proven of those.
    The fitted estimator holds the original rows: it is as secret as the table.

    Of an array the columns are called `x0`, `x1`, ...; all of them are quasi-identifying unless
    something else is said. `result_` is the `kanon.Result` (not in a pickle).

    >>> import kanon
    >>> people = {"age": [34, 36, 47, 49], "disease": ["flu", "ulcer", "gout", "flu"]}
    >>> anonymizer = kanon.Anonymizer(k=2, quasi_identifiers=["age"], sensitive=["disease"])
    >>> anonymizer.fit_transform(people)["age"]
    ['[34, 36]', '[34, 36]', '[47, 49]', '[47, 49]']
    >>> anonymizer.transform({"age": [49], "disease": ["flu"]})
    {'age': ['[47, 49]'], 'disease': ['flu']}
    """

    def __init__(self, k: Optional[int] = 5, *, policy: Any = None,
                 roles: Optional[Mapping[str, str]] = None, quasi_identifiers: Any = None,
                 sensitive: Any = None, identifying: Any = None, insensitive: Any = None,
                 quasi_identifying: Any = None, qi: Any = None, drop: Any = None, keep: Any = None,
                 hierarchies: Optional[Mapping[str, Any]] = None,
                 attributes: Optional[Mapping[str, Any]] = None,
                 privacy: Union[None, Mapping[str, Any], Sequence[Mapping[str, Any]]] = None,
                 method: Union[None, str, Mapping[str, Any]] = None,
                 method_options: Optional[Mapping[str, Any]] = None,
                 objective: Optional[str] = None, max_suppression: Any = None,
                 person: Optional[str] = None, accept: Any = None, categories: bool = False,
                 seed: Optional[int] = None, threads: Optional[int] = None,
                 time_limit: Optional[float] = None, node_limit: Optional[int] = None,
                 stop_after: Optional[float] = None) -> None:
        self.k = k
        self.policy = policy
        self.roles = roles
        self.quasi_identifiers = quasi_identifiers
        self.sensitive = sensitive
        self.identifying = identifying
        self.insensitive = insensitive
        self.quasi_identifying = quasi_identifying
        self.qi = qi
        self.drop = drop
        self.keep = keep
        self.hierarchies = hierarchies
        self.attributes = attributes
        self.privacy = privacy
        self.method = method
        self.method_options = method_options
        self.objective = objective
        self.max_suppression = max_suppression
        self.person = person
        self.accept = accept
        self.categories = categories
        self.seed = seed
        self.threads = threads
        self.time_limit = time_limit
        self.node_limit = node_limit
        self.stop_after = stop_after

    def fit(self, X: Any, y: Any = None) -> "Anonymizer":
        """Make and prove the release of X. y is not looked at."""
        arguments = self.get_params(deep=False)
        table = self._checked(X, True)
        if not _has_columns(X) and not _gives_roles(arguments):
            arguments["quasi_identifying"] = list(table)
        with unannounced():
            self.result_: Result = anonymize(table, suppressed="star", shuffle=False,
                                             progress=False, **arguments)
        self.released_ = self.result_.table
        self.feature_names_out_ = [str(name) for name in self.released_]
        self.rows_: Dict[Row, List[int]] = {}
        for place, row in enumerate(_rows(table)):
            self.rows_.setdefault(row, []).append(place)
        announce(self.result_)
        return self

    def fit_transform(self, X: Any, y: Any = None, **_: Any) -> Any:
        """The release of X, as the kind of table that X is."""
        self.fit(X, y)
        return _as_array(self.released_) if not _has_columns(X) else self.released_

    def transform(self, X: Any) -> Any:
        """The released rows of rows that `fit` has seen."""
        if not hasattr(self, "rows_"):
            raise _not_fitted(self)
        taken: Dict[Row, int] = {}
        places = []
        for number, row in enumerate(_rows(self._checked(X, False))):
            seen = self.rows_.get(row, [])
            times = taken.get(row, 0)
            if times == len(seen):
                raise InputError(
                    f"row {number + 1} was not among those of fit" + ("" if not times else
                    f" more than {times} times") + ": nothing is proven of it; fit the rows that are "
                    "to be released together")
            taken[row] = times + 1
            places.append(seen[times])
        return self._released_rows(places, X)

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names of the released columns: those of X without the identifying ones."""
        if not hasattr(self, "rows_"):
            raise _not_fitted(self)
        try:
            import numpy
        except ImportError:
            return list(self.feature_names_out_)
        return numpy.asarray(self.feature_names_out_, dtype=object)

    def __getstate__(self) -> Dict[str, Any]:
        above = getattr(super(), "__getstate__", None)
        held = self.__dict__ if above is None else above()
        return {name: value for name, value in dict(held).items() if name != "result_"}

    def _more_tags(self) -> Dict[str, Any]:
        return {"X_types": ["2darray", "string"], "allow_nan": True,
                "preserves_dtype": []}

    def _checked(self, X: Any, is_first: bool) -> Any:
        """A table that the verbs take; its columns as in the first one."""
        if _has_columns(X):
            table = X
        else:
            cells = _array_of(X)
            table = {f"x{j}": cells[:, j] for j in range(cells.shape[1])}
        columns = list(table)
        if is_first:
            self.n_features_in_ = len(columns)
            if is_pandas(X) and all(isinstance(name, str) for name in columns):
                import numpy
                self.feature_names_in_ = numpy.asarray(columns, dtype=object)
            elif hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
            self.columns_ = columns
        elif len(columns) != self.n_features_in_:
            raise ValueError(f"X has {len(columns)} features, but {type(self).__name__} is expecting "
                             f"{self.n_features_in_} features as input")
        elif columns != self.columns_:
            raise ValueError("the columns of X are not those of fit: give those, in their order")
        return table

    def _released_rows(self, places: List[int], X: Any) -> Any:
        if is_pandas(self.released_):
            return self.released_.iloc[places].reset_index(drop=True)
        taken = {name: [cells[place] for place in places]
                 for name, cells in self.released_.items()}
        return _as_array(taken) if not _has_columns(X) else taken


def _has_columns(X: Any) -> bool:
    return is_pandas(X) or (isinstance(X, Mapping) and not hasattr(X, "toarray"))


def _gives_roles(arguments: Mapping[str, Any]) -> bool:
    return any(arguments.get(name) is not None
               for name in ("policy", "roles", "attributes", *ROLES))


def _array_of(X: Any) -> Any:
    """What is no table as an array of two dimensions, by scikit-learn's own check if it is there."""
    try:
        from sklearn.utils import check_array
        return check_array(X, dtype=None, force_all_finite="allow-nan")
    except ImportError:
        if is_numpy(X) and X.ndim == 2:
            return X
        raise UsageError(f"X: {type(X).__name__} is no table; give a data frame, a dict of columns "
                         "or an array of two dimensions") from None


def _as_array(columns: Mapping[str, List[Any]]) -> Any:
    import numpy
    first = next(iter(columns.values()))
    out = numpy.empty((len(first), len(columns)), dtype=object)
    for place, cells in enumerate(columns.values()):
        out[:, place] = cells
    return out


def _rows(table: Any) -> Iterable[Row]:
    """The rows, a missing cell as None."""
    columns = [_cells(table[name]) for name in table]
    return zip(*columns)


def _cells(column: Any) -> List[Hashable]:
    if hasattr(column, "isna"):
        return [None if missing else cell for cell, missing in zip(column, column.isna())]
    cells = column.tolist() if hasattr(column, "tolist") else column
    return [None if cell is None or cell != cell else cell for cell in cells]


def _not_fitted(estimator: Any) -> Exception:
    message = f"this {type(estimator).__name__} is not fitted; call fit first"
    try:
        from sklearn.exceptions import NotFittedError
        return NotFittedError(message)  # type: ignore[no-any-return]
    except ImportError:
        return Error(message)
