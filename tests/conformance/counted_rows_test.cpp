// SPDX-License-Identifier: Apache-2.0
// Every method of the catalogue on distinct rows with their counts: what is released, and what the
// auditor makes of it, must be the same as for the rows that they stand for.
#include "support/counted_rows.hpp"

#include "kanon/audit/audit.hpp"
#include "kanon/table/row_order.hpp"

#include "support/outcomes.hpp"
#include "support/same_report.hpp"
#include "trials.hpp"
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

class CountedRelease : public MethodTest {};

std::optional<Problem> bound_counted(Table table,
                                     std::vector<std::uint64_t> counts,
                                     const Policy& policy) {
    BindOptions circumstances;
    circumstances.row_order = RowOrder::hidden;
    circumstances.counts = std::move(counts);
    try {
        return bind(std::move(table), policy, read_policy_files(policy, {}), circumstances, {});
    } catch (const Error& error) {
        if (error.code() == ErrorCode::infeasible) {
            return std::nullopt;
        }
        throw;
    }
}

/// Every row of a case twice in place of two of its rows, as many as before.
Table with_pairs_alike(const Table& table) {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < table.row_count(); ++row) {
        rows.push_back(row / 2);
    }
    const Table alike = reordered(table, rows);
    return reordered(alike, order_by_codes(alike));
}

std::string text_of(const Table& table, std::size_t row) {
    std::string out;
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        out += table.column(column).dictionary->is_missing(table.column(column).codes[row])
                   ? "?|"
                   : std::string(table.column(column).text(row)) + "|";
    }
    return out;
}

using Pairs = std::map<std::string, std::uint64_t>;

/// Rows by what they were and what they became.
Pairs pairs_of(const Problem& problem, const Release& release) {
    Pairs out;
    std::vector<std::uint64_t> left = problem.counts;
    left.resize(problem.table.row_count(), 1);
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        const std::size_t original = release.original_row.empty() ? row : release.original_row[row];
        const std::uint64_t rows = release.counts.empty() ? 1 : release.counts[row];
        out[text_of(problem.table, original) + " -> " + text_of(release.table, row)] += rows;
        left[original] -= rows;
    }
    for (std::size_t row = 0; row < left.size(); ++row) {
        out[text_of(problem.table, row) + " -> nothing"] += left[row];
    }
    return out;
}

/// What became of the rows of a problem.
struct Judged {
    Outcome outcome;
    Release release;
    AuditReport audit;
};

Judged judged(const Trial& trial, Problem& problem) {
    Judged out{.outcome = trial.solve(problem), .release = {}, .audit = {}};
    if (out.outcome.recoding) {
        out.release = release_of(problem, out.outcome);
        out.audit = audit(problem, out.release, AuditOptions{}, RunContext{});
    }
    return out;
}

TEST_P(CountedRelease, IsThatOfTheRowsTheyStandFor) {
    std::uint64_t released = 0;
    std::uint64_t split = 0;
    for (const Trial& trial : drawn_trials({.each = 200, .few = 60})) {
        SCOPED_TRACE(trial);
        const RandomCase made = trial.drawn();
        const Table rows = with_pairs_alike(made.table());
        const CountedRows distinct = counted_rows(rows);
        std::optional<Problem> each = bound_counted(rows, {}, made.policy);
        std::optional<Problem> counted =
            bound_counted(distinct.table, distinct.counts, made.policy);
        ASSERT_EQ(each.has_value(), counted.has_value());
        if (!each) {
            continue;
        }
        const Judged expected = judged(trial, *each);
        const Judged found = judged(trial, *counted);
        ASSERT_EQ(found.outcome.ending, expected.outcome.ending);
        if (!expected.outcome.recoding) {
            continue;
        }
        ++released;
        split += found.release.table.row_count() > distinct.table.row_count() ? 1U : 0U;
        EXPECT_EQ(pairs_of(*counted, found.release), pairs_of(*each, expected.release));
        EXPECT_LE(found.release.table.row_count(), expected.release.table.row_count());
        EXPECT_EQ(found.release.counts.size(), found.release.table.row_count());
        expect_same(found.audit, expected.audit);
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, 5U);
    if (method().recoding == RecodingKind::assignment) {
        EXPECT_GT(split, 0U) << "some counted row must become several things";
    }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, CountedRelease, testing::ValuesIn(all_methods()), name_of);

}  // namespace
}  // namespace kanon::test
