// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::domain_cut {

/// One whole number for every run [from, to) of `size` positions, summed up from rectangles: a
/// figure of rows at some positions is the same for all runs that hold the same of these positions.
class RunTable {
public:
    explicit RunTable(std::size_t size) : width_(size + 2), sums_(width_ * width_) {}

    void clear() { sums_.assign(sums_.size(), 0); }

    /// Add a value to all runs with from in [from_low, from_high] and to in [to_low, to_high].
    /// Before finish(). Cost O(1).
    void add(std::size_t from_low,
             std::size_t from_high,
             std::size_t to_low,
             std::size_t to_high,
             std::uint64_t value) {
        // Differences: whole numbers modulo 2^64, whose sums come out right.
        sums_[from_low * width_ + to_low] += value;
        sums_[from_low * width_ + to_high + 1] -= value;
        sums_[(from_high + 1) * width_ + to_low] -= value;
        sums_[(from_high + 1) * width_ + to_high + 1] += value;
    }

    /// Sum up the differences; then at() may be asked. Cost O(size^2).
    void finish() {
        for (std::size_t from = 0; from < width_; ++from) {
            std::uint64_t* row = &sums_[from * width_];
            for (std::size_t to = 1; to < width_; ++to) {
                row[to] += row[to - 1];
            }
            for (std::size_t to = 0; from > 0 && to < width_; ++to) {
                row[to] += sums_[(from - 1) * width_ + to];
            }
        }
    }

    [[nodiscard]] std::uint64_t at(std::size_t from, std::size_t to) const {
        return sums_[from * width_ + to];
    }

private:
    std::size_t width_;
    std::vector<std::uint64_t> sums_;
};

}  // namespace kanon::domain_cut
