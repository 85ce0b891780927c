// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/row_cuts.hpp"

#include <algorithm>

namespace kanon::microaggregation {
namespace {

constexpr double kBroken = 0.02;     ///< what shares exceed 1 by at least
constexpr double kSomeShare = 1e-3;  ///< and no more than 1 less this

/// The sum of the shares of classes that have two points or more of the cut.
double shares_of(const RowCut& cut,
                 std::span<const SharedGroup> groups,
                 const std::vector<std::vector<std::uint32_t>>& of_point) {
    double sum = 0;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        for (const std::uint32_t one : of_point[cut[i]]) {
            // Counted at the first of its points but one.
            std::size_t before = 0;
            for (std::size_t j = 0; j < i; ++j) {
                before += std::ranges::binary_search(groups[one].points, cut[j]) ? 1U : 0U;
            }
            sum += before == 1 ? groups[one].share : 0;
        }
    }
    return sum;
}

std::vector<std::uint32_t> companions_of(std::uint32_t point,
                                         std::span<const SharedGroup> groups,
                                         const std::vector<std::vector<std::uint32_t>>& of_point) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t one : of_point[point]) {
        out.insert(out.end(), groups[one].points.begin(), groups[one].points.end());
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    std::erase(out, point);
    return out;
}

}  // namespace

std::vector<std::uint32_t> RowCuts::met_by(std::span<const std::uint32_t> points) const {
    std::vector<std::uint32_t> seen;
    for (const std::uint32_t point : points) {
        seen.insert(seen.end(), of_point_[point].begin(), of_point_[point].end());
    }
    std::ranges::sort(seen);
    std::vector<std::uint32_t> out;
    for (std::size_t i = 1; i < seen.size(); ++i) {
        if (seen[i] == seen[i - 1] && (out.empty() || out.back() != seen[i])) {
            out.push_back(seen[i]);
        }
    }
    return out;
}

std::vector<RowCut> broken_cuts(std::span<const SharedGroup> groups,
                                std::size_t points,
                                std::size_t most) {
    std::vector<std::vector<std::uint32_t>> of_point(points);
    for (std::uint32_t one = 0; one < groups.size(); ++one) {
        if (groups[one].share > kSomeShare && groups[one].share < 1 - kSomeShare) {
            for (const std::uint32_t point : groups[one].points) {
                of_point[point].push_back(one);
            }
        }
    }
    std::vector<std::pair<double, RowCut>> found;
    for (std::uint32_t point = 0; point < points; ++point) {
        const std::vector<std::uint32_t> others = companions_of(point, groups, of_point);
        for (std::size_t a = 0; a < others.size(); ++a) {
            for (std::size_t b = a + 1; b < others.size(); ++b) {
                RowCut cut{point, others[a], others[b]};
                std::ranges::sort(cut);
                const double sum = shares_of(cut, groups, of_point);
                if (sum > 1 + kBroken) {
                    found.emplace_back(-sum, cut);
                }
            }
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<RowCut> out;
    for (const auto& [sum, cut] : found) {
        if (out.size() < most) {
            out.push_back(cut);
        }
    }
    return out;
}

}  // namespace kanon::microaggregation
