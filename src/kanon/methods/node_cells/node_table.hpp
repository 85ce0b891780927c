// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// The greatest number of stars of which all patterns can be listed.
[[nodiscard]] std::size_t most_listed_stars(std::size_t attributes);

/// The table at a node of the lattice as a task of cell suppression: labels are its values, columns
/// that are starred there are left out. A star costs an attribute's weight, times what it loses on
/// average over the labels there. Borrows the task. Cost O(t m).
class NodeTable {
public:
    /// \throws Error{bad_policy} if more than kMostPatternAttributes attributes are shown.
    NodeTable(const Task& original, Node node);

    [[nodiscard]] const Task& task() const { return task_; }

    /// The original's attributes that are this table's.
    [[nodiscard]] std::span<const std::size_t> shown() const { return shown_; }

    /// A recoding of this table as one of the original's. Values of the table's recodings are codes
    /// of labels; the greatest stands for a star.
    [[nodiscard]] ClassRecoding of_original(const RecodingView& recoding) const;

    /// The original's row types in these of this table, which ascend.
    [[nodiscard]] std::vector<std::uint32_t> types_in(
        const std::vector<std::uint32_t>& groups) const;

private:
    void refuse_many_attributes() const;
    void share_out(const RecodingView& recoding, ClassRecoding& out) const;
    [[nodiscard]] std::uint32_t share_out_type(std::uint32_t type,
                                               std::vector<Share>& left,
                                               std::vector<Share>& out) const;
    void group();
    void add_attribute(std::size_t j);

    const Task& original_;
    Node node_;
    std::vector<GlobalRecoding::Attribute> recoded_;  ///< per attribute
    std::vector<std::size_t> shown_;                  ///< attributes not starred at the node
    std::vector<std::uint32_t> group_of_type_;
    RowTypes groups_;  ///< while they are made
    Task task_;
};

}  // namespace kanon
