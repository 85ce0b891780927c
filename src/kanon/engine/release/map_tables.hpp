// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/release/private_tables.hpp"
#include "kanon/engine/release/release_map.hpp"
#include "kanon/engine/rows/keyed_rows.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// The distinct values of the key columns of a map, in a private table: k0, k1, ... and a number,
/// `kanon_type`.
struct KeyTable {
    struct Key {
        std::size_t column = 0;  ///< of the original
        /// k has the column's own type, of which two values are alike if their texts are; else the
        /// text, '' where it is missing.
        bool is_native = false;
    };

    std::string table;  ///< quoted
    std::vector<Key> keys;
    std::vector<std::uint32_t> original;  ///< per number: a row of the original
};

/// A map in private tables. Numbers of tuples are from 1 on, or behind those of another.
struct MapTables {
    KeyTable keys;
    /// Which places among rows alike become which tuple (kanon_type, first_place, last_place,
    /// tuple); "": the keys' table has a column `tuple`, 0 where the rows are left out.
    std::string entries;
    std::string tuples;  ///< tuple, suppressed, r0, r1, ...: the recoded columns' texts
    /// Per ReleaseMap::others: a table of values and what is released for them (k, v); "": none.
    std::vector<std::string> values;
};

/// Send a map to where the rows are. `types` are those of the columns of `rows`,
/// `tuples_before` the number of tuples that have theirs; other names as in
/// write_release(). Cost O(bytes of the map).
/// \throws EngineFault, Error{bad_input}
[[nodiscard]] MapTables make_map_tables(PrivateTables& tables,
                                        std::span<const ColumnType> types,
                                        const Table& original,
                                        const Table& release,
                                        const ReleaseMap& map,
                                        std::uint64_t tuples_before);

}  // namespace kanon::engine
