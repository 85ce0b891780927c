// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/profile/role.hpp"
#include "kanon/profile/sets/distinctness.hpp"
#include "kanon/profile/words/meaning.hpp"
#include "kanon/profile/words/value_shapes.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace kanon::profile {

/// What name and values together say of a column.
struct ColumnProfile {
    Meaning meaning = Meaning::none;  ///< the first of the name's that the values do not refute
    Shape shape = Shape::plain;
    Distinctness spread;
    Role role = Role::quasi_identifying;
    bool unknown = false;  ///< nobody could tell: the role is the one that does least harm
    std::string reason;    ///< for the role, in a few words
};

/// Judge a column. A column of unknown meaning is quasi-identifying, or identifying where it
/// singles many rows out; insensitive only if it has one value. Rows count as in rows_of_codes().
/// Cost O(n).
[[nodiscard]] ColumnProfile profile_of(const Column& column,
                                       std::span<const std::uint64_t> counts = {});

/// What the name means, given the shape of the values: `Insurance Medicare` of yes and no is no
/// official number, `HOSPITAL` no hospital. \pre the column has the shape
[[nodiscard]] Meaning meaning_of(const Column& column, Shape shape);

}  // namespace kanon::profile
