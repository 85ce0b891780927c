// SPDX-License-Identifier: Apache-2.0
// Promises against those who know some quasi-identifiers: how they are bound, kept and judged.
#include "kanon/audit/audit.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/recoding/level_recoding.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

constexpr const char* kRows =
    "1 a x u 9; 1 a x v 8; 2 b y u 7; 2 b y v 6; 3 a x u 5; 3 b y v 4; 1 b x u 3; 2 a y v 2";

std::string policy_of(const std::string& privacy) {
    std::string out = "attributes:\n";
    for (const char* name : {"age", "zip", "sex", "job"}) {
        out += std::string("  ") + name + ": {role: quasi-identifying, hierarchy: flat}\n";
    }
    return out + "  pay: {role: sensitive}\nprivacy: " + privacy + "\n";
}

Problem bound_to(const std::string& privacy) {
    return bound(table_of("age zip sex job pay", kRows), policy_of(privacy));
}

std::string refusal_of(const std::string& privacy) {
    try {
        static_cast<void>(bound_to(privacy));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Adversaries, EachHasItsOwnModels) {
    const Problem problem = bound_to(
        "[{against: [zip, age], k-anonymity: 3}, "
        "{against: {any: 2}, k-anonymity: 2, l-diversity: {attribute: pay, l: 2}}]");
    ASSERT_EQ(problem.models.size(), 3U);
    EXPECT_EQ(problem.k, 3U);
    EXPECT_EQ(problem.least_class_rows(), 1U);
    EXPECT_EQ(problem.models[0]->describe(), "3-anonymity against whoever knows zip and age");
    const auto known = problem.models[0]->known_attributes();
    EXPECT_EQ(std::vector<std::size_t>(known.begin(), known.end()),
              (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(problem.models[2]->describe(),
              "distinct 2-diversity of pay against whoever knows any 2 of the quasi-identifiers");
    EXPECT_EQ(problem.models[2]->known_values(), 2U);
}

TEST(Adversaries, WhoKnowsEveryColumnKnowsAll) {
    for (const char* against : {"{any: 4}", "{any: 9}", "[sex, age, job, zip]"}) {
        const Problem problem =
            bound_to(std::string("[{against: ") + against + ", k-anonymity: 2}]");
        ASSERT_EQ(problem.models.size(), 1U);
        EXPECT_EQ(problem.models[0]->known_values(), 0U) << against;
        EXPECT_EQ(policy_text(problem.policy), policy_text(bound_to("{k-anonymity: 2}").policy));
    }
}

TEST(Adversaries, OneWithoutAKHasFive) {
    const Problem problem = bound_to("[{against: {any: 1}, l-diversity: {attribute: pay, l: 2}}]");
    ASSERT_EQ(problem.models.size(), 2U);
    EXPECT_EQ(problem.k, 5U);
    EXPECT_EQ(problem.assumptions.front(),
              "k is 5 against whoever knows any 1 of the quasi-identifiers: no other k is asked "
              "for (--k)");
}

TEST(Adversaries, AreReadAgainAsTheyAreWritten) {
    for (const char* privacy :
         {"[{against: [age, zip], k-anonymity: 3}, {against: {any: 2}, k-anonymity: 2}]",
          "[{k-anonymity: 2}, {against: sex, k-anonymity: 3, l-diversity: {attribute: pay, l: 2}}]",
          "{against: {any: 3}, k-anonymity: 2}"}) {
        const Policy policy = parse_policy(policy_of(privacy), "policy");
        EXPECT_EQ(policy_text(parse_policy(policy_text(policy), "again")), policy_text(policy));
        EXPECT_EQ(bound_to(privacy).models.size(), policy.privacy.size());
    }
}

TEST(Adversaries, WhatIsWrongIsSaid) {
    EXPECT_NE(refusal_of("[{against: [age, pay], k-anonymity: 2}]")
                  .find("'pay': known by an adversary of the policy, and not quasi-identifying"),
              std::string::npos);
    EXPECT_NE(refusal_of("[{against: [age, zip], k-anonymity: 2}]")
                  .find("'sex': quasi-identifying, and no adversary of the policy knows it"),
              std::string::npos);
    EXPECT_NE(refusal_of("[{against: {any: 1}, risk: 0.2}]").find("risk is not promised against"),
              std::string::npos);
    EXPECT_NE(refusal_of("[{against: [], k-anonymity: 2}]").find("against names no column"),
              std::string::npos);
    EXPECT_NE(refusal_of("[{against: {any: 2}}]").find("nothing is promised"), std::string::npos);
    EXPECT_NE(refusal_of("[]").find("privacy is an empty list"), std::string::npos);
    EXPECT_NE(refusal_of("[{against: {any: 1}, k-anonymity: 2}, {against: {any: 1}, "
                         "k-anonymity: 3}]")
                  .find("k-anonymity is asked for twice"),
              std::string::npos);
    EXPECT_NE(refusal_of("[{against: [age, zap], k-anonymity: 2}]").find("did you mean 'zip'"),
              std::string::npos);
}

/// A release of labels of a random node, some of whose row types are suppressed.
Release random_release(Problem& problem, Random& random) {
    GlobalRecoding recoding;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        const auto level = static_cast<Level>(random.below(attribute.hierarchy.height() + 1U));
        recoding.attributes.push_back(recode_to_level(attribute.hierarchy, level));
    }
    for (std::size_t type = 0; type < problem.row_types().size(); ++type) {
        recoding.suppressed.push_back(random.below(6) == 0);
    }
    problem.suppression_limit = problem.table.row_count();
    return release_of(problem, recoding);
}

bool is_star_row(const Problem& problem, const Table& released, std::size_t row) {
    return std::ranges::all_of(problem.columns, [&](std::size_t column) {
        const Column& cells = released.column(column);
        return cells.dictionary->text(cells.codes[row]) == "*";
    });
}

/// The fewest rows that share what is released in these columns; none: no row is released.
std::size_t fewest_alike(const Problem& problem, const Table& released, unsigned set) {
    std::map<std::vector<std::string>, std::size_t> alike;
    for (std::size_t row = 0; row < released.row_count(); ++row) {
        if (is_star_row(problem, released, row)) {
            continue;
        }
        std::vector<std::string> shown;
        for (std::size_t j = 0; j < problem.columns.size(); ++j) {
            if ((set >> j & 1U) != 0) {
                const Column& cells = released.column(problem.columns[j]);
                shown.emplace_back(cells.dictionary->text(cells.codes[row]));
            }
        }
        ++alike[shown];
    }
    std::size_t fewest = released.row_count() + 1;
    for (const auto& one : alike) {
        fewest = std::min(fewest, one.second);
    }
    return fewest;
}

TEST(Adversaries, TheAuditorJudgesEachByItself) {
    int broken = 0;
    int kept = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Problem problem = random_problem(
            {.rows = 14 + seed % 20, .attributes = 3, .starred_top = seed % 2 == 0}, seed);
        problem.models.clear();
        const double k = 2 + static_cast<double>(seed % 3);
        ask_against(problem, {.columns = {"q0", "q2"}}, anonymity(k));
        ask_against(problem, {.any = 2}, anonymity(2));
        const Release release = random_release(problem, random);
        const AuditReport report = audit(problem, release, {}, {});
        const std::size_t of_pair = fewest_alike(problem, release.table, 5);
        const std::size_t of_any = std::min({fewest_alike(problem, release.table, 3),
                                             of_pair,
                                             fewest_alike(problem, release.table, 6)});
        if (of_pair > release.table.row_count() || report.findings.classes <= 1) {
            continue;  // nothing is released, or all of it as one class
        }
        ASSERT_EQ(report.proofs.size(), 2U);
        ASSERT_EQ(report.proofs[0].achieved, static_cast<double>(of_pair));
        ASSERT_EQ(report.proofs[0].holds, static_cast<double>(of_pair) >= k);
        ASSERT_EQ(report.proofs[1].achieved, static_cast<double>(of_any));
        ASSERT_EQ(report.proofs[1].holds, of_any >= 2);
        ASSERT_EQ(report.passed, report.proofs[0].holds && report.proofs[1].holds);
        (report.passed ? kept : broken) += 1;
    }
    EXPECT_GT(kept, 30);
    EXPECT_GT(broken, 30);
}

/// Both methods find the same release, and say the same of it.
void expect_same(const Problem& one, const Problem& other, const char* method) {
    SCOPED_TRACE(method);
    const Outcome first = run_method(method, one);
    const Outcome second = run_method(method, other);
    ASSERT_EQ(first.recoding.has_value(), second.recoding.has_value());
    ASSERT_EQ(first.lower_bound, second.lower_bound);
    if (!first.recoding) {
        return;
    }
    ASSERT_EQ(first.loss, second.loss);
    ASSERT_TRUE(audited(one, first).passed);
    const Table shown = release_of(one, first).table;
    const Table also = release_of(other, second).table;
    for (const std::size_t column : one.columns) {
        for (std::size_t row = 0; row < shown.row_count(); ++row) {
            ASSERT_EQ(shown.column(column).codes[row], also.column(column).codes[row]);
        }
    }
}

TEST(Adversaries, AnyIsTheListOfAllSets) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        Problem any =
            random_problem({.rows = 15 + seed % 25, .attributes = 3, .starred_top = true}, seed);
        any.suppression_limit = seed % 4;
        any.models.clear();
        Problem listed = any;
        ask_against(any, {.any = 2}, anonymity(3));
        for (const std::vector<std::string>& columns : {std::vector<std::string>{"q0"},
                                                        {"q1"},
                                                        {"q2"},
                                                        {"q0", "q1"},
                                                        {"q0", "q2"},
                                                        {"q1", "q2"}}) {
            ask_against(listed, {.columns = columns}, anonymity(3));
        }
        for (const char* method : {"optimal", "incognito", "samarati", "datafly", "refine"}) {
            expect_same(any, listed, method);
        }
    }
}

TEST(Adversaries, ClassesOverAllColumnsProveNoBound) {
    const Problem problem = bound_to("[{against: {any: 1}, k-anonymity: 2}]");
    const Outcome outcome = run_method("mondrian", problem);
    ASSERT_TRUE(outcome.recoding);
    EXPECT_FALSE(outcome.lower_bound);
    EXPECT_EQ(outcome.ending, Ending::feasible);
    EXPECT_TRUE(audited(problem, outcome).passed);
    const Outcome exact = run_method("optimal", problem);
    EXPECT_EQ(exact.ending, Ending::optimal);
    EXPECT_TRUE(audited(problem, exact).passed);
}

}  // namespace
}  // namespace kanon::test
