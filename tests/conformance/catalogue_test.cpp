// SPDX-License-Identifier: Apache-2.0
// Every method of the catalogue with each of its objectives on small random problems: judged by the
// auditor, by a second one that sees nothing but texts, and by brute force.
#include "kanon/methods/catalogue/catalogue.hpp"

#include "support/brute_force.hpp"
#include "support/effort.hpp"
#include "support/naive_domain.hpp"
#include "support/outcomes.hpp"
#include "support/random_cases.hpp"
#include "support/star_brute_force.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

constexpr std::array kModels{
    CaseModels::k, CaseModels::distinct, CaseModels::entropy, CaseModels::both, CaseModels::person};

struct Entry {
    const MethodInfo* method;
    Objective objective;
};

void PrintTo(const Entry& entry, std::ostream* out) {
    *out << entry.method->name << " with " << info(entry.objective).name;
}

std::vector<Entry> entries() {
    std::vector<Entry> out;
    for (const MethodInfo& method : methods()) {
        for (const Objective objective : method.objectives) {
            out.push_back({&method, objective});
        }
    }
    return out;
}

/// Exact methods that take more than one k, but for c_avg, whose unit is k itself.
std::vector<Entry> growing_entries() {
    std::vector<Entry> out = entries();
    std::erase_if(out, [](const Entry& entry) {
        return entry.method->guarantee != "exact" || entry.method->only_k != 0 ||
               entry.objective == Objective::c_avg;
    });
    return out;
}

std::string name_of(const testing::TestParamInfo<Entry>& tested) {
    std::string name = std::string(tested.param.method->name) + "_" +
                       std::string(info(tested.param.objective).name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

RunContext with_threads(unsigned threads) {
    RunContext context;
    context.threads = threads;
    return context;
}

/// A method that keeps k-anonymity alone counts rows.
CaseModels models_of(const Entry& entry, std::uint64_t seed) {
    return entry.method->models.empty() ? kModels[seed % kModels.size()] : CaseModels::k;
}

CaseShape shape_of(const Entry& entry, std::uint64_t seed) {
    return {.rows = entry.method->scale == Scale::tiny ? 5 + seed % 5 : 8 + seed % 23,
            .attributes = 1 + seed % 4,
            .values = 3 + seed % 7,
            .models = models_of(entry, seed),
            .binary = entry.method->needs_binary,
            .k = entry.method->only_k};
}

/// Fewer steps than by default, for methods that take many on problems of any size.
OptionMap options_of(const MethodInfo& method) {
    OptionMap options;
    for (const OptionSpec& option : method.options) {
        if (option.name == "steps") {
            options["steps"] = "300";
        } else if (option.name == "generations") {
            options["generations"] = "6";
        }
    }
    return options;
}

Outcome solve(const Entry& entry, Problem& problem, const RunContext& context) {
    problem.objective = entry.objective;
    return run_method(entry.method->name, problem, options_of(*entry.method), context);
}

Outcome solve(const Entry& entry, Problem& problem) {
    return solve(entry, problem, RunContext{});
}

/// On as many threads; a method that takes long to the end is stopped where it is repeatable.
Outcome solve_on_threads(const Entry& entry, Problem& problem, unsigned threads) {
    RunContext context = with_threads(threads);
    if (entry.method->name == "k-optimize" || entry.method->name == "polish") {
        context.node_limit = 6;
    }
    return solve(entry, problem, context);
}

TextRows texts(const Release& release) {
    std::vector<std::size_t> columns(release.table.column_count());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return text_rows(release.table, columns);
}

/// The release with a row of stars wherever a row was left out.
TextRows with_dropped_rows(const Problem& problem, const Release& release) {
    TextRows rows = texts(release);
    if (rows.size() == problem.table.row_count()) {
        return rows;
    }
    TextRows all(problem.table.row_count(), TextRow(release.table.column_count(), "*"));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        all[release.original_row[i]] = std::move(rows[i]);
    }
    return all;
}

/// Rows among these whose class label is not their most frequent one.
std::size_t naive_minority(const Problem& problem, const std::vector<std::size_t>& rows) {
    const Column& labels = problem.table.column(problem.class_attribute.value());
    std::map<std::string, std::size_t> counted;
    std::size_t most = 0;
    for (const std::size_t row : rows) {
        most = std::max(most, ++counted[std::string(labels.text(row))]);
    }
    return rows.size() - most;
}

/// The objective's value, from the texts of a release and, where it speaks of levels, the node.
double naive_value(const Problem& problem,
                   const NaiveJudge& judge,
                   const Outcome& outcome,
                   const TextRows& rows) {
    LossFacts facts{.rows = rows.size(),
                    .suppressed_rows = judge.auditor.suppressed_count(rows),
                    .k = problem.k,
                    .gcp = naive_gcp(judge, rows),
                    .attributes = static_cast<double>(problem.quasi_identifiers.size()),
                    .lm = naive_lm(judge, rows),
                    .minority_rows = 0};
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        for (const TextRow& row : rows) {
            facts.stars += row[j] == "*" ? attribute.weight : 0;
        }
    }
    for (const auto& [key, members] : judge.auditor.classes(rows)) {
        ++facts.classes;
        facts.squared_sizes += std::pow(static_cast<double>(members.size()), 2);
        *facts.minority_rows += naive_minority(problem, members);
    }
    if (const auto* global = std::get_if<GlobalRecoding>(&outcome.recoding.value());
        global != nullptr && global->node) {
        for (std::size_t j = 0; j < global->node->size(); ++j) {
            const double level = (*global->node)[j];
            facts.height += level;
            facts.relative_height += level / problem.quasi_identifiers[j].hierarchy.height();
        }
    }
    return objective_value(problem.objective, facts);
}

std::string lines(const TextRows& rows) {
    std::string out;
    for (const TextRow& row : rows) {
        for (const std::string& cell : row) {
            out += cell + " | ";
        }
        out += "\n";
    }
    return out;
}

void expect_judged_good(const Problem& problem,
                        const Outcome& outcome,
                        const std::vector<NaiveModel>& models) {
    const Release release = release_of(problem, outcome);
    const AuditReport report = audited(problem, release);
    const NaiveJudge judge = naive_judge(problem, models);
    const TextRows rows = with_dropped_rows(problem, release);
    EXPECT_EQ(judge.auditor.faults(rows), std::multiset<std::string>{}) << lines(rows);
    EXPECT_TRUE(judge.auditor.passes(texts(release), false));
    const double scale = 1e-9 * (1 + std::abs(outcome.loss));
    EXPECT_NEAR(outcome.loss, naive_value(problem, judge, outcome, rows), scale) << lines(rows);
    EXPECT_NEAR(report.measures.gcp, naive_gcp(judge, rows), 1e-9);
    EXPECT_NEAR(report.measures.lm, naive_lm(judge, rows), 1e-9);
    EXPECT_EQ(report.measures.suppressed_rows, judge.auditor.suppressed_count(rows));
    EXPECT_EQ(report.measures.classes, judge.auditor.classes(rows).size());
    if (outcome.lower_bound) {
        EXPECT_LE(*outcome.lower_bound, outcome.loss);
    }
}

class Conformance : public testing::TestWithParam<Entry> {};

TEST_P(Conformance, EveryReleaseIsJudgedGoodAndLosesWhatItSays) {
    std::uint64_t released = 0;
    for (std::uint64_t seed = 1; seed <= effort(1500); ++seed) {
        SCOPED_TRACE(seed);
        const RandomCase made = random_case(shape_of(GetParam(), seed), seed);
        std::optional<Problem> problem = made.bound();
        if (!problem) {
            continue;
        }
        const Outcome outcome = solve(GetParam(), *problem);
        if (outcome.recoding) {
            ++released;
            ASSERT_TRUE(outcome.ending == Ending::optimal || outcome.ending == Ending::feasible);
            expect_judged_good(*problem, outcome, made.naive_models);
        } else {
            EXPECT_EQ(outcome.ending, Ending::infeasible);
            EXPECT_FALSE(outcome.reason.empty());
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, effort(600)) << "the cases must not all be infeasible";
}

/// Methods of the lattice, each with the objectives that speak of single cells.
std::vector<Entry> node_entries() {
    std::vector<Entry> out = entries();
    std::erase_if(out, [](const Entry& entry) {
        return !entry.method->chooses_node || info(entry.objective).needs_levels;
    });
    return out;
}

class CellsConformance : public testing::TestWithParam<Entry> {};

TEST_P(CellsConformance, StarredCellsAreJudgedGoodAndLoseNoMoreThanSuppressedRows) {
    std::uint64_t released = 0;
    std::uint64_t starred = 0;
    for (std::uint64_t seed = 1; seed <= effort(200); ++seed) {
        SCOPED_TRACE(seed);
        const RandomCase made = random_case(shape_of(GetParam(), seed), seed);
        std::optional<Problem> problem = made.bound();
        if (!problem) {
            continue;
        }
        const Outcome whole = solve(GetParam(), *problem);
        problem->cell_suppression_limit = seed % 3 == 0 ? 0 : problem->table.row_count() / 2;
        const Outcome outcome = solve(GetParam(), *problem);
        ASSERT_GE(outcome.recoding.has_value(), whole.recoding.has_value());
        if (!outcome.recoding) {
            EXPECT_EQ(outcome.ending, Ending::infeasible);
            EXPECT_FALSE(outcome.reason.empty());
            continue;
        }
        ++released;
        starred += std::holds_alternative<ClassRecoding>(*outcome.recoding) ? 1U : 0U;
        ASSERT_EQ(outcome.ending, Ending::feasible);
        expect_judged_good(*problem, outcome, made.naive_models);
        if (whole.recoding) {
            ASSERT_LE(outcome.loss, whole.loss + 1e-9 * (1 + std::abs(whole.loss)));
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, effort(80));
    if (GetParam().objective != Objective::suppressed_rows) {  // best nodes leave no row over
        EXPECT_GT(starred, effort(10));
    }
}

/// Releases of values and stars are no lattice nodes: brute force goes over the classes of rows.
void expect_bound_of_stars_holds(const Entry& entry) {
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= effort(1500); ++seed) {
        SCOPED_TRACE(seed);
        std::optional<Problem> problem = random_case(shape_of(entry, seed), seed).bound();
        if (!problem || problem->table.row_count() > 10 || problem->suppression_limit > 3 ||
            std::ranges::any_of(problem->models,
                                [](const auto& model) { return model->tracked().has_value(); })) {
            continue;
        }
        const Outcome outcome = solve(entry, *problem);
        const std::optional<double> best = least_star_loss(*problem);
        ASSERT_GE(best.has_value(), outcome.recoding.has_value());
        if (entry.method->guarantee == "exact") {
            ASSERT_EQ(best.has_value(), outcome.recoding.has_value()) << outcome.reason;
            ASSERT_NEAR(best.value_or(0), outcome.loss, 1e-9 * (1 + best.value_or(0)));
        }
        if (outcome.recoding) {
            ++compared;
            ASSERT_LE(outcome.lower_bound.value(), *best + 1e-9 * (1 + *best));
            ASSERT_LE(*best, outcome.loss + 1e-9 * (1 + *best));
        }
    }
    EXPECT_GT(compared, effort(5));
}

TEST_P(Conformance, NoReleaseOfTheMethodsModelIsBelowItsBound) {
    if (GetParam().method->stars_only) {
        expect_bound_of_stars_holds(GetParam());
        return;
    }
    for (std::uint64_t seed = 1; seed <= effort(500); ++seed) {
        SCOPED_TRACE(seed);
        std::optional<Problem> problem = random_case(shape_of(GetParam(), seed), seed).bound();
        if (!problem) {
            continue;
        }
        const Outcome outcome = solve(GetParam(), *problem);
        const std::optional<double> best = best_by_force(*problem);
        const bool superset = std::ranges::all_of(problem->models, [](const auto& model) {
            return model->monotony() == Monotony::superset;
        });
        if (GetParam().method->guarantee == "exact" || superset) {
            ASSERT_GE(outcome.recoding.has_value(), best.has_value()) << outcome.reason;
        }
        if (GetParam().method->guarantee == "exact") {
            ASSERT_EQ(outcome.recoding.has_value(), best.has_value());
        }
        // A full-domain release by labels is a local one, too; one by ranges is recoded wider.
        if (best && outcome.lower_bound) {
            ASSERT_LE(*outcome.lower_bound, *best + 1e-9 * (1 + std::abs(*best)));
        }
        if (best && GetParam().method->guarantee == "exact") {
            ASSERT_NEAR(outcome.loss, *best, 1e-9 * (1 + std::abs(*best)));
        }
    }
}

TEST_P(Conformance, TheOrderOfRowsDoesNotMatter) {
    for (std::uint64_t seed = 1; seed <= effort(200); ++seed) {
        SCOPED_TRACE(seed);
        const RandomCase made = random_case(shape_of(GetParam(), seed), seed);
        std::optional<Problem> problem = made.bound();
        std::optional<Problem> other = with_rows_shuffled(made, seed).bound();
        ASSERT_EQ(problem.has_value(), other.has_value());
        if (problem) {
            const Outcome a = solve(GetParam(), *problem);
            const Outcome b = solve(GetParam(), *other);
            ASSERT_EQ(a.recoding.has_value(), b.recoding.has_value());
            ASSERT_EQ(a.loss, b.loss);
            ASSERT_EQ(a.lower_bound, b.lower_bound);
        }
    }
}

TEST_P(Conformance, NamesOfValuesDoNotMatter) {
    for (std::uint64_t seed = 1; seed <= effort(200); ++seed) {
        SCOPED_TRACE(seed);
        CaseShape shape = shape_of(GetParam(), seed);
        shape.renameable = true;
        const RandomCase made = random_case(shape, seed);
        std::optional<Problem> problem = made.bound();
        std::optional<Problem> other = renamed(made).bound();
        ASSERT_EQ(problem.has_value(), other.has_value());
        if (problem) {
            const Outcome a = solve(GetParam(), *problem);
            const Outcome b = solve(GetParam(), *other);
            ASSERT_EQ(a.recoding.has_value(), b.recoding.has_value());
            ASSERT_NEAR(a.loss, b.loss, 1e-12 * (1 + std::abs(a.loss)));
        }
    }
}

/// Enough for a method to share its work among threads, where it takes that many.
std::size_t rows_to_share(Scale scale) {
    switch (scale) {
        case Scale::tiny:
            return 12;
        case Scale::small:
            return 100;
        case Scale::large:
            break;
    }
    return effort(40000);
}

TEST_P(Conformance, ThreadsNeverChangeTheRelease) {
    const std::size_t rows = rows_to_share(GetParam().method->scale);
    std::size_t most_types = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE(seed);
        const RandomCase made =
            random_case({.rows = rows,
                         .attributes = GetParam().method->needs_binary ? 10U : 5U,
                         .values = 30,
                         .models = models_of(GetParam(), seed % 3),
                         .binary = GetParam().method->needs_binary,
                         .k = GetParam().method->only_k},
                        700 + seed);
        std::optional<Problem> problem = made.bound();
        ASSERT_TRUE(problem);
        most_types = std::max(most_types, problem->row_types().size());
        const Outcome one = solve_on_threads(GetParam(), *problem, 1);
        for (const unsigned threads : {2U, 4U}) {
            const Outcome more = solve_on_threads(GetParam(), *problem, threads);
            ASSERT_EQ(more.ending, one.ending);
            ASSERT_EQ(more.loss, one.loss);
            ASSERT_EQ(more.lower_bound, one.lower_bound);
            if (one.recoding) {
                ASSERT_TRUE(texts(release_of(*problem, one, 1)) ==
                            texts(release_of(*problem, more, threads)));
            }
        }
    }
    EXPECT_GT(most_types, rows / 2);
}

class ExactConformance : public Conformance {};

TEST_P(ExactConformance, TheOptimumNeverFallsAsKGrows) {
    for (std::uint64_t seed = 1; seed <= effort(150); ++seed) {
        SCOPED_TRACE(seed);
        RandomCase made = random_case(shape_of(GetParam(), seed), seed);
        double last = -std::numeric_limits<double>::infinity();
        for (std::uint64_t k = 2; k <= 6; ++k) {
            made.policy.privacy[0].parameter = static_cast<double>(k);
            std::optional<Problem> problem = made.bound();
            const Outcome outcome = problem ? solve(GetParam(), *problem) : Outcome{};
            const double loss =
                outcome.recoding ? outcome.loss : std::numeric_limits<double>::infinity();
            ASSERT_GE(loss, last) << "k = " << k;
            last = loss;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Conformance, testing::ValuesIn(entries()), name_of);
INSTANTIATE_TEST_SUITE_P(Catalogue, CellsConformance, testing::ValuesIn(node_entries()), name_of);
INSTANTIATE_TEST_SUITE_P(Catalogue,
                         ExactConformance,
                         testing::ValuesIn(growing_entries()),
                         name_of);

}  // namespace
}  // namespace kanon::test
