// SPDX-License-Identifier: Apache-2.0
#include "kanon/generate/stays.hpp"

#include "kanon/base/error.hpp"
#include "kanon/generate/sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

const Column& column(const Table& table, std::string_view name) {
    return table.column(table.find(name).value());
}

void expect_same(const Table& a, const Table& b, std::size_t rows) {
    ASSERT_EQ(a.column_count(), b.column_count());
    for (std::size_t j = 0; j < a.column_count(); ++j) {
        for (std::size_t row = 0; row < rows; ++row) {
            ASSERT_EQ(a.column(j).text(row), b.column(j).text(row)) << a.column(j).name;
        }
    }
}

TEST(GenerateStays, DependsOnSeedAndNotOnThreads) {
    const Table one = generate_stays(200000, 7, 1);
    const Table two = generate_stays(200000, 7, 2);
    for (std::size_t j = 0; j < one.column_count(); ++j) {
        ASSERT_EQ(one.column(j).dictionary->size(), two.column(j).dictionary->size());
        for (std::size_t row = 0; row < one.row_count(); ++row) {
            ASSERT_EQ(one.column(j).codes[row], two.column(j).codes[row]);
        }
    }
    const Table other = generate_stays(1000, 8, 1);
    const Column& a = column(one, "zip");
    const Column& b = column(other, "zip");
    std::size_t same = 0;
    for (std::size_t row = 0; row < 1000; ++row) {
        same += a.text(row) == b.text(row) ? 1U : 0U;
    }
    EXPECT_LT(same, 100U);
}

TEST(GenerateStays, LongerTablesBeginWithShorterOnes) {
    expect_same(generate_stays(500, 3, 1), generate_stays(70000, 3, 1), 500);
}

TEST(GenerateStays, HoldsOnlyWordsThatOccur) {
    const Table table = generate_stays(300, 1, 1);
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        std::set<Code> seen;
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            seen.insert(table.column(j).codes[row]);
        }
        EXPECT_EQ(seen.size(), table.column(j).dictionary->size()) << table.column(j).name;
        EXPECT_FALSE(table.column(j).dictionary->missing());
    }
}

TEST(GenerateStays, NumbersPatientsOnceEach) {
    const Table table = generate_stays(1234, 1, 1);
    const Column& ids = column(table, "patient_id");
    EXPECT_EQ(ids.dictionary->size(), 1234U);
    EXPECT_EQ(ids.text(0), "P00000001");
    EXPECT_EQ(ids.text(1233), "P00001234");
    EXPECT_EQ(ids.dictionary->find("P00000100"), 99U);
}

TEST(GenerateStays, KeepsTypesAndLeadingZeros) {
    const Table table = generate_stays(5000, 1, 1);
    EXPECT_EQ(column(table, "age").dictionary->type(), ValueType::integer);
    EXPECT_EQ(column(table, "admission_date").dictionary->type(), ValueType::date);
    EXPECT_EQ(column(table, "charges").dictionary->type(), ValueType::decimal);
    const Dictionary& zips = *column(table, "zip").dictionary;
    EXPECT_EQ(zips.type(), ValueType::text);
    EXPECT_EQ(zips.text(0).front(), '0');
    for (Code code = 0; code < zips.size(); ++code) {
        EXPECT_EQ(zips.text(code).size(), 5U);
    }
}

TEST(GenerateStays, IsPlausible) {
    const Table table = generate_stays(20000, 5, 1);
    std::map<std::string, int> diagnoses;
    int married_children = 0;
    int men_in_childbed = 0;
    int retired_young = 0;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        const Column& ages = column(table, "age");
        const double age = ages.dictionary->number(ages.codes[row]);
        const auto is = [&](const char* name, const char* value) {
            return column(table, name).text(row) == value;
        };
        married_children += age < 18 && !is("marital_status", "Single") ? 1 : 0;
        men_in_childbed += is("sex", "male") && is("department", "Obstetrics") ? 1 : 0;
        retired_young += age < 50 && is("occupation", "Retired") ? 1 : 0;
        ++diagnoses[std::string(column(table, "diagnosis").text(row))];
    }
    EXPECT_EQ(married_children, 0);
    EXPECT_EQ(men_in_childbed, 0);
    EXPECT_EQ(retired_young, 0);
    EXPECT_GT(diagnoses.size(), 45U);
    int most = 0;
    int least = 20000;
    for (const auto& [name, count] : diagnoses) {
        most = std::max(most, count);
        least = std::min(least, count);
    }
    EXPECT_GT(most, 50 * least);
}

TEST(GenerateStays, LeavesOutColumnsAndChangesNoOther) {
    RunContext context;
    const std::vector<std::string> leave_out{"patient_id", "age"};
    const Table all = generate_stays(1000, context);
    const Table some = generate_stays(1000, context, leave_out);
    ASSERT_EQ(some.column_count() + 2, all.column_count());
    EXPECT_FALSE(some.find("age"));
    for (std::size_t row = 0; row < 1000; ++row) {
        ASSERT_EQ(column(some, "charges").text(row), column(all, "charges").text(row));
    }
    const std::vector<std::string> unknown{"patient"};
    EXPECT_THROW(static_cast<void>(generate_stays(10, context, unknown)), Error);
    const auto names = stay_columns();
    const std::vector<std::string> every(names.begin(), names.end());
    EXPECT_THROW(static_cast<void>(generate_stays(10, context, every)), Error);
}

TEST(GenerateStays, RefusesNoRowsAndTooMany) {
    EXPECT_THROW(static_cast<void>(generate_stays(0, 1, 1)), Error);
    EXPECT_THROW(static_cast<void>(generate_stays(1ULL << 40U, 1, 1)), Error);
}

TEST(GenerateStays, StopsWhenCancelled) {
    const std::atomic<bool> cancel{true};
    RunContext context;
    context.cancel = &cancel;
    try {
        static_cast<void>(generate_stays(100000, context));
        FAIL() << "was not stopped";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
}

TEST(Sampler, DrawsByWeightAndNeverWhatWeighsNothing) {
    constexpr std::array<double, 5> kWeights{0, 6, 3, 0, 1};
    const generate::Sampler sampler(kWeights);
    Random random(1);
    std::array<int, 5> drawn{};
    for (int i = 0; i < 100000; ++i) {
        ++drawn.at(sampler.draw(random));
    }
    EXPECT_EQ(drawn[0], 0);
    EXPECT_EQ(drawn[3], 0);
    EXPECT_NEAR(drawn[1], 60000, 700);
    EXPECT_NEAR(drawn[2], 30000, 700);
    EXPECT_NEAR(drawn[4], 10000, 500);
}

}  // namespace
}  // namespace kanon
