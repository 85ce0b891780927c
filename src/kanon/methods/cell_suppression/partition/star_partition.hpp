// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// Classes of cell suppression: a pattern each, and the row types whose rows are in it. A type's
/// rows are in its own class, but for those that are moved to others.
struct StarPartition {
    /// Rows of a type that are in another class than the type.
    struct Move {
        std::uint32_t type = 0;
        std::uint32_t to = 0;
        std::uint32_t rows = 0;
    };

    std::vector<Pattern> stars;                ///< per class
    std::vector<std::uint64_t> rows;           ///< per class; 0: dissolved
    std::vector<std::uint32_t> member;         ///< per class: a row type of it
    std::vector<std::uint32_t> class_of_type;  ///< or kSuppressedClass
    std::vector<Move> moves;

    /// A new class without rows; its number.
    std::uint32_t add_class(Pattern pattern, std::uint32_t of_member);

    /// Put moves of one type to one class together, and types whose rows all go to one class there.
    /// \pre class_of_type of moved types is kSuppressedClass
    void settle_moves(std::span<const std::uint32_t> rows_of_type);
};

/// Rows of types that are left over, but for those that are moved to classes.
[[nodiscard]] std::uint64_t suppressed_rows(const Task& task, const StarPartition& partition);

/// Rows that star each attribute, suppressed ones included. Cost O(c m + t).
[[nodiscard]] std::vector<std::uint64_t> count_stars(const Task& task,
                                                     const StarPartition& partition);

/// The recoding that releases each class so: values where its pattern shows them, else stars. Of a
/// type with moved rows the first ones stay. Cost O(c m + t), O(n) where rows are moved.
[[nodiscard]] ClassRecoding recode_stars(const Task& task, const StarPartition& partition);

}  // namespace kanon::cell_suppression
