// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/matching_rows.hpp"

#include <cstddef>

namespace kanon {
namespace {

/// Below 0, 0 or above it as one type comes before, is, or comes after the other.
int compare_types(const RowTypes& a, std::size_t of_a, const RowTypes& b, std::size_t of_b) {
    for (std::size_t j = 0; j < a.columns.size(); ++j) {
        const Code left = a.columns[j][of_a];
        const Code right = b.columns[j][of_b];
        if (left != right) {
            return left < right ? -1 : 1;
        }
    }
    return 0;
}

}  // namespace

std::vector<std::uint32_t> matching_rows(const RowTypes& types, const RowTypes& other) {
    std::vector<std::uint32_t> out(types.size());
    std::size_t at = 0;
    for (std::size_t type = 0; type < types.size(); ++type) {
        while (at < other.size() && compare_types(types, type, other, at) > 0) {
            ++at;
        }
        const bool found = at < other.size() && compare_types(types, type, other, at) == 0;
        out[type] = found ? other.counts[at] : 0;
    }
    return out;
}

}  // namespace kanon
