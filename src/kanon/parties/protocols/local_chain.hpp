// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::parties {

/// The generalizations of one party's table, each coarser than the one before, as Datafly (Sweeney
/// 1998) makes them: always the attribute of most distinct values is raised by one level, the first
/// of several. It begins where every group has k rows, but for groups of so few rows in all that
/// they may be held back: these never take part. Borrows the task.
class LocalChain {
public:
    /// \throws Error{infeasible} if the table has fewer than k rows, or there is no such node
    LocalChain(const Task& task, std::uint64_t k, std::uint64_t most_held_back = 0);

    /// Row types that are held back.
    [[nodiscard]] const std::vector<bool>& held_back() const { return held_back_; }

    [[nodiscard]] std::uint64_t held_back_rows() const { return held_back_rows_; }

    [[nodiscard]] const Node& node() const { return node_; }

    /// Groups of the present node that take part.
    [[nodiscard]] std::size_t group_count() const { return group_count_; }

    /// The group of each row type that takes part, numbered from 0 in the order of their first
    /// types; of others it says nothing.
    [[nodiscard]] const std::vector<std::uint32_t>& group_of_type() const { return group_of_type_; }

    /// False where every quasi-identifier is released as `*`, or there is none.
    [[nodiscard]] bool shows_something() const;

    /// Move on by one level; false at the top. Cost O(t m).
    bool generalize();

private:
    bool raise();
    void group();
    void hold_back(std::uint64_t k);

    const Task& task_;
    Node node_;
    std::size_t group_count_ = 0;
    std::vector<std::uint32_t> group_of_type_;
    std::vector<bool> held_back_;
    std::uint64_t held_back_rows_ = 0;
};

}  // namespace kanon::parties
