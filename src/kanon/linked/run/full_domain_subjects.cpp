// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/full_domain_subjects.hpp"

#include "kanon/base/error.hpp"
#include "kanon/linked/cluster/subject_clusters.hpp"
#include "kanon/linked/schema/list_numbers.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/run/result.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace kanon::linked {
namespace {

/// The subjects' table by itself: what the policy says of it, with the limit of all tables.
std::unique_ptr<Result> release_subjects(const LinkedTables& tables, const RunContext& context) {
    const Problem& root = tables.root().problem;
    if (root.columns.empty()) {
        throw Error(ErrorCode::bad_policy,
                    "full-domain recodes the quasi-identifiers of table '" + tables.root().name +
                        "', and it has none; leave the method out");
    }
    Policy policy = root.policy;
    policy.method = "optimal";
    policy.method_options.clear();
    policy.suppression = tables.limit;
    policy.suppressed = SuppressedRows::drop;
    const bool is_coded = root.uncoded.column_count() > 0;
    return anonymize(is_coded ? root.uncoded : root.table, policy, context);
}

/// Original rows of the released ones.
std::vector<std::uint32_t> original_rows(const Release& release) {
    std::vector<std::uint32_t> out = release.original_row;
    if (out.empty()) {
        for (std::uint32_t row = 0; row < release.table.row_count(); ++row) {
            out.push_back(row);
        }
    }
    return out;
}

/// A released column, a cell for each row of the original.
std::shared_ptr<const Column> at_original_rows(const Column& released,
                                               const std::vector<std::uint32_t>& rows,
                                               std::size_t originals) {
    auto out = std::make_shared<Column>(released);
    out->codes = CodeVector(originals, released.dictionary->size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        out->codes.set(rows[row], released.codes[row]);
    }
    return out;
}

/// Rows of all tables that a subject has.
std::vector<std::uint32_t> rows_of_subjects(const LinkedTables& tables) {
    std::vector<std::vector<std::uint32_t>> rows;
    for (const LinkedTable& table : tables.tables) {
        rows.emplace_back(table.rows(), 1);
    }
    for (std::size_t t = tables.tables.size(); t-- > 1;) {
        const LinkedTable& table = tables.tables[t];
        for (std::size_t row = 0; row < table.rows(); ++row) {
            rows[*table.parent][table.parent_row[row]] += rows[t][row];
        }
    }
    return std::move(rows.front());
}

/// Large classes in parts of subjects with like numbers of rows, so that each is looked at in
/// bounded time.
std::vector<std::vector<std::uint32_t>> small_parts(
    const LinkedTables& tables, std::vector<std::vector<std::uint32_t>> classes) {
    const std::size_t most = std::max<std::size_t>(512, 4 * tables.k);
    const std::vector<std::uint32_t> rows = rows_of_subjects(tables);
    std::vector<std::vector<std::uint32_t>> out;
    for (std::vector<std::uint32_t>& of_class : classes) {
        std::ranges::stable_sort(of_class, {}, [&](std::uint32_t row) { return rows[row]; });
        auto from = of_class.begin();
        while (static_cast<std::size_t>(of_class.end() - from) > 2 * most) {
            out.emplace_back(from, from + static_cast<std::ptrdiff_t>(most));
            from += static_cast<std::ptrdiff_t>(most);
        }
        out.emplace_back(from, of_class.end());
    }
    return out;
}

}  // namespace

FullDomainSubjects recode_subjects(const LinkedTables& tables, const RunContext& context) {
    const LinkedTable& root = tables.root();
    const std::unique_ptr<Result> result = release_subjects(tables, context);
    const Release& release = result->whole().release;
    const std::vector<std::uint32_t> rows = original_rows(release);
    FullDomainSubjects out;
    std::vector<const CodeVector*> codes;
    for (const std::size_t column : root.problem.columns) {
        const Column& released =
            release.table.column(*release.table.find(root.table().column(column).name));
        out.cells.push_back(at_original_rows(released, rows, root.rows()));
        codes.push_back(&released.codes);
    }
    ListNumbers numbers;
    std::vector<std::vector<std::uint32_t>> parts;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::vector<std::uint32_t> tuple;
        for (const CodeVector* const of : codes) {
            tuple.push_back((*of)[row]);
        }
        const std::uint32_t part = numbers.number(tuple);
        parts.resize(numbers.size());
        parts[part].push_back(rows[row]);
    }
    out.grouping = cluster_parts(
        tables, small_parts(tables, std::move(parts)), {.rounds = 0, .has_cells = false}, context);
    return out;
}

}  // namespace kanon::linked
