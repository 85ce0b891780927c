// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/nodes/node_groups.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::full_domain {

/// Judges the groups of a node by models of somebody who knows some values of a person
/// (PrivacyModel::known_values()): the rows that share their labels in a set of so many attributes.
/// Keeps its buffers: one object per thread.
class KnownValues {
public:
    explicit KnownValues(const Task& task);

    [[nodiscard]] bool empty() const { return models_.empty(); }

    /// Mark the groups that share labels with fewer rows of the table than a model asks for. They
    /// do so at every node below as well. Cost O(g) for each set of attributes.
    void mark_lasting(const NodeGroups& groups, std::vector<bool>& lasting);

    /// Take out of the released groups those that share labels with too few rows, or too like ones;
    /// what is taken out is behind nobody's values any more, so the rest is asked again until
    /// nothing changes. Cost O(g) for g groups, a set of attributes and a round, and their
    /// histograms.
    void judge(const NodeGroups& groups, std::vector<bool>& released);

private:
    /// Take out what one model does not keep; false: it keeps all.
    bool judge_model(const PrivacyModel& model,
                     const NodeGroups& groups,
                     std::vector<bool>& released);
    void judge_sets(const PrivacyModel& model, const NodeGroups& groups);
    /// Number the sets for each set of attributes that a model asks for, and call use().
    template <class Use>
    void each_set_of_attributes(const PrivacyModel& model, const NodeGroups& groups, Use use);
    void look_at(const KeyLayout& layout, const std::vector<std::size_t>& attributes);
    void number_sets(const NodeGroups& groups);
    [[nodiscard]] std::uint64_t hash(const NodeGroups& groups, std::uint32_t group) const;
    [[nodiscard]] bool same(const NodeGroups& groups, std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool holds(const PrivacyModel& model, std::uint32_t set);

    std::vector<const PrivacyModel*> models_;
    HistogramSum sum_;
    std::vector<HistogramView> views_;
    std::vector<std::uint32_t> released_;  ///< groups
    std::vector<std::uint32_t> failing_;   ///< groups
    // Of the attributes that are looked at; a set is groups that share their labels in these:
    std::vector<std::uint64_t> masks_;         ///< per word of a key
    std::vector<std::uint32_t> slots_;         ///< by hash: a group of the set there, or kNoGroup
    std::vector<std::uint32_t> set_of_group_;  ///< of groups not released: one behind the last
    std::vector<std::uint32_t> rows_of_set_;
    std::vector<bool> set_holds_;
    Histograms histograms_;  ///< of the model's column in each set
};

}  // namespace kanon::full_domain
