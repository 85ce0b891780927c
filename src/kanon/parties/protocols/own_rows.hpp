// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/protocols/joint_class.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::parties {

/// One's own row types, those of a class side by side.
class OwnRows {
public:
    virtual ~OwnRows() = default;

    [[nodiscard]] virtual std::size_t size() const = 0;

    /// 1 for each thing that is asked of what a class covers (occurrence_count()) that holds of
    /// one's own rows: for extents, whether any is at the lowest place, or the one after it, ...,
    /// then whether any is at the highest, or the one before it, ...; for sets, each place.
    virtual void add_occurrences(const JointClass& one, std::vector<std::uint8_t>& bits) = 0;

    /// One's own rows at each place of an extent.
    virtual void add_counts(const JointClass& one,
                            std::size_t attribute,
                            Extent extent,
                            std::vector<std::uint64_t>& counts) const = 0;

    /// Put the row types of a class in order by the parts of its division, and add where each
    /// begins, and the last ends. False, and they stay, if one is in none of the parts. \pre
    /// `one.extent` is of the attribute divided
    virtual bool divide(const JointClass& one,
                        const PlaceDivision& division,
                        std::vector<std::size_t>& starts) = 0;

    /// Rows of some row types, by their places here.
    [[nodiscard]] virtual std::uint64_t rows(std::size_t begin, std::size_t end) const = 0;

    /// Which row type of the task it is.
    [[nodiscard]] virtual std::uint32_t type(std::size_t at) const = 0;
};

/// Borrows `classes`. Takes 8 bytes per row type and 2 or 4 per attribute, and for a division as
/// many again.
[[nodiscard]] std::unique_ptr<OwnRows> make_own_rows(const Task& own, const AskedClasses& classes);

}  // namespace kanon::parties
