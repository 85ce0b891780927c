// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/expected_rows.hpp"

#include "kanon/engine/release/parquet_files.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/io/reading/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace kanon::engine {
namespace {

/// A query for the number in a catalogue; `{from}` is the table, `{from_text}`, `{table}` and
/// `{schema}` are literals.
struct CatalogueOfDialect {
    std::string_view dialect;
    std::string_view query;
};

// SQLite keeps no number; the greatest rowid is found without a scan.
constexpr std::array kCatalogues{
    CatalogueOfDialect{"postgresql",
                       "SELECT CAST(CAST(reltuples AS bigint) AS text) FROM pg_catalog.pg_class "
                       "WHERE oid = pg_catalog.to_regclass({from_text}) AND reltuples > 0"},
    CatalogueOfDialect{"mariadb",
                       "SELECT CONVERT(table_rows USING utf8mb4) FROM information_schema.tables "
                       "WHERE table_name = {table} AND table_schema = COALESCE(NULLIF({schema}, "
                       "''), DATABASE()) AND table_rows IS NOT NULL"},
    CatalogueOfDialect{"duckdb",
                       "SELECT estimated_size FROM duckdb_tables() WHERE table_name = {table} AND "
                       "database_name = current_database() AND schema_name = "
                       "COALESCE(NULLIF({schema}, ''), current_schema())"},
    CatalogueOfDialect{"sqlite", "SELECT max(rowid) FROM {from}"},
    CatalogueOfDialect{"clickhouse",
                       "SELECT toString(total_rows) FROM system.tables WHERE name = {table} AND "
                       "database = if({schema} = '', currentDatabase(), {schema})"},
};

std::string query_for(const Dialect& dialect, const SourceAddress& address) {
    if (address.kind == SourceAddress::Kind::parquet) {
        return "SELECT sum(num_rows) FROM parquet_file_metadata(" +
               io::sql_file_list(parquet_files(address.database)) + ")";
    }
    const auto* const found =
        std::ranges::find(kCatalogues, dialect.name, &CatalogueOfDialect::dialect);
    if (found == kCatalogues.end() || address.table.empty()) {
        return "";
    }
    const std::string from = from_clause(dialect, address);
    return fmt::format(fmt::runtime(found->query),
                       fmt::arg("from", from),
                       fmt::arg("from_text", literal(dialect, from)),
                       fmt::arg("table", literal(dialect, address.table)),
                       fmt::arg("schema", literal(dialect, address.schema)));
}

}  // namespace

std::uint64_t expected_rows(Connection& connection, const SourceAddress& address) {
    const std::string query = query_for(connection.dialect(), address);
    if (query.empty() || !connection.context().progress) {
        return 0;
    }
    std::uint64_t out = 0;
    try {
        connection.query(query, [&](std::span<const Cell> cells) {
            out = cells.front() ? row_count_of(cells.front()) : 0;
        });
    } catch (const EngineFault&) {
        return 0;  // nobody needs it to be known
    }
    return out;
}

}  // namespace kanon::engine
