// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"
#include "kanon/report/reports.hpp"

#include "support.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Words and numbers that nothing else in a report is spelled like.
std::string word(std::string_view kind, std::uint64_t value) {
    return "@" + std::string(kind) + std::to_string(value) + "@";
}

std::string odd_number(std::uint64_t value) {
    return std::to_string(7100 + 31 * value) + "." + std::to_string(1301 + 2 * value);
}

std::string odd_date(std::uint64_t value) {
    return std::to_string(1900 + value) + "-0" + std::to_string(1 + value % 9) + "-" +
           std::to_string(11 + value % 17);
}

/// Columns `id` (unique), `text`, `number`, `date`, and `s`: mostly frequent values, some rare.
Table random_table(Random& random, std::size_t rows) {
    const std::uint64_t frequent = 1 + random.below(3);
    const std::uint64_t all = frequent + 1 + random.below(60);
    std::vector<std::vector<std::string>> cells(5);
    const auto draw = [&] {
        return random.below(5) == 0 ? random.below(all) : random.below(frequent);
    };
    for (std::size_t row = 0; row < rows; ++row) {
        cells[0].push_back(word("id", row));
        cells[1].push_back(random.below(20) == 0 ? "?" : word("t", draw()));
        cells[2].push_back(odd_number(draw()));
        cells[3].push_back(odd_date(draw()));
        cells[4].push_back(word("s", draw()));
    }
    std::vector<std::shared_ptr<const Column>> columns;
    const std::vector<std::string> names{"id", "text", "number", "date", "s"};
    for (std::size_t j = 0; j < names.size(); ++j) {
        columns.push_back(test::column_of(names[j], cells[j]));
    }
    return {std::move(columns), rows};
}

std::string random_policy(Random& random) {
    const bool flat = random.below(2) == 0;
    const std::string hierarchy = flat ? ", hierarchy: flat" : "";
    std::string policy = "attributes:\n  id: {role: identifying}\n";
    for (const std::string name : {"text", "number", "date"}) {
        policy.append("  ").append(name).append(": {role: quasi-identifying");
        policy.append(hierarchy).append("}\n");
    }
    policy += "  s: {role: sensitive}\nprivacy:\n  k-anonymity: 3\n";
    if (random.below(2) == 0) {
        policy += "  l-diversity: {attribute: s, kind: distinct, l: 2}\n";
    }
    policy +=
        "suppression: {max: 60%, rows: " + std::string(random.below(2) == 0 ? "star" : "drop") +
        "}\n";
    return policy + "method: " + (random.below(3) == 0 ? "mondrian" : "optimal") + "\n";
}

/// Per original row: true if its quasi-identifiers are not all starred in the release.
std::vector<bool> released_rows(const Result& result) {
    const Table& release = result.whole().release.table;
    std::vector<bool> released(result.problem->table.row_count(), false);
    for (std::size_t row = 0; row < release.row_count(); ++row) {
        bool starred = true;
        for (const QuasiIdentifier& qi : result.problem->quasi_identifiers) {
            starred = starred && release.column(release.find(qi.name).value()).text(row) == "*";
        }
        const auto& claims = result.whole().release.original_row;
        released[claims.empty() ? row : claims[row]] = !starred;
    }
    return released;
}

/// Values of identifying columns, and those that stand in suppressed rows alone.
std::set<std::string> secrets(const Result& result) {
    const Table& table = result.problem->table;
    const std::vector<bool> released = released_rows(result);
    std::set<std::string> hidden;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        std::set<std::string> open;
        for (std::size_t row = 0; row < table.row_count() && j > 0; ++row) {
            if (released[row]) {
                open.emplace(table.column(j).text(row));
            }
        }
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            const std::string text(table.column(j).text(row));
            if (!text.empty() && !open.contains(text)) {
                hidden.insert(text);
            }
        }
    }
    return hidden;
}

TEST(ReportsProperty, HoldNoValueOfSuppressedRowsOrIdentifyingColumns) {
    std::size_t hidden_rows = 0;
    const bool holds = rc::check("no secret is in any report", [&hidden_rows] {
        Random random(*rc::gen::arbitrary<std::uint64_t>());
        const Table table = random_table(random, 10 + random.below(80));
        const std::string policy = random_policy(random);
        std::unique_ptr<Result> result;
        try {
            result = test::anonymized(table, policy);
        } catch (const Error& error) {
            RC_ASSERT(error.code() == ErrorCode::infeasible);
            return;
        }
        hidden_rows += result->audit.measures.suppressed_rows;
        const std::string html = html_report(record_of(*result));
        std::string all = html;
        all.append(json_summary(record_of(*result))).append(text_report(record_of(*result)));
        RC_ASSERT(test::nesting_fault(html).empty());
        for (const std::string& secret : secrets(*result)) {
            if (all.find(secret) != std::string::npos) {
                RC_FAIL(std::string("found ").append(secret).append(" under\n").append(policy));
            }
        }
    });
    EXPECT_TRUE(holds);
    EXPECT_GT(hidden_rows, 50U) << "too few rows were suppressed for the property to mean much";
}

/// What stands in suppressed rows changes nothing: the same run with other values there says the
/// same, but for measures that see the domain, and warnings, which look at the whole table.
TEST(ReportsProperty, DistributionsDoNotDependOnSensitiveValuesOfSuppressedRows) {
    const auto report = [](const std::string& hidden) {
        const auto result = test::anonymized(
            test::table_of("q s", "a x; a y; a x; b y; b x; b y; lone " + hidden),
            "attributes:\n  q: {role: quasi-identifying, hierarchy: flat}\n"
            "  s: {role: sensitive}\nprivacy: {k-anonymity: 3}\nsuppression: {max: 1}\n"
            "method: optimal\naccept: {singles-out: of no matter here}\n");
        test::changeable_problem(*result).warnings.clear();
        return html_report(record_of(*result));
    };
    EXPECT_EQ(report("x"), report("y"));
    EXPECT_EQ(report("x"), report("z"));
}

}  // namespace
}  // namespace kanon
