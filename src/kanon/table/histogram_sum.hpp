// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/grouped.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// Adds up histograms of groups to those of their unions. Keeps its buffers from union to union:
/// one object per thread.
class HistogramSum {
public:
    /// How often each value occurs in a union.
    struct View {
        std::span<const Code> values;  ///< ascending
        std::span<const std::uint32_t> counts;
    };

    /// Begin a union, of groups whose codes are below this.
    void begin(std::size_t domain_size);

    /// Add a group to the union. Cost O(entries).
    void add(const Histograms& of, std::uint32_t group) {
        for (std::uint32_t at = of.offsets[group]; at < of.offsets[group + 1]; ++at) {
            std::uint32_t& count = count_of_value_[of.values[at]];
            if (count == 0) {
                values_.push_back(of.values[at]);
            }
            count += of.counts[at];
        }
    }

    /// The union; the view holds until the next begin(), before which nothing may be added.
    /// Cost O(d log d) for d distinct values.
    [[nodiscard]] View end();

    /// Rows of the union whose value is not the most frequent one; as end(), and cheaper.
    [[nodiscard]] std::uint64_t end_minority();

    /// The histograms of all unions at once, given the union of each group. Values ascend. `out`
    /// keeps its memory. Cost O(groups + entries log entries of a union).
    void merge(const Histograms& of,
               std::span<const std::uint32_t> union_of_group,
               std::size_t unions,
               Histograms& out);

private:
    void order_values();

    std::size_t domain_size_ = 0;
    std::vector<std::uint32_t> count_of_value_;  ///< all 0 between unions
    std::vector<Code> values_;
    std::vector<std::uint32_t> counts_;
    Grouped<> groups_;  ///< of each union
};

}  // namespace kanon
