# SPDX-License-Identifier: Apache-2.0
"""Tables in and out: the kind that came in, its order, its types."""

import datetime
import decimal

import pytest

import kanon

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")


def kept(frame, **words):
    """A release of which `q` is the only quasi-identifier, and all else is kept."""
    frame = frame.assign(q=[1, 1, 2, 2][:len(frame)])
    others = [name for name in frame.columns if name != "q"]
    return kanon.anonymize(frame, k=2, quasi_identifiers=["q"], insensitive=others, shuffle=False,
                           **words)


@pytest.mark.parametrize("values", [
    pandas.Series([1, 2, 3, 4]),
    pandas.Series([1, 2, 3, 4], dtype="int8"),
    pandas.Series([1, 2, 3, 2**64 - 1], dtype="uint64"),
    pandas.Series([1.5, 0.1, -2.25, 1e-9]),
    pandas.Series([1.5, float("nan"), 2.0, 3.0], dtype="float32"),
    pandas.Series([True, False, True, True]),
    pandas.Series([1, None, 3, 4], dtype="Int64"),
    pandas.Series([1, 2, 3, 4], dtype="Int16"),
    pandas.Series([True, None, False, True], dtype="boolean"),
    pandas.Series([1.5, None, 2.5, 3.5], dtype="Float64"),
    pandas.Series(["a", "b", "a", "ü"]),
    pandas.Series(["a", None, "b", "c"], dtype="string"),
    pandas.Series(["b", "a", "b", "a"], dtype="category"),
    pandas.Series(pandas.Categorical(["lo", "hi", "lo", "hi"], categories=["lo", "mid", "hi"],
                                     ordered=True)),
    pandas.Series(pandas.Categorical([3, 1, 3, 1])),
    pandas.to_datetime(pandas.Series(["2020-01-02", None, "1931-12-31", "2020-01-02"])),
    pandas.to_datetime(pandas.Series(["2020-01-02 10:30", "2020-01-03 00:00", None,
                                      "1999-01-01 23:59:59"])),
    pandas.to_datetime(pandas.Series(["2020-01-02 10:30"] * 4)).dt.tz_localize("Europe/Berlin"),
    pandas.Series([datetime.date(2020, 1, 2), datetime.date(1999, 1, 1)] * 2),
], ids=lambda values: f"{values.dtype}")
def test_kept_columns_come_back_as_they_were(values):
    frame = pandas.DataFrame({"x": values})
    table = kept(frame).table
    expected = values
    if isinstance(values.dtype, pandas.CategoricalDtype):  # categories that occur, and no others
        expected = values.cat.remove_unused_categories()
    pandas.testing.assert_series_equal(table["x"], expected, check_names=False)


def test_missing_texts_come_back_missing():
    table = kept(pandas.DataFrame({"x": ["a", None, float("nan"), pandas.NA]})).table
    assert table["x"].isna().tolist() == [False, True, True, True]


def test_decimals_and_intervals_become_texts():
    frame = pandas.DataFrame({"x": [decimal.Decimal("1.50"), decimal.Decimal(2)] * 2,
                              "y": pandas.cut([1, 5, 9, 5], [0, 3, 10])})
    table = kept(frame).table
    assert table["x"].tolist() == ["1.50", "2", "1.50", "2"]
    assert table["y"].astype(str).tolist() == ["(0, 3]", "(3, 10]", "(3, 10]", "(3, 10]"]


def generalized(frame, **arguments):
    """The released table of which all columns but `disease` are generalized."""
    return kanon.anonymize(frame, k=4, qi=[name for name in frame if name != "disease"],
                           sensitive="disease", shuffle=False, **arguments).table


def test_text_comes_back_as_the_type_that_came_in(people):
    frame = pandas.DataFrame(people).astype({"age": "Int64"})
    frame["city"] = pandas.Series(["Bern", None] * 4, dtype="string")
    table = generalized(frame)
    assert list(table.columns) == list(frame.columns)
    assert table["age"].dtype == object and table["zip"].dtype == object
    assert all(isinstance(cell, str) for cell in table["age"])
    assert table["city"].dtype == "string[python]" and table["disease"].dtype == object
    of_strings = generalized(frame.astype({"zip": "string", "disease": "string"}))
    assert of_strings["zip"].dtype == of_strings["disease"].dtype == "string[python]"
    assert of_strings["zip"].tolist() == table["zip"].tolist()


@pytest.mark.parametrize("dtype", ["string[pyarrow]", "arrow"])
def test_text_of_pyarrow_comes_back_as_it_came_in(people, dtype):
    pyarrow = pytest.importorskip("pyarrow")
    dtype = pandas.ArrowDtype(pyarrow.string()) if dtype == "arrow" else dtype
    frame = pandas.DataFrame(people).astype({"zip": dtype, "disease": dtype})
    table = generalized(frame)
    assert table["zip"].dtype == table["disease"].dtype == frame["zip"].dtype
    assert table["disease"].tolist() == people["disease"]


def test_categories_come_back_where_they_came_in_or_are_asked_for(people):
    frame = pandas.DataFrame(people).astype({"zip": "category"})
    frame["zip"] = frame["zip"].cat.add_categories(["9999"])
    table = generalized(frame)
    assert table["age"].dtype == object and isinstance(table["zip"].dtype, pandas.CategoricalDtype)
    everywhere = generalized(frame, categories=True)
    for name in everywhere:
        assert isinstance(everywhere[name].dtype, pandas.CategoricalDtype)
        assert set(everywhere[name].cat.categories) == set(everywhere[name])
    assert set(table["zip"].cat.categories) == set(table["zip"])
    assert everywhere.astype(object).equals(table.astype(object))


def test_a_table_of_the_library_gives_text_or_categories(people):
    table = kanon.Table.from_columns(people)
    assert table.to_pandas()["zip"].dtype == object
    assert isinstance(table.to_pandas(categories=True)["zip"].dtype, pandas.CategoricalDtype)
    assert table.to_dict(2) == {name: cells[:2] for name, cells in people.items()}
    assert table.to_dict(99) == people


def test_text_of_polars_comes_back_as_text(people):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(people).with_columns(polars.col("zip").cast(polars.Categorical))
    table = generalized(frame)
    assert [table.schema[name] for name in ("age", "zip", "disease")] == [
        polars.Utf8, polars.Categorical, polars.Utf8]
    assert set(generalized(frame, categories=True).schema.values()) == {polars.Categorical}


def test_text_of_tables_of_pyarrow_comes_back_as_text(people):
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(people)
    table = table.set_column(1, "zip", table.column("zip").dictionary_encode())
    released = generalized(table.rename_columns(list(people)))
    assert [pyarrow.types.is_dictionary(field.type) for field in released.schema] == [
        False, True, False]


def suppressed(**words):
    frame = pandas.DataFrame({"q": ["a", "a", "b", "b", "c"], "n": [1, 2, 3, 4, 5],
                              "f": [True, False] * 2 + [True], "t": ["x", "y", "z", "x", "w"],
                              "d": pandas.to_datetime(["2020-01-01"] * 5)})
    frame.index = list("vwxyz")
    return frame, kanon.anonymize(frame, k=2, quasi_identifiers=["q"],
                                  attributes={"q": {"hierarchy": "flat"}}, method="optimal",
                                  insensitive=["n", "f", "t", "d"], max_suppression=1,
                                  shuffle=False, **words)


def test_suppressed_rows_are_stars_and_missing_cells():
    frame, result = suppressed()
    table = result.table
    assert table.loc[4, "q"] == "*" and table.loc[4, "t"] == "*"
    assert table["n"].dtype == "Int64" and table["n"].isna().tolist() == [False] * 4 + [True]
    assert table["f"].dtype == "boolean" and pandas.isna(table.loc[4, "f"])
    assert pandas.isna(table.loc[4, "d"])
    assert "w" not in set(table["t"])
    assert kanon.verify(frame, table, result.policy)


def test_suppressed_rows_are_stars_in_every_column_if_asked():
    frame, result = suppressed(suppressed="star")
    table = result.table
    assert table.loc[4].tolist() == ["*"] * 5
    assert table.loc[0, "n"] == "1"
    assert kanon.verify(frame, table, result.policy)


def test_an_index_is_dropped_unless_it_is_to_be_kept():
    _, result = suppressed()
    assert isinstance(result.table.index, pandas.RangeIndex)
    with pytest.warns(UserWarning, match="the index is kept"):
        _, result = suppressed(keep_index=True)
    assert result.table.index.tolist() == list("vwxyz")
    with pytest.warns(UserWarning, match="the index is kept"):
        frame, result = suppressed(keep_index=True, suppressed="drop")
    assert result.table.index.tolist() == list("vwxy")
    assert kanon.verify(frame, result.table, result.policy)
    with pytest.raises(kanon.UsageError, match="keep_index"):
        kanon.anonymize({"a": [1, 1]}, k=2, keep_index=True)


def test_columns_keep_labels_that_are_no_texts():
    table = kanon.anonymize(pandas.DataFrame({0: [1, 1], 1: ["a", "a"]}), k=2,
                            quasi_identifiers=["0"], insensitive=["1"], shuffle=False).table
    assert list(table.columns) == [0, 1]


def test_a_frame_of_strides_and_foreign_byte_orders_is_read():
    cells = numpy.arange(8).reshape(4, 2) % 2
    frame = pandas.DataFrame(cells, columns=["a", "b"])
    frame["c"] = numpy.array([1, 1, 2, 2], dtype=">i4")
    table = kept(frame).table
    assert table["a"].tolist() == [0, 0, 0, 0] and table["b"].tolist() == [1, 1, 1, 1]
    assert table["c"].tolist() == [1, 1, 2, 2]


def test_the_frame_is_as_it_was(people):
    frame = pandas.DataFrame(people).astype({"zip": "category"})
    before = frame.copy(deep=True)
    kanon.anonymize(frame, k=2, quasi_identifiers=["age", "zip"], sensitive="disease")
    pandas.testing.assert_frame_equal(frame, before)


def test_a_dict_of_any_columns_gives_a_dict_of_lists():
    import array
    data = {"list": [1, 1, 2, 2], "tuple": ("a", "a", "b", "b"), "array": array.array("d", [1.5] * 4),
            "numpy": numpy.array([1, 2, 1, 2], dtype="i2"), "series": pandas.Series([True] * 4),
            "range": range(4), "texts": numpy.array(["x", "y", "x", "y"])}
    result = kanon.anonymize(data, k=2, quasi_identifiers=["list"], shuffle=False,
                             insensitive=[name for name in data if name != "list"])
    assert result.table == {"list": ["1", "1", "2", "2"], "tuple": ["a", "a", "b", "b"],
                            "array": [1.5] * 4, "numpy": [1, 2, 1, 2], "series": [True] * 4,
                            "range": [0, 1, 2, 3], "texts": ["x", "y", "x", "y"]}


class Stream:
    """Somebody else's table."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def test_what_gives_arrow_streams_is_read_and_given_back(people):
    table = kanon.Table.from_columns(people)
    for data in (Stream(table), table, table.__arrow_c_stream__()):
        result = kanon.anonymize(data, k=2, quasi_identifiers=["age", "zip"], sensitive="disease",
                                 shuffle=False)
        assert isinstance(result.table, kanon.Table) and len(result.table) == 8
        assert result.table.columns == ["age", "zip", "disease"]
        assert kanon.Table.from_columns(Stream(result.table)).to_dict() == result.table.to_dict()


def test_a_stream_is_read_once(people):
    capsule = kanon.Table.from_columns(people).__arrow_c_stream__()
    assert len(kanon.Table.from_columns(capsule)) == 8
    with pytest.raises(kanon.InputError, match="read before"):
        kanon.Table.from_columns(capsule)


def test_a_file_gives_a_table_and_is_written_where_it_is_asked_for(people, tmp_path):
    path = tmp_path / "people.csv"
    pandas.DataFrame(people).to_csv(path, index=False)
    target = tmp_path / "release.parquet"
    result = kanon.anonymize(path, k=2, quasi_identifiers=["age", "zip"], sensitive="disease",
                             shuffle=False, output=target)
    assert isinstance(result.table, kanon.Table)
    assert kanon.Table.from_columns(target).to_dict() == result.table.to_dict()
    assert isinstance(result.table.to_pandas(), pandas.DataFrame)
    with pytest.raises(kanon.OutputError, match="exists"):
        kanon.anonymize(path, k=2, quasi_identifiers=["age", "zip"], output=target)


def test_a_release_is_a_workbook_where_its_name_says_so(people, tmp_path):
    target = tmp_path / "release.xlsx"
    result = kanon.anonymize(people, k=2, quasi_identifiers=["age", "zip"], sensitive="disease",
                             shuffle=False, output=target)
    again = tmp_path / "again.xlsx"
    result.released.write(again)
    assert again.read_bytes() == target.read_bytes()
    read = kanon.Table.from_columns(target).to_dict()
    assert {name: [str(cell) for cell in cells] for name, cells in read.items()} == \
        {name: [str(cell) for cell in cells] for name, cells in result.released.to_dict().items()}
    with pytest.raises(kanon.OutputError, match="exists"):
        result.released.write(target)


def test_ten_thousand_categories_are_read():
    words = [f"c{i:05}" for i in range(10_000)]
    frame = pandas.DataFrame({"x": pandas.Categorical(words * 2)})
    table = kanon.anonymize(frame, k=2, quasi_identifiers=["x"], shuffle=False).table
    assert table["x"].tolist() == words * 2
