// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/reading.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;
using Texts = std::vector<std::string>;

/// The original's codes that each spelling covers; none if it cannot be read. "?" is missing.
class Reading {
public:
    Reading(const Texts& released, const Column& original, const Hierarchy* hierarchy = nullptr)
        : released_(test::column_of("r", released, ValueType::text)),
          original_(original.dictionary),
          hierarchy_(hierarchy),
          read_(read_domain(*released_->dictionary, *original_, hierarchy)) {}

    [[nodiscard]] std::optional<Level> level() const { return read_.level; }

    [[nodiscard]] const ReleasedValue& value(std::size_t row) const {
        return read_.domain.values[released_->codes[row]];
    }

    [[nodiscard]] bool readable(std::size_t row) const {
        return read_.readable[released_->codes[row]];
    }

    [[nodiscard]] std::optional<std::vector<Code>> codes(std::size_t row) const {
        if (!readable(row)) {
            return std::nullopt;
        }
        std::vector<Code> out;
        for (Code code = 0; code < original_->size(); ++code) {
            if (covers(value(row), read_.domain, hierarchy_, *original_, code)) {
                out.push_back(code);
            }
        }
        EXPECT_EQ(out.size(), cover_count(value(row), read_.domain, hierarchy_, *original_));
        return out;
    }

private:
    std::shared_ptr<const Column> released_;
    std::shared_ptr<const Dictionary> original_;
    const Hierarchy* hierarchy_;
    ReadDomain read_;
};

using Codes = std::vector<Code>;

std::optional<Codes> read_one(const std::string& text, const Column& original) {
    return Reading({text}, original).codes(0);
}

/// Codes 0..5: 10 20 30 40 50 and missing.
std::shared_ptr<const Column> numbers() {
    return test::column_of("x", {"10", "20", "30", "40", "50", "?"});
}

TEST(Reading, ReadsRangesOfNumbersWhoseEndsNeedNotOccur) {
    const auto x = numbers();
    EXPECT_EQ(read_one("[20, 40]", *x), (Codes{1, 2, 3}));
    EXPECT_EQ(read_one("[20, 40)", *x), (Codes{1, 2}));
    EXPECT_EQ(read_one("[15, 44.5]", *x), (Codes{1, 2, 3}));
    EXPECT_EQ(read_one("(-inf, 30)", *x), (Codes{0, 1}));
    EXPECT_EQ(read_one("[30, inf)", *x), (Codes{2, 3, 4}));
    EXPECT_EQ(read_one("(-inf, inf)", *x), (Codes{0, 1, 2, 3, 4}));
    EXPECT_EQ(read_one("[ 20 ,30 ]", *x), (Codes{1, 2}));
}

TEST(Reading, ARangeMayCoverOneCodeOrNone) {
    const auto x = numbers();
    EXPECT_EQ(read_one("[20, 20]", *x), (Codes{1}));
    EXPECT_EQ(read_one("[20, 29]", *x), (Codes{1}));
    EXPECT_EQ(read_one("[21, 29]", *x), (Codes{}));
    EXPECT_EQ(read_one("[60, 70]", *x), (Codes{}));
}

TEST(Reading, RangesBetweenValuesAreRangesOfCodes) {
    const Reading reading({"[20, 40]", "[20, 41]"}, *numbers());
    EXPECT_EQ(reading.value(0), (ReleasedValue{Kind::range, 1, 3}));
    EXPECT_EQ(reading.value(1).kind, Kind::interval);
}

TEST(Reading, RefusesWhatMeansNothing) {
    const auto x = numbers();
    for (const char* text :
         {"15",       "abc",    "[20, 40", "20, 40]",  "[40, 20]",     "[20, 20)",
          "(20, 40]", "[a, b]", "[,]",     "[20,]",    "[20, 30, 40]", "[nan, 30]",
          "[",        "[]",     "{}x",     "{20, 25}", "{20",          "{20, {30}}",
          "\\",       "\\\\",   "\\20",    " 20",      "[0x1, 30]",    "[1e999, 30]"}) {
        EXPECT_FALSE(read_one(text, *x)) << text;
    }
}

TEST(Reading, ReadsSetsStarsAndTheMissingValue) {
    const auto x = numbers();
    EXPECT_EQ(read_one("{40, 20}", *x), (Codes{1, 3}));
    EXPECT_EQ(read_one("{20, }", *x), (Codes{1, 5}));
    EXPECT_EQ(read_one("{20, 20}", *x), (Codes{1}));
    EXPECT_EQ(read_one("*", *x), (Codes{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(read_one("?", *x), (Codes{5}));
    EXPECT_FALSE(read_one("?", *test::column_of("x", {"1", "2"})));
}

TEST(Reading, ReadsDates) {
    const auto d = test::column_of("d", {"2020-01-05", "2020-02-05", "2021-01-05"});
    EXPECT_EQ(read_one("[2020-01-01, 2020-12-31]", *d), (Codes{0, 1}));
    EXPECT_EQ(read_one("[2020-02-05, 2021-01-05]", *d), (Codes{1, 2}));
    EXPECT_FALSE(read_one("[2020-02-30, 2021-01-05]", *d));
    EXPECT_FALSE(read_one("[20, 30]", *d));
}

TEST(Reading, EqualNumbersAreCoveredInEverySpelling) {
    const auto x = test::column_of("x", {"1", "1.0", "2", "2.00", "3"}, ValueType::decimal);
    EXPECT_EQ(read_one("[1, 2]", *x), (Codes{0, 1, 2, 3}));
    EXPECT_EQ(read_one("[1, 1]", *x), (Codes{0, 1}));
}

TEST(Reading, TextRangesNeedEndsThatOccur) {
    const auto t = test::column_of("t", {"a", "b", "c, d", "e"}, ValueType::text);
    EXPECT_EQ(read_one("[b, e]", *t), (Codes{1, 2, 3}));
    EXPECT_EQ(read_one("[a, c\\, d]", *t), (Codes{0, 1, 2}));
    EXPECT_FALSE(read_one("[b, z]", *t));
    EXPECT_FALSE(read_one("[b, a]", *t));
    EXPECT_FALSE(read_one("[a, b)", *t));
}

TEST(Reading, EscapedTextIsTheValueItself) {
    const auto t = test::column_of("t", {"*", "[a, b]", "\\*", "a", "b"}, ValueType::text);
    const auto code = [&](const char* text) { return Codes{*t->dictionary->find(text)}; };
    EXPECT_EQ(read_one("\\*", *t), code("*"));
    EXPECT_EQ(read_one("\\\\*", *t), code("\\*"));
    EXPECT_EQ(read_one("\\[a, b]", *t), code("[a, b]"));
    EXPECT_FALSE(read_one("\\", *t)) << "no value is the empty text";
    EXPECT_EQ(read_one("[a, b]", *t).value().size(), 2U);
}

TEST(Reading, AnUnescapedValueThatCanMeanNothingElseIsItself) {
    const auto t = test::column_of("t", {"(555, 12)", "x"}, ValueType::text);
    EXPECT_EQ(read_one("(555, 12)", *t), (Codes{0}));
}

/// north > {a, b}, [1, 2] > {c, d}; b is also a label of the level above north: {a, b, c, d}.
Hierarchy tree(const std::shared_ptr<const Dictionary>& dictionary) {
    Hierarchy::LevelMap low;
    low.label_of_code = {0, 0, 1, 1};
    low.labels = {"north", "[1, 2]"};
    Hierarchy::LevelMap top;
    top.label_of_code = {0, 0, 0, 0};
    top.labels = {"b"};
    return {dictionary, {low, top}, HierarchyKind::tree};
}

TEST(Reading, AColumnOfOneLevelIsReadAtThatLevel) {
    const auto t = test::column_of("t", {"a", "b", "c", "d"});
    const Hierarchy h = tree(t->dictionary);
    const Reading values({"a", "b", "*"}, *t, &h);
    EXPECT_EQ(values.level(), Level{0});
    EXPECT_EQ(values.codes(1), (Codes{1}));
    const Reading labels({"north", "[1, 2]", "*"}, *t, &h);
    EXPECT_EQ(labels.level(), Level{1});
    EXPECT_EQ(labels.codes(0), (Codes{0, 1}));
    EXPECT_EQ(labels.codes(1), (Codes{2, 3}));
}

TEST(Reading, OtherwiseATextMeansAllItMayStandFor) {
    const auto t = test::column_of("t", {"a", "b", "c", "d"});
    const Hierarchy h = tree(t->dictionary);
    const Reading mixed({"a", "b", "north"}, *t, &h);
    EXPECT_FALSE(mixed.level());
    EXPECT_EQ(mixed.codes(0), (Codes{0}));
    EXPECT_EQ(mixed.codes(1), (Codes{0, 1, 2, 3}));
    const Reading alone({"b"}, *t, &h);
    EXPECT_EQ(alone.level(), Level{2});
    EXPECT_EQ(alone.codes(0), (Codes{0, 1, 2, 3}));
}

/// Real hierarchies name a group like a value that stands outside it ("Other relative").
TEST(Reading, ATextThatIsALabelAndAValueOutsideItMeansBoth) {
    const auto t = test::column_of("t", {"cousin", "other", "sister", "wife"});
    Hierarchy::LevelMap low;
    low.label_of_code = {0, 1, 0, 1};
    low.labels = {"other", "partner"};
    Hierarchy::LevelMap top;
    top.label_of_code = {0, 0, 0, 0};
    top.labels = {"any"};
    const Hierarchy h(t->dictionary, {low, top}, HierarchyKind::file);
    const Reading mixed({"other", "wife", "partner"}, *t, &h);
    EXPECT_EQ(mixed.codes(0), (Codes{0, 1, 2}));
    EXPECT_EQ(mixed.codes(1), (Codes{3}));
    EXPECT_EQ(Reading({"other", "partner"}, *t, &h).codes(0), (Codes{0, 2}));
    EXPECT_EQ(Reading({"other", "partner"}, *t, &h).level(), Level{1});
}

TEST(Reading, StarsAloneHaveNoLevel) {
    const auto t = test::column_of("t", {"a", "b", "c", "d"});
    const Hierarchy h = tree(t->dictionary);
    EXPECT_FALSE(Reading({"*", "*"}, *t, &h).level());
    EXPECT_FALSE(Reading({"a", "nowhere"}, *t, &h).level());
}

}  // namespace
}  // namespace kanon
