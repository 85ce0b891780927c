# SPDX-License-Identifier: Apache-2.0
"""Whatever is handed over: a clear exception, the frame as it was, the interpreter alive."""

import threading

import pytest

import kanon

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")


@pytest.mark.parametrize("data, says", [
    (pandas.DataFrame({"x": [1, "a"]}), "'x': holds objects of several kinds: whole numbers .row 1"),
    (pandas.DataFrame({"x": ["a", 1.5]}), "several kinds: texts .row 1. and numbers .row 2"),
    (pandas.DataFrame({"x": [[1], [2]]}), "'x': row 1 holds an object of type list"),
    (pandas.DataFrame({"x": [b"a", b"b"]}), "an object of type bytes"),
    (pandas.DataFrame({"x": [2**70, 1]}), "'x': row 1 holds a whole number beyond 64 bits"),
    (pandas.DataFrame({"x": [-2**63 - 1, 1]}), "beyond 64 bits"),
    (pandas.DataFrame({"x": [2**63, -1]}), "below 0 and beyond 63 bits"),
    (pandas.DataFrame({"x": ["\ud800", "b"]}), "'x': row 1 holds a text that is no Unicode"),
    (pandas.DataFrame({"x": ["a\0b", "b"]}), "'x': row 1"),
    (pandas.DataFrame({"x": [float("inf"), 1.0]}), "'x': row 1 .*infinite"),
    (pandas.DataFrame({"x": pandas.to_timedelta([1, 2], unit="s")}), "spans of time"),
    (pandas.DataFrame({"x": [1j, 2j]}), "complex128"),
    (pandas.DataFrame({"x": pandas.Categorical([1, "a"])}), "'x': of its categories: "),
    (pandas.DataFrame([[1, 2]], columns=["x", "x"]), "columns 1 and 2 have one name, 'x'"),
    (pandas.DataFrame([[1, 2]], columns=[1, "1"]), "columns 1 and 2 have one name, '1'"),
    (pandas.DataFrame({"": [1, 2]}), "column 1 has no name"),
    (pandas.DataFrame({("a", "b"): [1, 2]}), "MultiIndex"),
    (pandas.DataFrame({"x": [1, 2]}, index=pandas.MultiIndex.from_tuples([(1, 2), (1, 3)])),
     "MultiIndex"),
    (pandas.DataFrame(), "no columns"),
    (pandas.DataFrame({"x": []}), "no rows"),
    (pandas.DataFrame({"x": pandas.Series([], dtype="category")}), "no rows"),
    ({}, "no columns"),
    ({"x": [1, 2], "y": [1]}, "'y': has 1 row, and the columns before it 2"),
    ({"x": "text"}, "'x': str is no column"),
    ({"x": 5}, "'x': int is no column"),
    ({"x": numpy.zeros((2, 2))}, "2 dimensions"),
    ({"x": memoryview(b"abcd").cast("B", [2, 2])}, "2 dimensions"),
])
def test_bad_tables_are_refused_clearly(data, says):
    before = data.copy()
    with pytest.raises(kanon.InputError, match=says):
        kanon.anonymize(data, k=2)
    if isinstance(data, pandas.DataFrame):
        pandas.testing.assert_frame_equal(data, before)


def test_messages_hold_no_value():
    with pytest.raises(kanon.InputError) as caught:
        kanon.anonymize({"x": ["Huber", 47110815]}, k=2)
    assert "Huber" not in str(caught.value) and "47110815" not in str(caught.value)


@pytest.mark.parametrize("data", [None, 5, [1, 2], {1, 2}, object(), numpy.zeros((2, 2))])
def test_what_is_no_table_is_refused(data):
    with pytest.raises(kanon.UsageError, match="is no table"):
        kanon.anonymize(data, k=2)


def test_missing_cells_of_all_kinds_are_one(tmp_path):
    frame = pandas.DataFrame({"x": ["a", None, float("nan"), pandas.NA, pandas.NaT, "a"]})
    result = kanon.anonymize(frame, k=2, quasi_identifiers=["x"], shuffle=False,
                             keep_blank_rows=True)
    assert result.audit["classes"] == 2
    assert result.table["x"].isna().sum() == 4
    everything = pandas.DataFrame({"x": [None, pandas.NA, float("nan"), pandas.NaT]})
    assert kanon.anonymize(everything, k=2, quasi_identifiers=["x"], shuffle=False,
                           keep_blank_rows=True).table["x"].isna().all()
    with pytest.raises(kanon.InputError, match="no row .*has a value"):
        kanon.anonymize(everything, k=2, quasi_identifiers=["x"], shuffle=False)


class Lying:
    """What says that it has a stream, and has none."""

    def __init__(self, what):
        self.what = what

    def __arrow_c_stream__(self, requested_schema=None):
        return self.what


def test_streams_that_are_none_are_refused():
    with pytest.raises((kanon.Error, TypeError, RuntimeError)):
        kanon.anonymize(Lying(5), k=2)
    import datetime
    capsule = datetime.datetime_CAPI  # a capsule of something else
    with pytest.raises(kanon.InputError, match="no Arrow stream"):
        kanon.anonymize(Lying(capsule), k=2)


def test_codes_beyond_the_categories_are_refused():
    frame = pandas.DataFrame({"x": pandas.Categorical(["a", "b"] * 4)})
    frame["x"].cat.codes  # what pandas makes of them
    frame["x"].array._codes.flags.writeable = True
    frame["x"].array._codes[:] = 100
    with pytest.raises(kanon.InputError, match="not in its dictionary"):
        kanon.anonymize(frame, k=2, quasi_identifiers=["x"])


def test_a_frame_that_another_thread_changes_gives_a_release_or_an_exception():
    frame = pandas.DataFrame({"n": numpy.arange(40_000) % 50,
                              "t": pandas.Categorical(["a", "b"] * 20_000),
                              "o": ["x", "y"] * 20_000})
    stop = threading.Event()

    def change():
        place = 0
        while not stop.is_set():
            place += 1
            frame.iloc[place % len(frame), 0] = place % 50
            frame.iloc[place % len(frame), 2] = "z"
            frame["n"] = frame["n"].to_numpy() * 1
    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(10):
            try:
                result = kanon.anonymize(frame, k=5, quasi_identifiers=["n", "t", "o"],
                                         method="mondrian", shuffle=False)
                assert result.audit.holds
            except kanon.Error:
                pass
    finally:
        stop.set()
        thread.join()


def test_arguments_that_do_not_exist_are_refused():
    with pytest.raises(kanon.UsageError, match="anonymize.. has no argument 'quasi_identifier'; "
                                               "did you mean 'quasi_identifiers'"):
        kanon.anonymize({"x": [1, 2]}, k=2, quasi_identifier=["x"])
    with pytest.raises(kanon.UsageError, match="has no argument 'zzz'; of a policy it takes qu"):
        kanon.anonymize({"x": [1, 2]}, k=2, zzz=1)
    with pytest.raises(kanon.UsageError, match="time_limit"):
        kanon.anonymize({"x": [1, 2]}, k=2, time_limit=-1)
    with pytest.raises(kanon.UsageError, match="seed: a whole number of at least 0 is needed, not 'a'"):
        kanon.anonymize({"x": [1, 2]}, k=2, seed="a")
    with pytest.raises(kanon.UsageError, match="stop_after: a number of seconds above 0"):
        kanon.anonymize({"x": [1, 2]}, k=2, stop_after=0)
    with pytest.raises(kanon.UsageError, match="accept: a dict such as"):
        kanon.anonymize({"x": [1, 2]}, k=2, accept=5)
    with pytest.raises(kanon.UsageError, match="'xls' is not known"):
        kanon.anonymize("table.xls", k=2, read={"format": "xls"})
    with pytest.raises(kanon.InputError, match="no-such-file.csv"):
        kanon.anonymize("no-such-file.csv", k=2)
