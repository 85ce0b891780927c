// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kanon::engine {

/// Where a table in a database is. Holds no password: that comes from the DSN, the environment or a
/// private file.
struct SourceAddress {
    enum class Kind : std::uint8_t {
        odbc,        ///< `odbc:DSN/table`
        postgresql,  ///< `postgresql://[user@]host[:port]/database/table`
        duckdb,      ///< `duckdb:file/table`
        parquet      ///< `parquet:folder`, a file or a pattern of files, read by DuckDB
    };

    Kind kind = Kind::odbc;
    std::string database;     ///< the DSN, the database, the file, or the path of Parquet files
    std::string host = {};    ///< postgresql alone
    std::uint16_t port = 0;   ///< 0: the engine's own
    std::string user = {};    ///< postgresql alone; "": whoever runs
    std::string schema = {};  ///< "": the engine's own
    std::string table = {};   ///< "": a query stands instead, or the files are the table
    std::string query = {};   ///< `(SELECT ...)`, without the brackets
    /// How it is shown, where it stands for a part of what the user named; "": by what is above.
    std::string shown_as = {};

    friend bool operator==(const SourceAddress&, const SourceAddress&) = default;
};

/// Read an address; none if the text has no scheme, and so is a path. Schemes may be written in
/// capitals, and `postgres://` is `postgresql://`; any other with `://` is refused, and so is
/// `jdbc:`. After the database
/// comes `table`, `schema.table`, or a query in brackets; a name in double quotes (doubled within)
/// may have any character. Parts of a `postgresql:` address may be percent-encoded.
/// \throws Error{bad_input}, which quotes no part of the text but a scheme that is not known: a
/// password in it, a part that is missing or malformed.
[[nodiscard]] std::optional<SourceAddress> parse_address(std::string_view text);

/// The address as it may be shown: scheme, host, database and table, neither user nor query.
[[nodiscard]] std::string shown(const SourceAddress& address);

}  // namespace kanon::engine
