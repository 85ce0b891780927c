// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/single_rows_internal.hpp"
#include "kanon/table/row_order.hpp"

#include <numeric>
#include <utility>

namespace kanon::detail {
namespace {

/// The place of each row's first single row, then their number.
std::vector<std::uint64_t> places_of(const std::vector<std::uint64_t>& counts) {
    std::vector<std::uint64_t> out(counts.size() + 1);
    std::inclusive_scan(counts.begin(), counts.end(), out.begin() + 1);
    return out;
}

}  // namespace

SingleRows single_rows(const AsRead& original, const Release& release) {
    SingleRows out{.original = original, .release = release, .counted_row = {}};
    if (original.counts.empty()) {
        return out;
    }
    std::vector<std::uint64_t> places = places_of(original.counts);
    for (std::uint32_t row = 0; row < original.counts.size(); ++row) {
        out.counted_row.insert(out.counted_row.end(), original.counts[row], row);
    }
    for (std::uint64_t& first : out.original.first_rows) {
        first = places[first];
    }
    out.original.table = reordered(original.table, out.counted_row);
    out.original.counts.clear();
    out.release.table = repeated(release.table, release.counts);
    out.release.counts.clear();
    out.release.original_row.clear();
    for (std::size_t row = 0; row < release.counts.size(); ++row) {
        std::uint64_t& place =
            places[release.original_row.empty() ? row : release.original_row[row]];
        for (std::uint64_t i = 0; i < release.counts[row]; ++i) {
            out.release.original_row.push_back(static_cast<std::uint32_t>(place++));
        }
    }
    if (out.release.original_row.size() == out.counted_row.size()) {
        out.release.original_row.clear();
    }
    return out;
}

void claim_counted(const SingleRows& rows, Release& release) {
    if (rows.counted_row.empty()) {
        return;
    }
    release.counts.assign(release.table.row_count(), 1);
    if (release.original_row.empty()) {
        release.original_row = rows.counted_row;
        return;
    }
    for (std::uint32_t& row : release.original_row) {
        row = rows.counted_row[row];
    }
}

}  // namespace kanon::detail
