# SPDX-License-Identifier: Apache-2.0
"""What a result shows of itself: the verdict, open warnings, the loss, the release and no more."""

import html.parser
import re
import types

import pytest

import kanon
from kanon._notebook import glance_at

ODD = {"<b>&\"": ["x<i>", "x<i>", "y</td>", "y</td>"], "age": [1, 1, 2, 2],
       "name": ["Huber", "Meier", "Moser", "Kunz"], "note": ["s" * 80, "t", "Flu", "flu"]}


def odd():
    return kanon.anonymize(ODD, k=2, qi=['<b>&"', "age"], drop="name", shuffle=False,
                           privacy={"l-diversity": {"attribute": "note", "l": 2}})


class Page(html.parser.HTMLParser):
    """Reads HTML strictly: every tag that opens closes, in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.words = [], [], []
        self.attributes = set()  # names and values
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.append(tag)
        self.attributes |= set(attrs)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)


def test_a_notebook_shows_verdict_warnings_loss_and_release():
    result = odd()
    page = Page(result._repr_html_())
    text = " ".join(page.words)
    assert glance_at(result).verdict in text
    for warning in result.warnings:
        assert warning["code"] in text and warning["text"] in text and warning["remedy"] in text
    assert result.warnings and "Loss per column" in text and "dropped" in text
    assert '<b>&"' in page.words and "y</td>" in page.words
    assert "First 4 rows of the release" in text


def test_html_is_whole_and_leaves_colours_to_the_page():
    page = Page(odd()._repr_html_())
    assert set(page.tags) <= {"div", "p", "strong", "ul", "li", "code", "em", "table", "thead",
                              "tbody", "tr", "th", "td"}
    assert page.attributes == {("scope", "row"), ("scope", "col"), ("style", "color:inherit"),
                               ("style", "text-align:left")}


def test_nothing_of_the_original_is_shown():
    for shown in (odd()._repr_html_(), repr(odd())):
        assert "Huber" not in shown and "Kunz" not in shown and "s" * 60 not in shown
    people = {"age": [34, 36, 47, 49], "disease": ["flu", "ulcer", "flu", "gout"]}
    result = kanon.anonymize(people, k=2, qi="age", sensitive="disease", shuffle=False)
    cells = Page(result._repr_html_()).words
    assert "[34, 36]" in cells and not {"34", "36", "47", "49"} & set(cells)


def test_a_plain_look_has_the_same_in_a_few_lines(release):
    text = repr(release)
    assert text.startswith("kanon.Result: ") and len(text.splitlines()) <= 20
    assert "Loss per column" in text and "age: " in text and "released unchanged: disease" in text
    assert "First 5 rows of the release" in text and release.table["age"][0] in text
    assert all(len(line) <= 100 for line in text.splitlines())
    assert all(warning["remedy"].split()[0] in text for warning in release.warnings)


def test_the_verdict_of_the_summary_is_taken_where_there_is_one(release):
    assert re.search(r"\w", glance_at(release).verdict)
    summary = dict(release.summary, verdict={"status": "ready", "text": "Fit to be <shared>."})
    given = types.SimpleNamespace(summary=summary, warnings=[], audit=release.audit,
                                  released=release.released, policy=release.policy)
    assert glance_at(given).verdict == "Fit to be <shared>."
    without = {key: value for key, value in release.summary.items() if key != "verdict"}
    derived = glance_at(types.SimpleNamespace(summary=without, warnings=release.warnings,
                                              audit=release.audit, released=release.released,
                                              policy=release.policy))
    assert re.match("2-anonymity, distinct 2-diversity of disease proven: 8 of 8 rows released in ", derived.verdict)


def test_wide_tables_are_cut():
    table = {"q": [1, 1], **{f"c{j}": ["a", "a"] for j in range(30)}}
    result = kanon.anonymize(table, k=2, qi="q", keep=[f"c{j}" for j in range(30)], shuffle=False)
    assert "19 more columns" in result._repr_html_() and "19 more columns" in repr(result)
    assert "c29" in repr(result)  # as one that is released unchanged


def test_a_frame_shows_what_its_table_holds():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": [1, 1, 2, 2], "x": pandas.Series([1.5, None, 2.5, 3.5])})
    result = kanon.anonymize(frame, k=2, qi="age", keep="x", shuffle=False)
    assert "1.5" in Page(result._repr_html_()).words
