// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/source_address.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon::engine {

/// What becomes of a table that stands where a release is to go.
enum class Replacing : std::uint8_t {
    none,  ///< it stays, and the run is refused
    drop,  ///< it goes, and the release gets its name
    fill   ///< it stays, with the rows of the release in place of its own
};

/// Find out whether a release may go to a target. True if a table is there that is to be replaced.
/// To be asked outside of transactions. `sources`: the originals in the same database.
/// \throws Error{usage}: something is there and nothing says what is to become of it, it is no
/// plain table, others depend on it and it is to be dropped, an original is read from it, or what
/// of this holds cannot be known; EngineFault
[[nodiscard]] bool check_replacing(Connection& connection,
                                   const SourceAddress& target,
                                   std::span<const SourceAddress> sources,
                                   Replacing how);

/// Refuse to fill a table with a release of other columns, by name or order. \throws Error{usage}
/// with the difference, EngineFault
void check_columns(Connection& connection,
                   const SourceAddress& target,
                   std::span<const std::string> columns);

/// Refuse a release of more columns than the engine has for the tables that one takes. Where that
/// goes by their types, and `tries`, an empty table is made of the source's and dropped.
/// \throws Error{usage}, EngineFault
void check_width(Connection& connection,
                 const SourceAddress& source,
                 const SourceAddress& target,
                 std::span<const std::string> columns,
                 bool tries);

}  // namespace kanon::engine
