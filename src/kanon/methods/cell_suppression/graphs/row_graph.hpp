// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace kanon::cell_suppression {

/// The rows of a table, and what each two of them differ in. Borrows task and costs.
class RowGraph {
public:
    RowGraph(const Task& task, const PatternCosts& costs);

    [[nodiscard]] std::size_t size() const { return slots_.type_of_slot.size(); }

    [[nodiscard]] const Slots& slots() const { return slots_; }

    /// What one row loses where the two differ.
    [[nodiscard]] std::int64_t cost(std::uint32_t a, std::uint32_t b) const;

    /// What these rows lose as one class.
    [[nodiscard]] StarCost class_cost(std::span<const std::uint32_t> rows) const;

    [[nodiscard]] bool alike(std::uint32_t a, std::uint32_t b) const;

    /// True if there is another row like it.
    [[nodiscard]] bool has_twin(std::uint32_t row) const;

    /// A factor for costs that leaves room for 1 more for each row, so that the lesser of equals
    /// can be told by a count; 1 where the numbers would grow too large for a matching.
    [[nodiscard]] std::int64_t share_of_ties() const;

private:
    const Task& task_;
    const PatternCosts& costs_;
    Slots slots_;
    PackedTypes packed_;
};

/// Refuse tables of more rows. \throws Error{bad_policy}
void require_rows(std::string_view method, const Task& task, std::size_t most);

}  // namespace kanon::cell_suppression
