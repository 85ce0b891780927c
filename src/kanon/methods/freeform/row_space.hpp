// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::freeform {

using classes::Axis;
using classes::Place;
using classes::RowCost;
using classes::TypeSpace;
using classes::Word;

/// The rows of a task one by one, on its axes, in the order of their types there. Borrows the axes.
class RowSpace {
public:
    RowSpace(const Task& task, const std::vector<Axis>& axes);

    /// n.
    [[nodiscard]] std::uint32_t size() const {
        return static_cast<std::uint32_t>(type_of_row_.size());
    }

    [[nodiscard]] const TypeSpace& types() const { return types_; }

    /// The type of a row, as `types` numbers it.
    [[nodiscard]] std::uint32_t type(std::uint32_t row) const { return type_of_row_[row]; }

    /// The rows of a type that the task numbers so: from the first on, side by side.
    [[nodiscard]] std::uint32_t first_row(std::uint32_t type_in_task) const {
        return first_row_[type_in_task];
    }

    [[nodiscard]] std::uint32_t rows_of_type(std::uint32_t type_in_task) const {
        return rows_of_type_[type_in_task];
    }

    /// The number of a row in an AssignmentRecoding.
    [[nodiscard]] std::uint32_t number_in_recoding(std::uint32_t row) const {
        return number_in_recoding_[row];
    }

    /// True if both rows are known to be of one person, or are one row.
    [[nodiscard]] bool same_person(std::uint32_t a, std::uint32_t b) const {
        return a == b || (!person_.empty() && person_[a] == person_[b]);
    }

    /// True if persons are counted, and may have several rows.
    [[nodiscard]] bool has_persons() const { return !person_.empty(); }

    /// Rows of which the person is missing, who counts as none.
    [[nodiscard]] std::uint64_t rows_of_nobody() const { return rows_of_nobody_; }

private:
    void take_persons(const Task& task);

    TypeSpace types_;
    std::vector<std::uint32_t> type_of_row_;
    std::vector<std::uint32_t> first_row_;           ///< per type of the task
    std::vector<std::uint32_t> rows_of_type_;        ///< per type of the task
    std::vector<std::uint32_t> number_in_recoding_;  ///< per row
    std::vector<Code> person_;                       ///< per row; empty: nobody has two
    std::uint64_t rows_of_nobody_ = 0;
};

}  // namespace kanon::freeform
