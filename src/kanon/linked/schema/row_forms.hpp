// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::linked {

/// One table of a tree as somebody sees it who knows some of its columns. Nothing is owned.
struct SeenTable {
    std::size_t rows = 0;
    std::vector<const CodeVector*> codes{};      ///< of the columns that are known
    std::vector<std::size_t> children{};         ///< places of the tables below
    std::span<const std::uint32_t> by_parent{};  ///< see LinkedTable; of the root: empty
    std::span<const std::uint32_t> first_child{};

    [[nodiscard]] std::span<const std::uint32_t> children_of(std::uint32_t row) const {
        return by_parent.subspan(first_child[row],
                                 first_child[row + std::size_t{1}] - first_child[row]);
    }
};

struct RowForms {
    /// Per table and row: two rows of a table have one form if what is known of them is equal, and
    /// the rows below them have the same forms, each as often. From 0 on, in each table.
    std::vector<std::vector<std::uint32_t>> form_of_row;
    std::vector<std::uint32_t> rows_of_form;  ///< of the root: how many subjects are alike
};

/// The forms of all rows, the tables below first. \pre parents stand before their children
/// Cost O(rows m log rows).
[[nodiscard]] RowForms find_row_forms(std::span<const SeenTable> tables);

}  // namespace kanon::linked
