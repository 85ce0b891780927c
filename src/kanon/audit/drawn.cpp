// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/drawn.hpp"

#include <algorithm>
#include <utility>

namespace kanon::auditing {

std::optional<std::vector<std::uint32_t>> left_of_originals(const Evidence& evidence,
                                                            const Pairing& pairing) {
    const std::vector<std::uint32_t>& class_of_row = evidence.classes->class_of_row();
    std::vector<std::uint32_t> out(evidence.original_rows(), kNone);
    if (class_of_row.size() > out.size()) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> free;  // left nodes of rows that stand for no one original
    for (std::size_t row = 0; row < class_of_row.size(); ++row) {
        if (pairing[row] != kNone) {
            out[pairing[row]] = class_of_row[row];
        } else if (evidence.is_suppressed(row)) {
            free.push_back(class_of_row[row]);
        } else {
            return std::nullopt;
        }
    }
    free.resize(out.size() - (class_of_row.size() - free.size()),
                static_cast<std::uint32_t>(evidence.classes->size()));
    auto next = free.begin();
    for (std::uint32_t& left : out) {
        if (left == kNone) {
            left = *next++;
        }
    }
    return out;
}

std::vector<PairedNodes> paired_nodes(const std::vector<std::uint32_t>& left_of,
                                      const std::vector<std::uint32_t>& type_of_row) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(left_of.size());
    for (std::size_t row = 0; row < left_of.size(); ++row) {
        pairs.emplace_back(left_of[row], type_of_row[row]);
    }
    std::ranges::sort(pairs);
    std::vector<PairedNodes> out;
    for (const auto& [left, right] : pairs) {
        if (out.empty() || out.back().left != left || out.back().right != right) {
            out.push_back({.left = left, .right = right, .rows = 0});
        }
        ++out.back().rows;
    }
    return out;
}

}  // namespace kanon::auditing
