// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/as_is_warnings.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/binding/protection.hpp"
#include "kanon/problem/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// \throws Error{bad_input}
void check_counts(const Table& table, const std::vector<std::uint64_t>& counts) {
    if (counts.empty()) {
        return;
    }
    if (counts.size() != table.row_count()) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("{} do not fit a table of {}; give one for each row",
                                count_text(counts.size(), "count"),
                                count_text(table.row_count(), "row")));
    }
    std::uint64_t left = Table::kMostRows;
    for (const std::uint64_t count : counts) {
        if (count == 0 || count > left) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("a row is counted 0 times, or all rows together more than {} "
                                    "times; leave rows out that there are none of, or split the "
                                    "table",
                                    count_text(Table::kMostRows)));
        }
        left -= count;
    }
}

/// What the policy says of the table as a whole.
Problem begun(Table table, const Policy& policy, const BindOptions& circumstances) {
    policy.check();
    Problem problem;
    problem.table = std::move(table);
    problem.policy = policy;
    problem.counts = circumstances.counts;
    if (problem.table.row_count() == 0) {
        throw Error(ErrorCode::bad_input, "the table has no rows; there is nothing to release");
    }
    check_counts(problem.table, problem.counts);
    detail::take_keyed_roles(problem);
    if (!policy.objective.empty()) {
        problem.objective = find_objective(policy.objective);
    }
    problem.gs_factor = policy.gs_factor.value_or(problem.gs_factor);
    problem.suppressed = policy.suppressed;
    problem.recoding_model = detail::settle_recoding(policy, circumstances);
    const std::uint64_t n = problem.data_rows();
    problem.suppression_limit = policy.suppression.rows(n);
    if (policy.cell_suppression) {
        problem.cell_suppression_limit = policy.cell_suppression->rows(n);
    }
    return problem;
}

/// What is promised of the whole is promised of a part.
void take_promises(const Problem& whole, Problem& problem) {
    // The models of the whole look at these places.
    KANON_CHECK(problem.columns == whole.columns &&
                problem.tracked_columns == whole.tracked_columns &&
                problem.withheld == whole.withheld);
    problem.models = whole.models;
    problem.k = whole.k;
    problem.objective = whole.objective;
    problem.suppression_limit = whole.suppression_limit;
}

void count_row_types(Problem& problem, unsigned threads) {
    TypedRows rows = make_row_types(
        problem.judged(), problem.columns, problem.tracked_columns, threads, problem.counts);
    problem.type_of_row = std::move(rows.type_of_row);
    problem.count(std::move(static_cast<RowTypes&>(rows)));
}

}  // namespace

Problem bind(Table table,
             const Policy& policy,
             const PolicyFiles& files,
             const BindOptions& circumstances,
             const RunContext& context) {
    Problem problem = begun(std::move(table), policy, circumstances);
    detail::bind_ledger(problem, circumstances);
    if (circumstances.not_the_first && circumstances.ledger == nullptr) {
        detail::warn(problem,
                     "earlier-release",
                     "these people were released before, and no ledger says in which classes: who "
                     "has both releases may find them",
                     {});
    }
    if (!circumstances.is_part) {  // of a part less is known: it was settled for the whole
        detail::settle_person(problem, circumstances.repeated_unread);
    }
    detail::bind_roles(problem);
    if (circumstances.protects_amounts) {
        detail::protect_amounts(problem, context.threads);
    }
    detail::bind_notations(problem, circumstances.has_order);
    detail::bind_codings(problem, circumstances.codings, context.threads);
    detail::bind_keyed(problem, files.keys, circumstances);
    const std::optional<Table> population = detail::bind_population(problem, files.population);
    detail::settle_adversaries(problem);
    if (circumstances.protects_sensitive && problem.recoding_model == RecodingModel::classes) {
        detail::protect_sensitive(problem);
    }
    detail::bind_models(problem, files.hierarchies);
    detail::bind_list(problem, files.hierarchies);
    if (circumstances.tracks_sensitive) {
        detail::track_sensitive(problem);
    }
    std::string settled = detail::settle_objective(problem, circumstances);
    detail::bind_class(problem);
    detail::bind_invariance(problem, circumstances);
    // Where there may be a release already, its classes are to be judged one by one.
    const std::uint64_t people = population ? population->row_count() : 0;
    if (!circumstances.only_measured) {
        const bool shows_order =
            circumstances.row_order != RowOrder::hidden && problem.counts.empty();
        detail::check_feasible(problem, people, shows_order);
    }
    detail::bind_row_order(problem, circumstances, context.threads);
    if (!circumstances.by_marginals) {
        std::ranges::move(detail::warnings_of_columns_as_they_are(
                              problem,
                              profile::look_at_columns_as_they_are(
                                  problem.table, detail::as_is_columns(problem), context.threads)),
                          std::back_inserter(problem.warnings));
    }
    throw_if_cancelled(context);
    detail::bind_aggregates(problem, circumstances.aggregates);
    detail::bind_quasi_identifiers(problem,
                                   files.hierarchies,
                                   circumstances.has_columns_elsewhere || problem.list.has_value());
    detail::bind_adversaries(problem);
    detail::check_known_values(problem);
    detail::bind_patterns(problem);
    throw_if_cancelled(context);
    count_row_types(problem, context.threads);
    if (population) {
        detail::count_population(problem, *population, context.threads);
    }
    problem.unread = circumstances.unread;
    problem.is_part = circumstances.is_part;
    problem.dropped_rows = circumstances.dropped_rows;
    if (circumstances.dropped_rows > 0) {
        problem.assumptions.push_back(
            "left out, as the policy asks: " + count_text(circumstances.dropped_rows, "row") +
            " with missing values");
    }
    if (!settled.empty()) {
        problem.assumptions.push_back(std::move(settled));
    }
    if (circumstances.part_of != nullptr) {
        take_promises(*circumstances.part_of, problem);
    }
    return problem;
}

Problem bind(Table table, const Policy& policy, const RunContext& context) {
    return kanon::bind(std::move(table), policy, read_policy_files(policy, context), {}, context);
}

}  // namespace kanon
