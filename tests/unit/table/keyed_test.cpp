// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/table/keyed/date_shift.hpp"
#include "kanon/table/keyed/pseudonym.hpp"
#include "kanon/table/values/written_time.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::column_of;
using Texts = std::vector<std::string>;

SecretKey counted_key() {
    return SecretKey::parse(
        "kanon key 1\n000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n", "k");
}

Texts cells_of(const Column& column) {
    Texts out;
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        out.emplace_back(column.text(row));
    }
    return out;
}

Texts numbered(std::size_t count) {
    Texts out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back("person " + std::to_string(i));
    }
    return out;
}

TEST(Pseudonym, IsTheHmacOfTheValue) {
    EXPECT_EQ(pseudonym_of(counted_key(), "P-17", {}), "Pd63e4cff41c8d4d81b60611c912af4c4");
}

TEST(Pseudonym, KeepsLinksAndBlanks) {
    const auto made =
        pseudonymous_column(*column_of("id", {"17", "?", "4", "17"}), counted_key(), {});
    const Texts texts = cells_of(*made);
    EXPECT_EQ(texts[0], texts[3]);
    EXPECT_NE(texts[0], texts[2]);
    EXPECT_EQ(texts[1], "");
    EXPECT_EQ(texts[2], pseudonym_of(counted_key(), "4", {})) << "not the same in every table";
    EXPECT_EQ(made->dictionary->type(), ValueType::text);
}

TEST(Pseudonym, HasTheFormThatIsAsked) {
    const PseudonymForm form = PseudonymForm::parse("NL-+8");
    EXPECT_EQ(form.text(), "NL-+8");
    std::set<std::string> seen;
    for (const std::string& value : numbered(2000)) {
        const std::string made = pseudonym_of(counted_key(), value, form);
        EXPECT_EQ(made.size(), 11U);
        EXPECT_TRUE(made.starts_with("NL-"));
        EXPECT_EQ(made.find_first_not_of("0123456789", 3), std::string::npos);
        seen.insert(made);
    }
    EXPECT_EQ(seen.size(), 2000U);
    for (const char* bad : {"P", "+8", "8+8", "P+0", "P+19", "P+x", "P8", "P q+3", ""}) {
        EXPECT_THROW(static_cast<void>(PseudonymForm::parse(bad)), Error) << bad;
    }
}

TEST(Pseudonym, RefusesTwoValuesWithOnePseudonym) {
    const auto column = column_of("id", numbered(200));
    try {
        static_cast<void>(pseudonymous_column(*column, counted_key(), PseudonymForm::parse("P+2")));
        FAIL() << "200 values have 100 pseudonyms";
    } catch (const Error& fault) {
        EXPECT_NE(std::string(fault.what()).find("write P+11"), std::string::npos) << fault.what();
    }
}

TEST(Shift, KeepsIntervalsTimesAndBlanks) {
    const auto dates =
        column_of("admitted",
                  {"2020-02-28 13:05:09", "2020-03-01 00:00:00", "?", "2021-12-31 23:59:59"},
                  ValueType::datetime);
    const auto persons = column_of("id", {"a", "a", "a", "b"});
    const ShiftRange range{.within = 60};
    const auto made = shifted_column(*dates, *persons, shifts_of(*persons, counted_key(), range));
    const auto moment = [&](const Column& column, std::size_t row) {
        return written_moment(column.text(row), Notation::standard).value();
    };
    EXPECT_EQ(moment(*made, 1).day - moment(*made, 0).day, 2);
    EXPECT_EQ(moment(*made, 0).second, moment(*dates, 0).second);
    EXPECT_TRUE(made->dictionary->is_missing(made->codes[2]));
    EXPECT_EQ(moment(*made, 3).day - moment(*dates, 3).day, shift_of(counted_key(), "b", range));
    EXPECT_EQ(made->dictionary->type(), ValueType::datetime);
}

TEST(Shift, IsUniformOverAllThatTheRangeAllows) {
    for (const bool weekdays : {false, true}) {
        const ShiftRange range{.within = 24, .keeps_weekdays = weekdays};
        std::map<std::int32_t, int> seen;
        constexpr int kPersons = 9600;
        for (const std::string& person : numbered(kPersons)) {
            ++seen[shift_of(counted_key(), person, range)];
        }
        const std::size_t allowed = weekdays ? 6 : 48;
        EXPECT_EQ(seen.size(), allowed);
        for (const auto& [days, count] : seen) {
            EXPECT_TRUE(range.allows(days)) << days;
            EXPECT_NEAR(count, kPersons / static_cast<double>(allowed), weekdays ? 150 : 60);
        }
    }
    EXPECT_FALSE((ShiftRange{.within = 24}).allows(0));
    EXPECT_FALSE((ShiftRange{.within = 24}).allows(25));
}

TEST(Shift, RefusesYearsBeyond9999AndFindsDatesOfNobody) {
    const auto persons = column_of("id", {"a", "?"});
    const std::vector<std::int32_t> days(persons->dictionary->size(), 1);
    EXPECT_THROW(static_cast<void>(
                     shifted_column(*column_of("x", {"9999-12-31", "2020-01-01"}), *persons, days)),
                 Error);
    const auto dates = column_of("x", {"2020-01-01", "2020-01-01"});
    EXPECT_EQ(find_date_of_nobody(*dates, *persons), 1U);
    EXPECT_EQ(find_date_of_nobody(*column_of("x", {"2020-01-01", "?"}), *persons), std::nullopt);
}

}  // namespace
}  // namespace kanon
