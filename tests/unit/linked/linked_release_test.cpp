// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/linked/run/anonymize_linked.hpp"

#include "join_attack.hpp"
#include "random_schemas.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace kanon::linked {
namespace {

using test::candidates_of;
using test::form_of;
using test::MadeSchema;
using test::random_schema;
using test::small_hospital;
using test::TextTree;
using test::trees_of;
using test::worst_secrets;
using test::WorstSecrets;

std::unique_ptr<LinkedResult> released(const MadeSchema& made,
                                       unsigned threads = 1,
                                       const std::string& method = "") {
    LinkedJob job;
    job.schema = made.schema();
    job.schema.method = method;
    job.in_memory = made.tables;
    job.secret_seed = 5;
    job.context.threads = threads;
    return anonymize_linked(job);
}

/// What the attacker finds: subjects with fewer than k candidates and more than none, and classes
/// of fewer than k.
std::size_t found_below_k(const LinkedResult& result, const MadeSchema& made) {
    const std::vector<TextTree> known = trees_of(result.tables, made.tables);
    const std::vector<TextTree> trees = trees_of(result.tables, result.release.tables);
    std::size_t out = 0;
    for (const TextTree& subject : known) {
        const std::size_t candidates = candidates_of(subject, trees);
        out += candidates > 0 && candidates < result.tables.k ? 1U : 0U;
    }
    std::map<std::string, std::size_t> classes;
    for (const TextTree& tree : trees) {
        ++classes[form_of(tree)];
    }
    for (const auto& [form, subjects] : classes) {
        out += subjects < result.tables.k ? 1U : 0U;
    }
    return out;
}

TEST(LinkedRelease, JoinsByBruteForceFindNobodyBelowK) {
    std::size_t depths = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SCOPED_TRACE(seed);
        const MadeSchema made = random_schema({}, seed);
        const auto result = released(made);
        ASSERT_TRUE(result->audit.passed());
        ASSERT_EQ(found_below_k(*result, made), 0U);
        for (const LinkedTable& table : result->tables.tables) {
            depths += table.parent && result->tables.tables[*table.parent].parent ? 1U : 0U;
        }
    }
    EXPECT_GT(depths, 100U);
}

TEST(LinkedRelease, FullDomainOfTheSubjectsKeepsThePromiseToo) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const MadeSchema made = random_schema({}, seed);
        const auto result = released(made, 1, "full-domain");
        ASSERT_TRUE(result->audit.passed());
        ASSERT_EQ(found_below_k(*result, made), 0U);
        for (std::size_t t = 1; t < made.tables.size(); ++t) {
            for (const std::size_t column : result->tables.tables[t].problem.columns) {
                const std::string& name = result->tables.tables[t].table().column(column).name;
                for (const std::string& cell : test::cells_of(result->release.tables[t], name)) {
                    ASSERT_EQ(cell, "*");
                }
            }
        }
    }
}

TEST(LinkedRelease, TheAttackerFindsWhoIsLeftAsHeIs) {
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const MadeSchema made = random_schema({}, seed);
        LinkedResult as_it_is;
        as_it_is.tables = made.read();
        as_it_is.release.tables = made.tables;
        found += found_below_k(as_it_is, made);
    }
    EXPECT_GT(found, 100U);
}

TEST(LinkedRelease, EachSubjectFindsHimselfUnlessHeIsLeftOut) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        const MadeSchema made = random_schema({}, seed);
        const auto result = released(made);
        const std::vector<TextTree> known = trees_of(result->tables, made.tables);
        const std::vector<TextTree> trees = trees_of(result->tables, result->release.tables);
        const std::vector<std::uint32_t>& from = result->release.original_row.front();
        for (std::size_t row = 0; row < from.size(); ++row) {
            ASSERT_EQ(candidates_of(known[from[row]], {trees[row]}), 1U);
        }
    }
}

/// A model of the table below the subjects, and the figure of it that brute force finds.
struct ModelOfSecrets {
    const char* yaml;
    double WorstSecrets::*figure;
};

const std::vector<ModelOfSecrets> kModelsOfSecrets{
    {"l-diversity: {attribute: secret, l: 2}", &WorstSecrets::fewest_values},
    {"p-sensitive: {attribute: secret, p: 2}", &WorstSecrets::fewest_values},
    {"l-diversity: {attribute: secret, kind: entropy, l: 1.5}", &WorstSecrets::least_entropy},
    {"l-diversity: {attribute: secret, kind: recursive, c: 2, l: 2}",
     &WorstSecrets::greatest_ratio},
    {"t-closeness: {attribute: secret, t: 0.5}", &WorstSecrets::greatest_distance},
    {"beta-likeness: {attribute: secret, kind: basic, beta: 1.5}", &WorstSecrets::greatest_gain},
    {"alpha-k: {attribute: secret, alpha: 0.7}", &WorstSecrets::greatest_share},
};

TEST(LinkedRelease, ModelsOfTablesBelowHoldByBruteForce) {
    std::vector<std::size_t> proven(kModelsOfSecrets.size());
    for (std::uint64_t seed = 0; seed < 700; ++seed) {
        SCOPED_TRACE(seed);
        const std::size_t at = seed % kModelsOfSecrets.size();
        const MadeSchema made = random_schema({.model = kModelsOfSecrets[at].yaml}, seed);
        try {
            const auto result = released(made);
            ASSERT_EQ(result->audit.proofs.size(), 2U);
            const Proof& proof = result->audit.proofs[1];
            ASSERT_TRUE(result->audit.passed() && proof.holds);
            if (result->release.tables[1].row_count() == 0) {
                continue;
            }
            const WorstSecrets worst =
                worst_secrets(trees_of(result->tables, result->release.tables),
                              test::cells_of(made.tables[1], "secret"));
            ASSERT_NEAR(worst.*kModelsOfSecrets[at].figure, proof.achieved, 1e-9)
                << kModelsOfSecrets[at].yaml;
            ++proven[at];
        } catch (const Error& error) {
            ASSERT_EQ(error.code(), ErrorCode::infeasible) << error.what();
        }
    }
    for (const std::size_t runs : proven) {
        EXPECT_GT(runs, 20U);
    }
}

TEST(LinkedRelease, TheAuditorFindsWhatBreaksModelsOfTablesBelow) {
    std::size_t broken = 0;
    for (std::uint64_t seed = 0; seed < 350; ++seed) {
        SCOPED_TRACE(seed);
        const std::size_t at = seed % kModelsOfSecrets.size();
        const MadeSchema made = random_schema({.model = kModelsOfSecrets[at].yaml}, seed);
        const LinkedTables tables = made.read();
        const LinkedAudit audit = audit_linked(tables, made.tables, nullptr, {}, {});
        ASSERT_EQ(audit.proofs.size(), 2U);
        const WorstSecrets worst =
            worst_secrets(trees_of(tables, made.tables), test::cells_of(made.tables[1], "secret"));
        const double figure = worst.*kModelsOfSecrets[at].figure;
        if (std::isfinite(figure)) {
            ASSERT_NEAR(figure, audit.proofs[1].achieved, 1e-9) << kModelsOfSecrets[at].yaml;
        }
        broken += audit.proofs[1].holds ? 0U : 1U;
    }
    EXPECT_GT(broken, 200U);
}

TEST(LinkedRelease, IsTheSameForAnyNumberOfThreads) {
    const MadeSchema made = random_schema({.fewest_subjects = 400, .most_subjects = 400}, 3);
    const auto one = released(made, 1);
    const auto three = released(made, 3);
    for (std::size_t t = 0; t < made.tables.size(); ++t) {
        for (const std::string_view name : one->release.tables[t].names()) {
            ASSERT_EQ(test::cells_of(one->release.tables[t], std::string(name)),
                      test::cells_of(three->release.tables[t], std::string(name)));
        }
    }
}

TEST(LinkedRelease, EqualSubjectsLoseNothing) {
    const auto result = released(small_hospital("30 m; 40 f; 30 m; 40 f",
                                                "1 A flu; 1 B cold; 3 B flu; 3 A cold; 2 C gout; "
                                                "4 C flu"));
    EXPECT_EQ(result->loss.loss, 0);
    EXPECT_EQ(result->audit.classes, 2U);
}

TEST(LinkedRelease, RowsBeyondTheOthersAreLeftOutAndCounted) {
    const auto result = released(small_hospital("30 m; 30 m",
                                                "1 A flu; 2 A flu; 2 A cold",
                                                "privacy: {k-anonymity: 2}\n"
                                                "suppression: {max: 34%}"));
    EXPECT_EQ(result->audit.tables[1].left_out(), 1U);
    EXPECT_EQ(result->audit.classes, 1U);
}

TEST(LinkedRelease, MoreRowsLeftOutThanMayBeIsRefused) {
    try {
        static_cast<void>(released(small_hospital("30 m; 30 m",
                                                  "1 A flu; 2 A flu; 2 A cold",
                                                  "privacy: {k-anonymity: 2}\n"
                                                  "suppression: {max: 10%}")));
        FAIL() << "nothing was refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::infeasible);
        EXPECT_NE(std::string(error.what()).find("table 'stays': 1 of 3 rows (33.3 %)"),
                  std::string::npos)
            << error.what();
    }
}

TEST(LinkedRelease, KeysAreDrawnAnewAndOrderTellsNothing) {
    const MadeSchema made = random_schema({.fewest_subjects = 200, .most_subjects = 200}, 1);
    const auto result = released(made);
    const std::vector<std::string> keys = test::cells_of(result->release.tables.front(), "id0");
    for (std::size_t row = 0; row < keys.size(); ++row) {
        ASSERT_EQ(keys[row], std::to_string(row + 1));
    }
    std::size_t same = 0;
    for (std::size_t row = 0; row < keys.size(); ++row) {
        same += result->release.original_row.front()[row] == row ? 1U : 0U;
    }
    EXPECT_LT(same, 10U);
}

}  // namespace
}  // namespace kanon::linked
