// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kanon::microaggregation {

/// Three points, ascending: at most one class has two of them or more. True for
/// every division into classes, but not for shares of classes: subset-row
/// inequalities (Jepsen, Petersen, Spoorendonk, Pisinger, OR 2008).
using RowCut = std::array<std::uint32_t, 3>;

/// Cuts with a price each, found by their points.
class RowCuts {
public:
    explicit RowCuts(std::size_t points) : of_point_(points) {}

    void add(const RowCut& cut, double price) {
        for (const std::uint32_t point : cut) {
            of_point_[point].push_back(static_cast<std::uint32_t>(cuts_.size()));
        }
        cuts_.emplace_back(cut, price);
    }

    void set_price(std::uint32_t one, double price) { cuts_[one].second = price; }

    [[nodiscard]] bool empty() const { return cuts_.empty(); }

    [[nodiscard]] std::size_t size() const { return cuts_.size(); }

    [[nodiscard]] const RowCut& cut(std::uint32_t one) const { return cuts_[one].first; }

    [[nodiscard]] double price(std::uint32_t one) const { return cuts_[one].second; }

    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t point) const {
        return of_point_[point];
    }

    /// The cuts of which a class has two points or more, each once. Cost O(cuts
    /// of its points).
    [[nodiscard]] std::vector<std::uint32_t> met_by(std::span<const std::uint32_t> points) const;

private:
    std::vector<std::pair<RowCut, double>> cuts_;
    std::vector<std::vector<std::uint32_t>> of_point_;
};

/// A class and what share of it is taken.
struct SharedGroup {
    std::span<const std::uint32_t> points;
    double share = 0;
};

/// Cuts that the shares break, the most broken first, at most so many. Looks at
/// three points two of which are with the third in classes of some share. Cost
/// O(n d^2 s) for d such points of each and s classes of each.
[[nodiscard]] std::vector<RowCut> broken_cuts(std::span<const SharedGroup> groups,
                                              std::size_t points,
                                              std::size_t most);

}  // namespace kanon::microaggregation
