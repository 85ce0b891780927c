// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/full_domain_subjects.hpp"

#include "kanon/base/error.hpp"
#include "kanon/linked/cluster/subject_clusters.hpp"
#include "kanon/linked/schema/list_numbers.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/run/result.hpp"

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
    out.grouping = cluster_parts(tables, parts, {.rounds = 0, .has_cells = false}, context);
    return out;
}

}  // namespace kanon::linked
