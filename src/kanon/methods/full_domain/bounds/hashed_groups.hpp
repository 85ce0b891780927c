// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/bounds/joint_columns.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/table/code_vector.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::full_domain {

/// Rows that lie in classes of too few rows at a node, and so at every node below it.
struct LastingRows {
    std::uint64_t rows = 0;
    Cost spared = 0;  ///< what they cost more starred than released at the low node
};

/// The groups of rows that are alike at a node, told apart by hashes of their labels.
///
/// Rows alike have the same hash. Rows unlike may share one: then they count as one group. So no
/// more rows lie in small groups here than at the node, and what is counted as lasting is lasting.
/// Classes count as large from 127 rows on, whatever the models ask for. A question is a pass over
/// the groups in which no keys are compared: a tenth of what NodeEvaluator takes.
///
/// Memory: 21 bytes per row type, twice as much of scratch, and its codes. Not for several threads.
class HashedGroups {
public:
    /// The row types at a node, unmerged: what other groups start from. All must outlive it.
    /// Cost O(row types * columns).
    HashedGroups(const Task& task,
                 const LevelTables& tables,
                 const JointColumns& columns,
                 const Node& node);

    /// Begin at a node above that of the row types; what rows are spared counts from there. Cost
    /// O(row types * columns that differ). \pre row_types.node() <= low
    void start(const HashedGroups& row_types, const Node& low);

    [[nodiscard]] const Node& node() const { return node_; }

    /// At a node above; `spared` is 0 where more rows are lasting than may be suppressed. Cost
    /// O(groups * columns that differ). \pre this->node() <= node
    [[nodiscard]] LastingRows lasting_at(const Node& node);

    /// Go to a node above. Where many groups become alike they are merged.
    void raise(const Node& node);

    /// What the lasting rows of the node cost together at each level of each attribute: flat, see
    /// LevelTables::level_offset(). Cost O(row types * columns). \pre start() from these
    [[nodiscard]] std::vector<Cost> released_of_lasting(const HashedGroups& row_types);

private:
    void move_keys(const Node& node, std::vector<std::uint32_t>& keys);
    [[nodiscard]] LastingRows count(const std::vector<std::uint32_t>& keys);

    [[nodiscard]] bool is_small(std::uint32_t key) const { return counts_[key & mask_] < least_; }

    [[nodiscard]] const CodeVector& codes(std::size_t column);

    void merge();
    void find_first();
    void part_unlike();
    void add_released(std::size_t column,
                      const std::vector<std::uint64_t>& rows_of_code,
                      std::vector<Cost>& released) const;

    /// Joint codes of merged groups in a column, looked up when they are first asked for.
    struct MergedCodes {
        CodeVector codes;
        std::uint64_t after = 0;  ///< merges
    };

    const Task& task_;
    const LevelTables& tables_;
    const JointColumns& columns_;
    Node node_;
    std::vector<std::vector<std::uint32_t>> merges_;  ///< since start(): where groups went
    std::uint64_t merge_count_ = 0;                   ///< ever
    std::vector<MergedCodes> merged_codes_;           ///< per column
    // Per group:
    std::vector<std::uint32_t> keys_;
    std::vector<std::uint32_t> first_types_;  ///< one of its row types; if there were merges
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint8_t> capped_;  ///< its rows, least_ at most
    std::vector<Cost> spared_;
    // Scratch:
    std::vector<std::uint32_t> change_;    ///< per joint code of a column
    std::vector<Cost> cost_;               ///< the same
    Node asked_;                           ///< the node last asked for; none since the last raise()
    std::vector<std::uint32_t> moved_;     ///< its keys
    std::vector<std::uint32_t> slots_;     ///< by key
    std::vector<std::uint64_t> exact_;     ///< per group: its labels
    std::vector<std::uint32_t> group_of_;  ///< per group before a merge: the first of its key
    std::vector<std::uint8_t> counts_;     ///< per bucket of keys: its rows, least_ at most
    std::size_t mask_ = 0;                 ///< of buckets
    std::uint32_t used_ = 0;               ///< buckets with rows
    std::uint8_t least_ = 1;               ///< rows of a large class
};

}  // namespace kanon::full_domain
