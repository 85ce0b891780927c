// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/lattice/nodes/node_groups.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::lattice {

/// Judges the groups of a node by models of somebody who knows some values of a person
/// (PrivacyModel::known_values()): the rows that share their labels in a set of so many attributes.
/// Keeps its buffers: one object per thread.
class KnownValues {
public:
    explicit KnownValues(const Task& task);

    [[nodiscard]] bool empty() const { return models_.empty(); }

    /// Take out of the released groups those that share labels with too few rows, or too like ones;
    /// what is taken out is behind nobody's values any more, so the rest is asked again until
    /// nothing changes. Cost O(g log g) for g groups, a set of attributes and a round.
    void judge(const NodeGroups& groups, std::vector<bool>& released);

private:
    /// Take out what one model does not keep; false: it keeps all.
    bool judge_model(const PrivacyModel& model,
                     const NodeGroups& groups,
                     std::vector<bool>& released);
    void judge_set(const PrivacyModel& model,
                   const NodeGroups& groups,
                   const std::vector<std::size_t>& attributes);
    void order_by(const NodeGroups& groups, const std::vector<std::size_t>& attributes);
    [[nodiscard]] bool same(const NodeGroups& groups, std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool holds(const PrivacyModel& model,
                             const NodeGroups& groups,
                             std::size_t begin,
                             std::size_t end);

    std::vector<const PrivacyModel*> models_;
    HistogramSum sum_;
    std::vector<HistogramView> views_;
    std::vector<std::uint64_t> masks_;  ///< per word of a key: the labels that are looked at
    std::vector<std::uint32_t> order_;  ///< released groups, those that share labels side by side
    std::vector<std::uint32_t> failing_;
};

}  // namespace kanon::lattice
