// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/table/code_vector.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kanon {

/// What one released cell says about its original value.
struct ReleasedValue {
    enum class Kind : std::uint8_t {
        exact,     ///< the value itself; first = code
        label,     ///< a hierarchy label; first = label, second = level >= 1
        range,     ///< least to greatest value, missing excluded; first, second = codes, first <
                   ///< second
        set,       ///< any of the codes of sets[first]
        star,      ///< nothing: any value, missing included
        interval,  ///< numbers in ranges[first], whose ends need not occur; missing excluded
        mean,    ///< of the numbers of its class, means[first]; of the cell itself it says nothing
        typical  ///< the lower median or a mode of its class; first = code; of the cell nothing
    };
    Kind kind = Kind::star;
    Code first = 0;
    Code second = 0;

    friend bool operator==(const ReleasedValue&, const ReleasedValue&) = default;
};

/// The released values of one attribute; a released code is a place in `values`.
struct ReleasedDomain {
    std::vector<ReleasedValue> values;
    std::vector<std::vector<Code>> sets{};  ///< ascending codes, at least two each
    std::vector<NumericRange> ranges{};     ///< as stated by the spelling; low <= high
    std::vector<std::string> means{};       ///< as spelled
};

/// True of what is said of a class as a whole, and not of any one of its rows.
[[nodiscard]] constexpr bool is_aggregate(ReleasedValue::Kind kind) {
    return kind == ReleasedValue::Kind::mean || kind == ReleasedValue::Kind::typical;
}

/// Global recoding: each original value of an attribute is released the same way in every row.
struct GlobalRecoding {
    struct Attribute {
        ReleasedDomain domain;
        std::vector<std::uint32_t> value_of_code;  ///< one per code: place in domain.values
    };

    std::vector<Attribute> attributes;  ///< one per quasi-identifier
    std::vector<bool> suppressed;       ///< one per row type: all of its rows are suppressed
    std::optional<Node> node;           ///< the lattice node, where the recoding is one
};

/// Marks the row types of a class recoding whose rows are suppressed.
inline constexpr std::uint32_t kSuppressedClass = std::numeric_limits<std::uint32_t>::max();

/// So many rows of a row type that have one tuple of tracked values are in a class. Which rows of
/// them these are follows from their order: the first ones are in the class of the first share.
struct Share {
    std::uint32_t type = 0;
    std::uint32_t tuple = 0;     ///< place in RowTypes::tuple_counts() of the type
    std::uint32_t of_class = 0;  ///< or kSuppressedClass
    std::uint32_t rows = 0;      ///< >= 1

    friend bool operator==(const Share&, const Share&) = default;
};

/// Local recoding by classes: row type -> class, class -> one released value per attribute. Where
/// rows of one type are in several classes, its shares say how many of them are in each.
struct ClassRecoding {
    std::vector<ReleasedDomain> domains;                     ///< one per quasi-identifier
    std::vector<std::vector<std::uint32_t>> value_of_class;  ///< per attribute, one per class
    std::vector<std::uint32_t> class_of_type;  ///< one per row type, or kSuppressedClass
    /// Of the types whose rows are in several classes, every row; by type, then tuple. Such a
    /// type's own class is one of its shares'.
    std::vector<Share> shares{};
    std::optional<Node>
        node{};  ///< the lattice node whose labels are released where cells are not starred
    bool star_class = false;  ///< a class starred throughout is a class, not suppressed rows
};

/// Freeform generalization: each released record shows a value of each attribute for `degree`
/// original rows at once, its members, and each row is a member of as many records. So records and
/// rows are the sides of a regular graph, and any of its perfect matchings may say which row stands
/// behind which record. One is drawn by secret chance before anything is released, see
/// draw_assignment(); until then the recoding says what the records are, and not whose.
///
/// Rows are numbered by their row types, then by tuples (RowTypes::tuple_counts()); those of one
/// type and tuple are alike.
struct AssignmentRecoding {
    std::vector<ReleasedDomain> domains;                      ///< one per quasi-identifier
    std::vector<std::vector<std::uint32_t>> value_of_record;  ///< per attribute, one per record
    std::uint32_t degree = 1;
    std::vector<std::uint32_t> members;  ///< rows of record r from r * degree on, all different
    // As drawn; empty before.
    std::vector<std::uint32_t> record_of_type;  ///< one per row type: of one of its rows
    /// Of the types of several rows, every row; by type and tuple, within one in random order.
    std::vector<Share> shares{};

    [[nodiscard]] bool is_drawn() const { return !record_of_type.empty(); }
};

/// The decision of a method, whatever its family.
using Recoding = std::variant<GlobalRecoding, ClassRecoding, AssignmentRecoding>;

}  // namespace kanon
