// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace kanon {
namespace {

using test::table_of;

constexpr const char* kAttributes = R"(attributes:
  age: {role: quasi-identifying}
  zip: {role: quasi-identifying, type: text, hierarchy: {mask: right}}
  disease: {role: sensitive}
)";

Table patients() {
    return table_of("age zip disease", "30 01301 flu; 31 01301 cold; 45 01302 flu");
}

Table people() {
    return table_of("AGE zip",
                    "30 01301; 30 01301; 31 01301; 32 01302; 46 01309; 99 01302; 18 01302");
}

Problem bound(const std::string& rest, std::optional<Table> population = people()) {
    PolicyFiles files;
    files.population = std::move(population);
    return bind(patients(), parse_policy(kAttributes + rest, "p.yaml"), files, {}, RunContext{});
}

std::string refusal(const std::string& rest,
                    ErrorCode code,
                    std::optional<Table> population = people()) {
    try {
        static_cast<void>(bound(rest, std::move(population)));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    return "accepted";
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

bool assumed(const Problem& problem, std::string_view part) {
    return std::ranges::any_of(problem.assumptions,
                               [&](const auto& line) { return contains(line, part); });
}

constexpr const char* kMap =
    "population: {file: people.csv, on: {age: AGE, zip: zip}}\nprivacy: {k-map: 2}\n";

TEST(BindPopulation, CountsItsRowTypesOverTheValuesOfBoth) {
    const Problem problem = bound(kMap);
    ASSERT_TRUE(problem.population);
    EXPECT_EQ(problem.population->rows, 7U);
    EXPECT_EQ(problem.population->size(), 6U);
    const QuasiIdentifier& age = problem.quasi_identifiers.front();
    EXPECT_EQ(age.dictionary().size(), 7U) << "30 31 32 45 46 99 18";
    EXPECT_EQ(problem.table.column(0).text(2), "45");
    EXPECT_EQ(problem.row_types().row_count(), 3U);
    EXPECT_EQ(problem.k, 1U);
    ASSERT_EQ(problem.models.size(), 1U) << "k-anonymity is not added";
    EXPECT_EQ(problem.rows_beyond_population, 1U) << "nobody of 45 in 01302";
    EXPECT_TRUE(assumed(problem, "of 1 row of the table it has no row"));
}

TEST(BindPopulation, KAnonymityStaysWhereItIsAskedFor) {
    const Problem problem = bound(
        "population: {file: people.csv, on: {age: AGE, zip: zip}}\n"
        "privacy: {delta-presence: {max: 0.9}, k-anonymity: 2}\n");
    ASSERT_EQ(problem.models.size(), 2U);
    EXPECT_EQ(problem.models.front()->name(), "k-anonymity");
    EXPECT_EQ(problem.k, 2U);
}

TEST(BindPopulation, IsRefusedWithWhatToDo) {
    EXPECT_TRUE(contains(refusal("privacy: {k-map: 2}\n", ErrorCode::bad_policy, std::nullopt),
                         "population: {file: ...}"));
    EXPECT_TRUE(
        contains(refusal("population: people.csv\nprivacy: {k-map: 2}\n", ErrorCode::bad_policy),
                 "no column 'age'"));
    EXPECT_TRUE(contains(refusal("population: {file: p.csv, on: [zip]}\nprivacy: {k-map: 2}\n",
                                 ErrorCode::bad_policy),
                         "`on` lacks the quasi-identifier 'age'"));
    EXPECT_TRUE(
        contains(refusal("population: {file: p.csv, on: {age: AGE, zip: zip, disease: zip}}\n"
                         "privacy: {k-map: 2}\n",
                         ErrorCode::bad_policy),
                 "'disease', which is no quasi-identifier"));
    EXPECT_TRUE(contains(refusal(std::string("person: disease\n") +
                                     "population: {file: p.csv, on: {age: AGE, zip: zip}}\n"
                                     "privacy: {delta-presence: 0.5}\n",
                                 ErrorCode::bad_policy),
                         "counts rows"));
    EXPECT_TRUE(contains(refusal("population: {fil: p.csv}\n", ErrorCode::bad_policy), "fil"));
    EXPECT_TRUE(
        contains(refusal("population: {on: [age]}\n", ErrorCode::bad_policy), "needs its table"));
    EXPECT_TRUE(
        contains(refusal(kMap, ErrorCode::bad_input, table_of("AGE zip", "young 01301; 30 01301")),
                 "integer"));
}

TEST(BindPopulation, WhatNoReleaseKeepsIsSaidBeforeTheSearch) {
    EXPECT_TRUE(contains(refusal("population: {file: p.csv, on: {age: AGE, zip: zip}}\n"
                                 "privacy: {k-map: 8}\n",
                                 ErrorCode::infeasible),
                         "the whole table as one class has 7"));
    EXPECT_TRUE(contains(refusal("population: {file: p.csv, on: {age: AGE, zip: zip}}\n"
                                 "privacy: {delta-presence: 0.4}\n",
                                 ErrorCode::infeasible),
                         "cannot be kept without suppression"));
}

TEST(BindPopulation, IsNotLookedAtUnasked) {
    const Problem problem = bound(
        "population: {file: people.csv, on: {age: AGE, zip: zip}}\nprivacy: {k-anonymity: 2}\n");
    EXPECT_FALSE(problem.population);
    EXPECT_TRUE(assumed(problem, "the population is not looked at"));
}

TEST(KnownValues, TooManySetsAreRefused) {
    std::string names;
    std::string cells;
    std::string yaml = "attributes:\n  s: {role: sensitive}\n";
    for (int j = 0; j < 20; ++j) {
        names += "q" + std::to_string(j) + " ";
        cells += std::to_string(j) + " ";
        yaml += "  q" + std::to_string(j) + ": {role: quasi-identifying}\n";
    }
    try {
        static_cast<void>(bind(table_of(names + "s", cells + "a;" + cells + "b"),
                               parse_policy(yaml + "privacy: {lkc: {l: 9, k: 2}}\n", "p.yaml"),
                               RunContext{}));
        FAIL() << "167,960 sets";
    } catch (const Error& error) {
        EXPECT_TRUE(contains(error.what(), "more than 10,000 sets of 9 of 20"));
    }
}

}  // namespace
}  // namespace kanon
