// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/classes/table_facts.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// Which class each row type of one table is in, by the places of classes in a saved recoding.
struct ClassPlacement {
    std::vector<std::uint32_t> class_of_type;  ///< or kSuppressedClass
    std::vector<Share> shares{};               ///< see ClassRecoding::shares
};

/// The placement of a recoding by classes, sealed for whoever has the table: a saved recoding says
/// by it how the same table was released, and nothing to others. `saved_class`: per tuple its place
/// among the saved classes, or kSuppressedClass. Empty where the table does not say its content, or
/// where the release leaves fewer than 2^128 tables possible, so that they could be tried.
/// Cost O(t + shares + covered codes), and some 0.1 s.
[[nodiscard]] std::string seal_placement(const TableFacts& table,
                                         const RecodingView& recoding,
                                         const std::vector<std::uint32_t>& saved_class);

/// What seal_placement() sealed of this very table, with so many saved classes; none if it was of
/// another one, or if rows of a type are in several classes and the promises were others.
[[nodiscard]] std::optional<ClassPlacement> open_placement(const TableFacts& table,
                                                           std::string_view sealed,
                                                           std::size_t class_count);

}  // namespace kanon
