// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/nodes/node_groups.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// Judges the groups of a node by models of somebody who knows some values of a person
/// (PrivacyModel::known_values()): the rows that share their labels in a set of so many attributes.
/// Keeps its buffers: one object per thread.
class KnownValues {
public:
    explicit KnownValues(const Task& task);

    [[nodiscard]] bool empty() const { return models_.empty(); }

    /// Mark the groups that are released neither at this node nor at any below. Given are those of
    /// which that is known. Models of Monotony::superset have a greatest set of rows that they hold
    /// for: what is left when failing groups are taken out until none fails, for a union of sets
    /// that they hold for is one. A node above holds for all rows that one below holds for, since
    /// its groups are unions of those; so what is taken out here lasts. Of other models the groups
    /// that share labels with fewer rows of the table than the model asks for do. Cost O(g) for g
    /// groups, a set of attributes and a round.
    void mark_lasting(const NodeGroups& groups, std::vector<bool>& lasting);

    /// Take out of the released groups those that share labels with too few rows, or too like ones;
    /// what is taken out is behind nobody's values any more, so the rest is asked again until
    /// nothing changes. \pre mark_lasting(), and none of what it marked is released. Cost O(g) for
    /// g groups, a set of attributes and a round, and their histograms.
    void judge(const NodeGroups& groups, std::vector<bool>& released);

private:
    /// Take out what one model does not keep; false: it keeps all.
    bool judge_model(const PrivacyModel& model,
                     const NodeGroups& groups,
                     std::vector<bool>& released);
    void take_released(const std::vector<bool>& released);
    /// Fill failing_ with the released groups that a model does not hold for, or whose rows alone
    /// are too few for it.
    void find_failing(const PrivacyModel& model, const NodeGroups& groups, bool by_rows);
    void judge_sets(const PrivacyModel& model, const NodeGroups& groups);
    /// Number the sets for each set of attributes that a model asks for, and call use().
    template <class Use>
    void each_set_of_attributes(const PrivacyModel& model, const NodeGroups& groups, Use use);
    void look_at(const KeyLayout& layout, std::span<const std::size_t> attributes);
    void number_sets(const NodeGroups& groups);
    [[nodiscard]] std::uint64_t hash(const NodeGroups& groups, std::uint32_t group) const;
    [[nodiscard]] bool same(const NodeGroups& groups, std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool holds(const PrivacyModel& model, std::uint32_t set);

    std::vector<const PrivacyModel*> models_;
    bool all_last_ = true;  ///< each model of the task is of Monotony::superset
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
