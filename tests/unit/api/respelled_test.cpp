// SPDX-License-Identifier: Apache-2.0
// Saved recodings on tables that spell the same numbers in other ways.
#include "kanon/api/kanon.hpp"
#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// One of the ways to write a whole number; all of them are the same number.
std::string spelled(std::uint64_t number, std::uint64_t way) {
    const std::string digits = std::to_string(number);
    const std::array<std::string, 4> ways{digits, digits + ".0", digits + ".00", digits + ".000"};
    return ways.at(way % ways.size());
}

/// Rows of two numbers below 12; `ways`: spellings that may occur.
Table numbers(Random& random, std::size_t rows, std::uint64_t ways) {
    std::array<std::vector<std::string>, 2> cells;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::vector<std::string>& column : cells) {
            column.push_back(spelled(random.below(12), random.below(ways)));
        }
    }
    return Table({test::column_of("a", cells[0], ValueType::decimal),
                  test::column_of("b", cells[1], ValueType::decimal)},
                 rows);
}

Policy policy_of(const std::string& text) {
    return parse_policy(
        "attributes:\n  a: {role: quasi-identifying, type: decimal}\n"
        "  b: {role: quasi-identifying, type: decimal}\n" +
            text,
        "policy.yaml");
}

/// Whether the recoding of one table can be applied to the other. Expects that it is either refused
/// for want of rows, or released and proven.
bool applies(const Table& from, const Table& to, const Policy& policy) {
    try {
        const std::string saved = recoding_text(*anonymize(from, policy, RunContext{}));
        const auto result = apply_recoding(to, policy, saved, "r.json", RunContext{});
        EXPECT_TRUE(result->audit.passed);
        return true;
    } catch (const Error& refusal) {
        EXPECT_EQ(refusal.code(), ErrorCode::infeasible) << refusal.what();
        return false;
    }
}

TEST(RespelledNumbers, AreReleasedAndProvenOrRefused) {
    const std::array<std::string, 4> policies{
        "privacy: {k-anonymity: 2}\nmethod: mondrian\nsuppression: {max: 100%}\n",
        "privacy: {k-anonymity: 3}\nmethod: optimal\nsuppression: {max: 50%}\n",
        "privacy: {k-anonymity: 2}\nmethod: pattern-greedy\nobjective: stars\n"
        "patterns: {all-star: class}\n",
        "privacy: {k-anonymity: 2}\nmethod: k-optimize\nobjective: dm\nsuppression: {max: 50%}\n"};
    std::size_t released = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const Table from = numbers(random, 6 + seed % 20, 1 + seed % 4);
        const Table to = numbers(random, 4 + seed % 23, 1 + seed % 4);
        released += applies(from, to, policy_of(policies.at(seed % policies.size()))) ? 1U : 0U;
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(released, 100U);
}

}  // namespace
}  // namespace kanon
