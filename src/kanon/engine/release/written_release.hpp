// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/release/map_tables.hpp"
#include "kanon/engine/release/release_map.hpp"
#include "kanon/engine/rows/keyed_rows.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// A release in a private table: column `kanon_key` is the key of the row that each is made of,
/// `kanon_tuple` the number of its tuple, and q0, q1, ... are the released columns.
struct WrittenRelease {
    /// A released column that is no quasi-identifier.
    struct Other {
        std::size_t original = 0;  ///< column of the original
        std::size_t released = 0;
        bool is_kept = false;            ///< shows what the original shows, but for suppressed rows
        std::string_view blank = kStar;  ///< what it shows there; "": nothing, it is missing
    };

    std::string table;                 ///< quoted
    std::string condition = {};        ///< on its columns, as `r.`: which rows are meant; "": all
    std::uint64_t tuples = 0;          ///< numbers of tuples up to the last of this release
    std::uint64_t tuples_before = 0;   ///< numbers that are not of this release
    std::vector<std::string> columns;  ///< the names that they are to have
    std::vector<std::size_t> recoded;  ///< those that a tuple has
    std::vector<Other> others;
    std::vector<ColumnType> types;  ///< of the columns of the original
    KeyTable keys;                  ///< stays as long as the private tables
    std::string tuple_table;        ///< likewise; quoted: MapTables::tuples
};

/// Carry a release out where the rows are, by joins with tables that hold the map: no row passes
/// through here. Quasi-identifiers, and columns with other values than the original's, become
/// texts; other columns keep their types, and where no star fits in, suppressed rows miss their
/// values. `original` and `release` are those that the map is of, the columns of `rows` those of
/// `original`.
///
/// Cost: that of sending the map's entries, and of one scan with joins by hash in the engine.
/// \throws EngineFault, Error{bad_input}
[[nodiscard]] WrittenRelease write_release(PrivateTables& tables,
                                           const KeyedRows& rows,
                                           const Table& original,
                                           const Table& release,
                                           const ReleaseMap& map,
                                           bool shuffle);

/// The same of further rows, in random order, into the table of a release of others, behind its
/// rows and with numbers of tuples behind its own: what is returned means these rows alone.
/// \pre both have the same columns
[[nodiscard]] WrittenRelease write_more(PrivateTables& tables,
                                        const KeyedRows& rows,
                                        const Table& original,
                                        const Table& release,
                                        const ReleaseMap& map,
                                        const WrittenRelease& before);

/// True if there is a table or view of that address. To be asked outside of transactions, which the
/// question may end. \throws Error{cancelled}
[[nodiscard]] bool is_there(Connection& connection, const SourceAddress& address);

/// Drop the keys and give columns and table their names; `replaces`: in place of the table that is
/// there, which goes. To be made lasting by commit() and finish(). \throws EngineFault
void place(PrivateTables& tables,
           const WrittenRelease& written,
           const SourceAddress& target,
           bool replaces);

}  // namespace kanon::engine
