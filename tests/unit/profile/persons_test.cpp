// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/persons.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kanon::profile {
namespace {

/// A table of columns; each cell from the number of its row.
class Made {
public:
    explicit Made(std::size_t rows) : rows_(rows) {}

    template <class Cell>
    Made& add(const std::string& name, Cell cell) {
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < rows_; ++row) {
            cells.push_back(cell(row));
        }
        columns_.push_back(test::column_of(name, cells));
        return *this;
    }

    [[nodiscard]] Table table() const { return {columns_, rows_}; }

private:
    std::size_t rows_;
    std::vector<std::shared_ptr<const Column>> columns_;
};

std::string number(std::size_t value) {
    return std::to_string(value);
}

std::string found_in(const Table& table) {
    const auto found = find_person_column(table);
    return found ? table.column(found->column).name : "none";
}

TEST(Persons, TwoPatientsOfFiveRowsAreFoundByName) {
    const Table table = test::table_of(
        "patient_id age", "1 30; 1 30; 1 30; 1 30; 1 30; 2 40; 2 40; 2 40; 2 40; 2 40");
    const auto found = find_person_column(table);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->column, 0U);
    EXPECT_EQ(found->persons, 2U);
    EXPECT_EQ(found->rows, 10U);
    EXPECT_EQ(found->why, "name suggests person's record number");
}

TEST(Persons, AreFoundByTheFormOfTheirNumbers) {
    const Table serial =
        Made(2000).add("x", [](std::size_t row) { return number(row % 400 + 1); }).table();
    EXPECT_EQ(found_in(serial), "x");
    const Table coded =
        Made(2000).add("x", [](std::size_t row) { return "C" + number(1000 + row / 9); }).table();
    EXPECT_EQ(found_in(coded), "x");
}

TEST(Persons, RowsArePersonsWhereTheirNumberIsUnique) {
    const Table table = Made(1000)
                            .add("DUPERSID", [](std::size_t row) { return number(30000000 + row); })
                            .add("PID", [](std::size_t row) { return number(row % 60 + 10); })
                            .table();
    EXPECT_EQ(found_in(table), "none");
}

TEST(Persons, NumbersOfPersonsComeBeforeThoseOfVisitsAndRows) {
    const Table table = Made(2000)
                            .add("row", [](std::size_t row) { return number(row); })
                            .add("visit_id", [](std::size_t row) { return number(row / 2); })
                            .add("patient_id", [](std::size_t row) { return number(row / 5); })
                            .add("pid", [](std::size_t row) { return number(row / 9); })
                            .table();
    EXPECT_EQ(found_in(table), "patient_id");
}

TEST(Persons, HouseholdsDoctorsAndProductsAreNone) {
    for (const char* name : {"household_id", "doctor_id", "product_id", "hospital_id"}) {
        const Table table =
            Made(60).add(name, [](std::size_t row) { return number(row / 3 + 500); }).table();
        EXPECT_EQ(found_in(table), "none") << name;
    }
}

TEST(Persons, WeightsAmountsAgesAndDiagnosesAreNone) {
    const Table table =
        Made(3000)
            .add("fnlwgt", [](std::size_t row) { return number(12285 + row % 2100 * 571); })
            .add("x", [](std::size_t row) { return number(12285 + row % 2100 * 571); })
            .add("y", [](std::size_t row) { return number(row % 91); })
            .add("z", [](std::size_t row) { return number(row % 1000) + ".5"; })
            .add("ICD9CODX", [](std::size_t row) { return number(row % 500 + 1); })
            .add("days", [](std::size_t row) { return number(row < 1500 ? 0 : row % 300); })
            .table();
    EXPECT_EQ(found_in(table), "none");
}

TEST(Persons, FlagsAreNone) {
    EXPECT_EQ(found_in(test::table_of("patient", "yes; no; yes; no")), "none");
    EXPECT_EQ(found_in(test::table_of("medicare", "0; 1; 0; 1")), "none");
}

TEST(Persons, MissingNumbersAreNoPersons) {
    const auto found = find_person_column(test::table_of("patient_id", "7; 7; ?; 8"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->persons, 2U);
    EXPECT_EQ(found->rows, 3U);
}

TEST(Persons, NamesMaySpeakForColumnsThatAreNotRead) {
    EXPECT_TRUE(may_number_persons("patient_id"));
    EXPECT_TRUE(may_number_persons("SSN"));
    EXPECT_FALSE(may_number_persons("household_id"));
    EXPECT_FALSE(may_number_persons("name"));
}

}  // namespace
}  // namespace kanon::profile
