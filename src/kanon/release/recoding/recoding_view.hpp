// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// In place of a value or a tuple: there is none, the rows are suppressed.
inline constexpr std::uint32_t kNoValue = kSuppressedClass;

/// A recoding as all but its maker sees it, whatever its shape. It tells what a row is released as
/// in one of two ways, by tables that a loop over rows can read without asking anew:
/// - global: each attribute by itself, from the original code to the value;
/// - local: from the row type to a released tuple, and from the tuple to a value of each attribute.
///   The tuples of a recoding by classes are its classes, those of an assignment its records.
/// A value is a place in its attribute's domain. Nothing is owned: the recoding must outlive it.
struct RecodingView {
    std::vector<const ReleasedDomain*> domains;  ///< one per quasi-identifier
    bool local = false;
    /// Global: per attribute, the value of each original code.
    std::vector<std::span<const std::uint32_t>> value_of_code;
    /// Global: one per row type, or null where no rows are suppressed.
    const std::vector<bool>* suppressed = nullptr;
    /// Local: per attribute, the value of each tuple.
    std::vector<std::span<const std::uint32_t>> value_of_tuple;
    std::size_t tuple_count = 0;
    std::span<const std::uint32_t> tuple_of_type;  ///< local: one per row type, or kNoValue
    /// Local: of the types whose rows are released as several tuples, every row, and in which
    /// tuple (of_class) it is; see ClassRecoding::shares.
    std::span<const Share> shares;
    bool star_class = false;     ///< a tuple starred throughout is a class, not suppressed rows
    const Node* node = nullptr;  ///< whose labels are released where cells are not starred, or null

    /// The node of a full-domain recoding: each attribute at one level in all released rows; else
    /// null.
    [[nodiscard]] const Node* full_domain_node() const { return local ? nullptr : node; }

    /// Row types that the recoding itself suppresses; empty if none. \pre there are no shares
    [[nodiscard]] std::vector<bool> suppressed_types() const;

    /// The value of an attribute for each row type, kNoValue for suppressed ones.
    /// \pre there are no shares
    [[nodiscard]] std::vector<std::uint32_t> values_of_types(const RowTypes& types,
                                                             std::size_t attribute) const;

    /// Local: the tuples that some row is released as. Cost O(t + shares).
    [[nodiscard]] std::vector<bool> tuples_that_occur() const;

    /// Local: the row types released as each tuple, ascending. Cost O(t + shares log shares).
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> types_of_tuples() const;
};

/// Cost O(attributes).
[[nodiscard]] RecodingView view_of(const Recoding& recoding);

/// Of none: a view without domains.
[[nodiscard]] RecodingView view_of(const std::optional<Recoding>& recoding);

/// Suppress the rows of the marked types too; one mark per row type. \pre no rows of one type are
/// released as several tuples
void suppress(Recoding& recoding, const std::vector<bool>& types);

// A shape each, in a file of its own: a further shape of Recoding adds these two, and no switch.
[[nodiscard]] RecodingView view_of(const GlobalRecoding& recoding);
[[nodiscard]] RecodingView view_of(const ClassRecoding& recoding);
[[nodiscard]] RecodingView view_of(const AssignmentRecoding& recoding);  ///< \pre it is drawn
void suppress(GlobalRecoding& recoding, const std::vector<bool>& types);
void suppress(ClassRecoding& recoding, const std::vector<bool>& types);
void suppress(AssignmentRecoding& recoding, const std::vector<bool>& types);  ///< \pre none is

}  // namespace kanon
