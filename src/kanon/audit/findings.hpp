// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// Where what was written was read again to be judged.
enum class ReadAgain : std::uint8_t {
    nowhere,            ///< it is judged as it stands in memory, or in a file
    one_table,          ///< of a database
    all_tables,         ///< of several databases, together
    one_filled_table,   ///< of a database, whose rows another one, there before, was given
    all_filled_tables,  ///< of several databases, together; likewise
    rows                ///< of which files were made
};

/// What an audit found to hold, in figures that add up over the parts of a table: what its lines
/// say (check_lines()). A rule that some fault breaks has none.
struct AuditFindings {
    struct Columns {
        std::vector<std::string> withheld;  ///< identifying ones, by name
        std::size_t released = 0;

        friend bool operator==(const Columns&, const Columns&) = default;
    };

    struct Cells {
        std::uint64_t rows = 0;
        std::size_t columns = 0;  ///< 0: there are none to look at
        bool any_coded = false;
    };

    struct Rows {
        std::uint64_t original = 0;
        std::uint64_t suppressed = 0;
        std::uint64_t limit = 0;  ///< of suppressed rows
    };

    std::optional<Columns> columns;
    bool codings = false;            ///< columns are coded as asked
    std::optional<Cells> covering;   ///< released cells that cover their originals
    bool patterns = false;           ///< stars are those of a pattern that is given
    std::optional<Cells> unchanged;  ///< cells of other columns
    std::uint64_t classes = 0;       ///< that the proofs are about; suppressed rows are in none
    std::optional<Rows> rows;
    std::uint64_t aggregates = 0;  ///< computed anew, and right

    std::uint64_t parts = 0;  ///< that were judged each by itself; 0: it was judged as a whole
    bool parts_apart = true;  ///< no class has rows of two of them
    ReadAgain read_again = ReadAgain::nowhere;
    std::vector<std::string>
        same_bytes{};  ///< of `original`, `release`: those that a summary names
};

}  // namespace kanon
