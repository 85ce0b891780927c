// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/single_rows.hpp"

#include "kanon/table/row_order.hpp"

#include <numeric>
#include <vector>

namespace kanon {

Problem with_single_rows(const Problem& counted) {
    Problem out = counted;
    if (counted.counts.empty()) {
        return out;
    }
    const auto repeat = [&](Table& table) {
        if (table.column_count() > 0) {
            table = repeated(table, counted.counts);
        }
    };
    repeat(out.table);
    repeat(out.uncoded);
    repeat(out.with_joint);
    out.counts.clear();
    out.type_of_row.clear();
    for (std::size_t row = 0; row < counted.counts.size(); ++row) {
        out.type_of_row.insert(
            out.type_of_row.end(), counted.counts[row], counted.type_of_row[row]);
    }
    return out;
}

Release with_single_rows(const Release& release, const Problem& counted) {
    if (counted.counts.empty()) {
        return release;
    }
    std::vector<std::uint64_t> next(counted.counts.size());  // single row of each counted one
    std::exclusive_scan(
        counted.counts.begin(), counted.counts.end(), next.begin(), std::uint64_t{0});
    Release out;
    out.table = repeated(release.table, release.counts);
    out.original_column = release.original_column;
    for (std::size_t row = 0; row < release.counts.size(); ++row) {
        std::uint64_t& place = next[release.original_row.empty() ? row : release.original_row[row]];
        for (std::uint64_t i = 0; i < release.counts[row]; ++i) {
            out.original_row.push_back(static_cast<std::uint32_t>(place++));
        }
    }
    if (out.original_row.size() == counted.data_rows()) {
        out.original_row.clear();
    }
    return out;
}

}  // namespace kanon
