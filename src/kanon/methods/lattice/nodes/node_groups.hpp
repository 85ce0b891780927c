// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/lattice/nodes/key_mover.hpp"
#include "kanon/methods/lattice/nodes/level_tables.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/table/row_types.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kanon::lattice {

/// The groups of rows that share all labels at one node, with their sizes and, where the models
/// need them, their sensitive histograms Order of groups means nothing.
struct NodeGroups {
    Node node;
    KeyLayout layout;
    std::vector<std::uint64_t> keys;  ///< size() * layout.words
    std::vector<std::uint32_t> rows;  ///< per group
    std::vector<Cost> released;  ///< per group: cost of one of its rows; empty: nothing is lost
    std::vector<Histograms> histograms;  ///< per tracked column; values in any order

    [[nodiscard]] std::size_t size() const { return rows.size(); }

    /// Give back the room beyond the groups, if most of it is not used.
    void fit();

    /// Label of one attribute in one group.
    [[nodiscard]] Code label(std::size_t group, std::size_t attribute) const {
        const std::uint64_t word = keys[group * layout.words + layout.word[attribute]];
        const std::uint64_t mask = (std::uint64_t{1} << layout.bits[attribute]) - 1;
        return static_cast<Code>((word >> layout.shift[attribute]) & mask);
    }
};

/// Merges groups of one node into groups of a more general one. Holds scratch memory that is reused
/// from call to call: one object per thread.
class GroupMerger {
public:
    explicit GroupMerger(const LevelTables& tables) : tables_(tables), mover_(tables) {}

    /// Group `source` by the labels of `node`; `target` gets keys, rows, layout and node, no costs
    /// and no histograms. \pre source.node <= node. Cost O(source.size() * attributes whose level
    /// differs).
    void merge(const NodeGroups& source, std::span<const Level> node, NodeGroups& target);

    /// About how many groups merge() would find, without finding them: those of one part of all
    /// keys, times the parts. As many as the source has where keys are wide. What the last merge()
    /// left is gone. Cost that of moving the keys, a tenth of a merge().
    [[nodiscard]] std::size_t estimate(const NodeGroups& source, std::span<const Level> node);

    /// The target group of each source group of the last merge().
    [[nodiscard]] std::span<const std::uint32_t> target_of_source() const { return target_of_; }

    /// Make ready for released(): what each source label costs more at the target. \pre the last
    /// merge() was from `source` to `target`. Cost O(labels of the source whose level differs).
    void plan_costs(const NodeGroups& source, const NodeGroups& target);

    /// Cost of a released row of a target group of the last merge(), from that of one of its source
    /// groups. \pre plan_costs(). Cost O(attributes whose level differs).
    [[nodiscard]] Cost released(const NodeGroups& source, std::size_t group) const {
        const std::size_t member = member_of_[group];
        const std::uint64_t* key = source.keys.data() + member * source.layout.words;
        Cost cost = source.released.empty() ? 0 : source.released[member];
        for (const CostStep& step : cost_steps_) {
            cost += added_[step.first + ((key[step.word] >> step.shift) & step.mask)];
        }
        return cost;
    }

    /// Fill in the costs of the last merge().
    void merge_costs(const NodeGroups& source, NodeGroups& target);

    /// Add up the histograms of the last merge(), those of the `wanted` tracked columns; the others
    /// stay empty. Values of a group ascend.
    void merge_histograms(const NodeGroups& source,
                          const std::vector<bool>& wanted,
                          NodeGroups& target);

private:
    template <class Prefetch, class Find>
    void merge_packed(const NodeGroups& source, NodeGroups& target, Prefetch prefetch, Find find);
    void merge_dense(const NodeGroups& source, NodeGroups& target);
    void merge_hashed(const NodeGroups& source, NodeGroups& target);
    void widen(const NodeGroups& target, std::size_t most);
    void merge_wide(const NodeGroups& source, NodeGroups& target);

    /// Where the label of an attribute whose level differs stands in a source key, and what the
    /// labels add to the cost of a row: added_ from `first` on.
    struct CostStep {
        std::uint64_t mask = 0;  ///< after shifting down
        std::size_t first = 0;
        std::uint8_t word = 0;
        std::uint8_t shift = 0;
    };

    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t group = 0;
    };

    /// Groups whose keys are moved and whose table entries are fetched ahead together.
    static constexpr std::size_t kBatch = 64;
    /// Entries that a table begins with, for it is to stay in the second-level cache if there are
    /// few groups, and how much larger the next one is.
    static constexpr std::size_t kFirstEntries = std::size_t{1} << 14U;
    static constexpr std::size_t kWiden = 4;

    const LevelTables& tables_;
    KeyMover mover_;
    std::array<std::uint64_t, kBatch> moved_{};
    std::array<std::size_t, kBatch> home_{};
    std::vector<std::uint32_t> slots_;  ///< by key, or by hash of a wide key; free between calls
    /// By hash of a one-word key; free between calls. Those from capacity_ on are not in use.
    std::vector<Entry> entries_;
    std::size_t capacity_ = kFirstEntries;
    std::vector<std::uint32_t> used_;
    std::vector<std::uint32_t> target_of_;
    std::vector<std::uint32_t> member_of_;  ///< per target group: the first source group in it
    std::vector<CostStep> cost_steps_;
    std::vector<Cost> added_;
    HistogramSum sum_;
};

/// The groups at the node of least levels, straight from the row types.
[[nodiscard]] NodeGroups groups_of_row_types(const RowTypes& types,
                                             const LevelTables& tables,
                                             std::span<const Level> node);

}  // namespace kanon::lattice
