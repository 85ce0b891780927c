// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/released_as_is.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/profile/sets/distinctness.hpp"
#include "kanon/table/row_types.hpp"

#include <array>

namespace kanon::profile {
namespace {

/// Rows of combinations that fewer than k persons have.
std::uint64_t rows_of_few_persons(const Table& table,
                                  std::span<const std::size_t> columns,
                                  const AsIsColumns& as_is,
                                  unsigned threads) {
    const RowTypes types =
        make_row_types(table, columns, std::array{*as_is.person}, threads, as_is.counts);
    const std::vector<std::uint32_t>& offsets = types.histograms.front().offsets;
    std::uint64_t rare = 0;
    for (std::size_t type = 0; type < types.size(); ++type) {
        rare += offsets[type + 1] - offsets[type] < as_is.k ? types.counts[type] : 0;
    }
    return rare;
}

}  // namespace

RareRows rare_rows_together(const Table& table, const AsIsColumns& as_is, unsigned threads) {
    if (as_is.person) {
        return {.rows = rows_of_few_persons(table, as_is.columns, as_is, threads)};
    }
    return rare_rows_of(
        table, as_is.columns, as_is.k, {.threads = threads, .counts = as_is.counts});
}

std::uint64_t rare_rows_alone(const Table& table,
                              std::size_t column,
                              const AsIsColumns& as_is,
                              unsigned threads) {
    if (as_is.person) {
        return rows_of_few_persons(table, std::array{column}, as_is, threads);
    }
    std::uint64_t rare = 0;
    for (const std::uint64_t rows : rows_of_codes(table.column(column), as_is.counts)) {
        rare += rows < as_is.k ? rows : 0;
    }
    return rare;
}

DependenceSearch dependence_search(const AsIsColumns& as_is, unsigned threads) {
    return {.known = as_is.known,
            .shown = as_is.columns,
            .least_group = as_is.k,
            .threads = threads,
            .counts = as_is.counts};
}

AsIsFindings look_at_columns_as_they_are(const Table& table,
                                         const AsIsColumns& as_is,
                                         unsigned threads) {
    AsIsFindings out;
    if (as_is.columns.empty()) {
        return out;
    }
    out.rare = rare_rows_together(table, as_is, threads);
    out.rare_alone.resize(as_is.columns.size());
    if (out.rare.rows > 0) {
        parallel_for(out.rare_alone.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                out.rare_alone[i] = rare_rows_alone(table, as_is.columns[i], as_is, 1);
            }
        });
    }
    out.dependences = find_dependences(table, dependence_search(as_is, threads));
    return out;
}

}  // namespace kanon::profile
