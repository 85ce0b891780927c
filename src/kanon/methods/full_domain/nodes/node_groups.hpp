// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/dense_keys.hpp"
#include "kanon/methods/full_domain/nodes/key_mover.hpp"
#include "kanon/methods/full_domain/nodes/key_parts.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/table/histogram_sum.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/task/task.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// The groups of rows that share all labels at one node, with their sizes and, where the models
/// need them, their sensitive histograms. Order of groups means nothing.
struct NodeGroups {
    Node node;
    KeyLayout layout;
    std::vector<std::uint64_t> keys;     ///< size() * layout.words
    std::vector<std::uint32_t> rows;     ///< per group
    std::vector<Histograms> histograms;  ///< per tracked column; values in any order

    [[nodiscard]] std::size_t size() const { return rows.size(); }

    /// Number of a new group without rows. \pre layout.words == 1
    std::uint32_t add(std::uint64_t key) {
        keys.push_back(key);
        rows.push_back(0);
        return static_cast<std::uint32_t>(rows.size() - 1);
    }

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
    /// `threads` take part where there are many groups.
    explicit GroupMerger(const LevelTables& tables, unsigned threads = 1)
        : tables_(tables), mover_(tables), dense_(threads), parts_(threads) {}

    /// Group `source` by the labels of `node`; `target` gets keys, rows, layout and node, no
    /// histograms. \pre source.node <= node. Cost O(source.size() * attributes whose level
    /// differs).
    void merge(const NodeGroups& source, std::span<const Level> node, NodeGroups& target);

    /// About how many groups merge() would find, without finding them: those of one part of all
    /// keys, times the parts. As many as the source has where keys are wide. What the last merge()
    /// left is gone. Cost that of moving the keys, a tenth of a merge().
    [[nodiscard]] std::size_t estimate(const NodeGroups& source, std::span<const Level> node);

    /// The target group of each source group of the last merge(). Cost O(source.size()) when first
    /// asked, where groups were found by hash.
    [[nodiscard]] std::span<const std::uint32_t> target_of_source();

    /// Add up the histograms of the last merge(), those of the `wanted` tracked columns; the others
    /// stay empty. Values of a group ascend.
    void merge_histograms(const NodeGroups& source,
                          const std::vector<bool>& wanted,
                          NodeGroups& target);

private:
    void merge_counted(const NodeGroups& source, NodeGroups& target);
    void merge_dense(const NodeGroups& source, NodeGroups& target);
    void merge_hashed(const NodeGroups& source, NodeGroups& target);
    void merge_wide(const NodeGroups& source, NodeGroups& target);

    /// Groups whose keys are moved and whose table entries are fetched ahead together.
    static constexpr std::size_t kBatch = 64;

    const LevelTables& tables_;
    KeyMover mover_;
    DenseKeys dense_;
    KeyParts parts_;
    std::array<std::uint64_t, kBatch> moved_{};
    std::vector<std::uint32_t> slots_;  ///< by key, or by hash of a wide key; free between calls
    std::vector<std::uint32_t> used_;
    std::vector<std::uint32_t> target_of_;
    /// Who knows what is to be in target_of_.
    enum class Known : std::uint8_t { here, by_key, by_part };
    Known known_ = Known::here;
    HistogramSum sum_;
};

/// The groups at the node of least levels, straight from the row types, on so many threads. At
/// level 0 group i is row type i.
///
/// With a population its row types follow as groups without rows, and behind the histograms of the
/// tracked columns stands one more, of a single value: how many rows of the population a group has.
[[nodiscard]] NodeGroups groups_of_row_types(const Task& task,
                                             const LevelTables& tables,
                                             std::span<const Level> node,
                                             unsigned threads = 1);

}  // namespace kanon::full_domain
