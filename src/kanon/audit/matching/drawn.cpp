// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/drawn.hpp"

#include <algorithm>
#include <utility>

namespace kanon::auditing {

namespace {

/// What became of single rows, in any order.
std::optional<std::vector<DrawnRows>> drawn_singly(const Evidence& evidence,
                                                   const Pairing& pairing) {
    const std::vector<std::uint32_t>& class_of_row = evidence.classes->class_of_row();
    std::vector<DrawnRows> out(evidence.original_rows());
    for (std::uint32_t row = 0; row < out.size(); ++row) {
        out[row] = {.original = row, .left = kNone};
    }
    std::vector<std::uint32_t> free;  // left nodes of rows that stand for no one original
    for (std::size_t row = 0; row < class_of_row.size(); ++row) {
        if (pairing[row] != kNone) {
            out[pairing[row]].left = class_of_row[row];
        } else if (evidence.is_suppressed(row)) {
            free.push_back(class_of_row[row]);
        } else {
            return std::nullopt;
        }
    }
    free.resize(out.size() - (class_of_row.size() - free.size()),
                static_cast<std::uint32_t>(evidence.classes->size()));
    auto next = free.begin();
    for (DrawnRows& one : out) {
        if (one.left == kNone) {
            one.left = *next++;
        }
    }
    return out;
}

/// What became of counted rows, whose claims ascend.
std::optional<std::vector<DrawnRows>> drawn_as_claimed(const Evidence& evidence,
                                                       const Pairing& pairing) {
    const ReleasedClasses& classes = *evidence.classes;
    const auto left_out = static_cast<std::uint32_t>(classes.size());
    std::vector<DrawnRows> out;
    std::size_t released = 0;
    for (std::uint32_t original = 0; original < evidence.original_rows(); ++original) {
        std::uint64_t rest = classes.rows_of_original(original);
        for (; released < evidence.released_rows() && pairing[released] == original; ++released) {
            const std::uint64_t rows = classes.rows_of(released);
            out.push_back(
                {.original = original, .left = classes.class_of_row()[released], .rows = rows});
            rest -= rows;
        }
        if (rest > 0) {
            out.push_back({.original = original, .left = left_out, .rows = rest});
        }
    }
    return released < evidence.released_rows() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace

std::optional<std::vector<DrawnRows>> drawn_rows(const Evidence& evidence, const Pairing& pairing) {
    if (evidence.classes->released_rows() > evidence.classes->original_rows()) {
        return std::nullopt;
    }
    return evidence.classes->is_counted() ? drawn_as_claimed(evidence, pairing)
                                          : drawn_singly(evidence, pairing);
}

std::vector<PairedNodes> paired_nodes(std::span<const DrawnRows> drawn,
                                      const std::vector<std::uint32_t>& type_of_row) {
    std::vector<PairedNodes> pairs;
    pairs.reserve(drawn.size());
    for (const DrawnRows& one : drawn) {
        pairs.push_back({.left = one.left,
                         .right = type_of_row[one.original],
                         .rows = static_cast<std::uint32_t>(one.rows)});
    }
    std::ranges::sort(
        pairs, {}, [](const PairedNodes& pair) { return std::pair(pair.left, pair.right); });
    std::vector<PairedNodes> out;
    for (const PairedNodes& pair : pairs) {
        if (out.empty() || out.back().left != pair.left || out.back().right != pair.right) {
            out.push_back(pair);
        } else {
            out.back().rows += pair.rows;
        }
    }
    return out;
}

}  // namespace kanon::auditing
