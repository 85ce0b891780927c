// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/release_place.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/read_settings.hpp"
#include "kanon/linked/schema/foreign_keys.hpp"

#include <filesystem>
#include <system_error>

namespace kanon::linked {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDuckdbPrefix = "duckdb:";

/// The ending of a table's file.
std::string ending_of(const TablePolicy& table, Format format) {
    if (format != Format::automatic) {
        return "." + std::string(to_string(format));
    }
    const std::string ending = fs::path(table.input).extension().string();
    const bool is_written = format_of_name(table.input) != Format::automatic &&
                            is_name_to_write(table.input) &&
                            info(format_of_name(table.input)).is_written &&
                            compression_of_name(table.input) == Compression::none;
    return is_written ? ending : ".csv";
}

/// An address, or a name that promises a database, where one file is to be written.
void refuse_for_household(const std::string& output) {
    const bool is_address = output.find("://") != std::string::npos ||
                            output.starts_with("odbc:") || output.starts_with(kDuckdbPrefix);
    const std::string ending = fs::path(output).extension().string();
    if (is_address || ending == ".duckdb" || ending == ".ddb") {
        throw Error(ErrorCode::usage,
                    "a release of households is one file; name it .csv, .tsv, .jsonl, .parquet or "
                    ".xlsx",
                    {.file = output});
    }
}

/// Tables of a folder are files in it and nowhere else, whatever a policy or a catalogue calls
/// them.
void require_file_name(const SchemaPolicy& schema, const TablePolicy& table) {
    if (table.name.empty() || table.name.find('/') != std::string::npos) {
        throw Error(ErrorCode::bad_policy,
                    "the name of a table is that of its file, and this one cannot be: it is empty "
                    "or has a slash; call the table otherwise, or write a database",
                    {.file = schema.file, .line = table.line, .column = table.column});
    }
}

void refuse_others(const std::string& output) {
    if (output == "-" || output == kDuckdbPrefix) {
        throw Error(ErrorCode::usage,
                    "a release of linked tables goes to a folder, or to a new file of DuckDB or "
                    "SQLite; name one",
                    {.file = output});
    }
    const bool is_server = output.find("://") != std::string::npos || output.starts_with("odbc:");
    if (is_server) {
        throw Error(ErrorCode::usage,
                    "a release of linked tables goes to a folder, or to a new file of DuckDB or "
                    "SQLite (released.duckdb, released.sqlite); load that into the server",
                    {.file = output});
    }
}

/// The kind of database that a name promises; none: a folder.
std::optional<io::DatabaseKind> kind_of(const std::string& output) {
    std::error_code none;
    const std::string ending = fs::path(output).extension().string();
    if (output.starts_with(kDuckdbPrefix)) {
        return io::DatabaseKind::duckdb;
    }
    if (fs::is_directory(output, none)) {
        return std::nullopt;
    }
    if (ending == ".duckdb" || ending == ".ddb") {
        return io::DatabaseKind::duckdb;
    }
    return format_of_name(output) == Format::sqlite ? std::optional(io::DatabaseKind::sqlite)
                                                    : std::nullopt;
}

ReleasePlace database_place(const SchemaPolicy& schema,
                            const std::string& output,
                            io::DatabaseKind kind) {
    const bool is_sqlite = kind == io::DatabaseKind::sqlite;
    const std::string file =
        output.starts_with(kDuckdbPrefix) ? output.substr(kDuckdbPrefix.size()) : output;
    const NamedDatabase named{.name = is_sqlite ? file : std::string(kDuckdbPrefix) + file,
                              .is_sqlite = is_sqlite};
    ReleasePlace out{.database = kind, .files = {file}};
    for (const TablePolicy& table : schema.tables) {
        out.inputs.push_back(table.is_made() ? "" : named.input_of(table.name));
    }
    return out;
}

}  // namespace

ReleasePlace find_release(const SchemaPolicy& schema, const std::string& output, Format format) {
    schema.is_household ? refuse_for_household(output) : refuse_others(output);
    const auto kind = schema.is_household ? std::nullopt : kind_of(output);
    if (kind && format != Format::automatic) {
        throw Error(ErrorCode::usage,
                    "a format is for files in a folder, and this is a database; leave it out",
                    {.file = output});
    }
    if (kind) {
        return database_place(schema, output, *kind);
    }
    ReleasePlace out;
    for (const TablePolicy& table : schema.tables) {
        if (table.is_made()) {
            out.files.emplace_back();
        } else if (schema.is_household) {
            out.files.push_back(output);
        } else {
            require_file_name(schema, table);
            out.files.push_back(
                (fs::path(output) / (table.name + ending_of(table, format))).string());
        }
    }
    out.inputs = out.files;
    return out;
}

ReadOptions reading_of(const ReleasePlace& place, const TablePolicy& table, ReadOptions options) {
    if (place.database == io::DatabaseKind::sqlite) {
        options.database_table = table.name;
    }
    return options;
}

}  // namespace kanon::linked
