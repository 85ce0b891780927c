// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/risk_classes.hpp"

#include <algorithm>

namespace kanon::risk {

RiskClasses risk_classes(const RowTypes& types) {
    return {.rows = {types.counts.begin(), types.counts.end()}};
}

RiskClasses risk_classes(const ReleasedClasses& classes) {
    RiskClasses out;
    out.rows.reserve(classes.size());
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (!classes.is_suppressed(index)) {
            out.rows.push_back(classes.rows()[index]);
        }
    }
    return out;
}

SizeCounts count_sizes(const RiskClasses& classes) {
    std::vector<std::uint64_t> sizes = classes.subjects.empty() ? classes.rows : classes.subjects;
    std::ranges::sort(sizes);
    SizeCounts out;
    for (const std::uint64_t size : sizes) {
        if (out.empty() || out.back().size != size) {
            out.push_back({.size = size});
        }
        ++out.back().classes;
    }
    return out;
}

std::uint64_t subjects_in(const SizeCounts& sizes) {
    std::uint64_t out = 0;
    for (const SizeCount& one : sizes) {
        out += one.size * one.classes;
    }
    return out;
}

std::uint64_t classes_in(const SizeCounts& sizes) {
    std::uint64_t out = 0;
    for (const SizeCount& one : sizes) {
        out += one.classes;
    }
    return out;
}

std::uint64_t classes_of_size(const SizeCounts& sizes, std::uint64_t size) {
    const auto found = std::ranges::find(sizes, size, &SizeCount::size);
    return found == sizes.end() ? 0 : found->classes;
}

}  // namespace kanon::risk
