// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/released_site.hpp"

#include "kanon/audit/audit.hpp"
#include "kanon/base/check.hpp"
#include "kanon/release/release.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace kanon::parties {
namespace {

/// A quasi-identifier with the spelling of its released value in each row; "" is missing.
std::shared_ptr<const Column> spelled_column(const Column& column,
                                             const QuasiIdentifier& attribute,
                                             const GlobalRecoding::Attribute& recoding) {
    std::vector<std::string> words;
    for (const ReleasedValue& value : recoding.domain.values) {
        words.push_back(
            spell(value, recoding.domain, attribute.dictionary(), &attribute.hierarchy));
    }
    std::vector<std::optional<std::string_view>> cells;
    cells.reserve(column.codes.size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const std::string& word = words[recoding.value_of_code[column.codes[row]]];
        cells.push_back(word.empty() ? std::nullopt : std::optional<std::string_view>(word));
    }
    TableBuilder builder;
    builder.add_text(column.name, cells, ValueType::text);
    return builder.finish().shared_column(0);
}

/// False where every quasi-identifier is `*` in all rows, or there is none.
bool shows_something(const Problem& problem, const Release& release) {
    for (std::size_t j = 0; j < release.original_column.size(); ++j) {
        if (std::ranges::find(problem.columns, release.original_column[j]) ==
            problem.columns.end()) {
            continue;
        }
        const Column& column = release.table.column(j);
        for (std::size_t row = 0; row < column.codes.size(); ++row) {
            if (column.text(row) != "*") {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

ReleasedSite release_site(const Problem& problem,
                          std::span<const GlobalRecoding::Attribute> recoding,
                          std::vector<std::uint32_t> released,
                          const RunContext& context) {
    KANON_CHECK(recoding.size() == problem.quasi_identifiers.size());
    Release release;
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        if (std::ranges::find(problem.withheld, j) != problem.withheld.end()) {
            continue;
        }
        const auto at = std::ranges::find(problem.columns, j);
        const auto q = static_cast<std::size_t>(at - problem.columns.begin());
        columns.push_back(at == problem.columns.end() ? problem.table.shared_column(j)
                                                      : spelled_column(problem.table.column(j),
                                                                       problem.quasi_identifiers[q],
                                                                       recoding[q]));
        release.original_column.push_back(j);
    }
    ReleasedSite out{.table = Table(std::move(columns), problem.table.row_count()), .proven = {}};
    release.table = reordered(out.table, released);
    release.original_row = std::move(released);
    if (shows_something(problem, release)) {
        const AuditReport report = audit(problem, release, {}, context);
        detail::require_proof(report);
        out.proven = report.checks;
    }
    return out;
}

}  // namespace kanon::parties
