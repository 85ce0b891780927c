// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/release.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::engine {

/// What becomes of the rows of a table, said by their values alone, for whoever has the rows.
struct ReleaseMap {
    /// A released column that is no quasi-identifier.
    struct Other {
        std::size_t original = 0;  ///< column of the original
        std::size_t released = 0;  ///< column of the release
        /// Of each code of the original, the released text, in star mode but for suppressed rows;
        /// empty: each value is released as it is.
        std::vector<std::string> text_of_code;
    };

    /// Rows that have the values of this row of the original in the key columns are released as
    /// this tuple: all of them, or, where rows alike become several tuples, `rows` of them.
    struct Entry {
        std::uint32_t original = 0;  ///< a row of the original
        std::uint32_t key = 0;       ///< number of these values of the key columns, ascending
        std::uint32_t tuple = 0;     ///< or kLeftOut
        std::uint64_t first = 0;     ///< place of the first of them among the rows alike, from 1
        std::uint64_t last = 0;
    };

    static constexpr std::uint32_t kLeftOut = 0xFFFF'FFFF;

    std::vector<std::size_t> keys;  ///< columns of the original
    bool by_place = false;          ///< some rows that are alike in the keys become several tuples
    std::vector<Entry> entries;     ///< by the keys' codes, ascending
    std::vector<std::uint32_t> row_of_tuple;  ///< a row of the release that shows the tuple
    std::vector<bool> is_suppressed;          ///< per tuple: its other cells are stars
    std::vector<std::size_t> recoded;         ///< released columns whose values a tuple has
    std::vector<Other> others;
    bool has_stars = false;  ///< some tuple is suppressed
    /// Suppressed rows show stars in columns of any type, which are text for that; else they miss
    /// their values in those that no star fits in.
    bool stars_as_text = false;
    bool leaves_out = false;
};

/// Say a release by values. `original` has the columns as they were read, rows as in the problem
/// that the release was made for, each of which stands for so many rows (`counts`; empty: 1 each);
/// `quasi_identifiers` are columns of it.
/// Cost O(n m) for n rows of the table, 16 bytes per row. Same result for any thread count.
[[nodiscard]] ReleaseMap map_release(const Table& original,
                                     std::span<const std::uint64_t> counts,
                                     const Release& release,
                                     std::span<const std::size_t> quasi_identifiers,
                                     unsigned threads);

}  // namespace kanon::engine
