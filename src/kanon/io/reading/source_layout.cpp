// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/source_layout.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/io/files/byte_source.hpp"
#include "kanon/io/reading/folder_columns.hpp"
#include "kanon/io/reading/table_reading.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <optional>
#include <span>

namespace kanon::io {
namespace {

std::string compression_option(Compression compression) {
    constexpr std::array<const char*, 3> kNames{"uncompressed", "gzip", "zstd"};
    return std::string(", compression='") + kNames[static_cast<std::size_t>(compression)] + "'";
}

/// Bytes of a text file that a thread takes at once: twice the longest line that is read. Larger
/// ones leave threads without work at the end of the file.
constexpr std::size_t kCsvBuffer = std::size_t{1} << 22U;

// Folder names are no columns unless they are asked for, and then it is done here.
constexpr const char* kNoFolderColumns = ", hive_partitioning=false";

CsvHead read_head(const SourceFiles& source, std::size_t index, const CsvHints& hints) {
    constexpr std::size_t kFirstLook = std::size_t{1} << 16U;
    constexpr std::size_t kLastLook = std::size_t{1} << 24U;
    for (std::size_t look = kFirstLook;; look *= 16) {
        const std::string text = start_of_text(source.paths[index], look);
        const bool whole = text.size() < look;
        if (whole || look >= kLastLook || text.find_first_of("\r\n") < look / 2) {
            return sniff_csv(text, whole, hints, source.names[index]);
        }
    }
}

[[noreturn]] void refuse_other_columns(const SourceFiles& source, std::size_t index) {
    throw Error(ErrorCode::bad_input,
                "has other columns than " + source.names[0] +
                    "; files of one pattern must have the same columns in the same order",
                {.file = source.names[index]});
}

SourceLayout csv_layout(const SourceFiles& source, const ReadOptions& options) {
    CsvHints hints{.delimiter = options.delimiter,
                   .quote = options.quote,
                   .header = options.header,
                   .known_names = options.known_names,
                   .header_in_doubt = options.header_in_doubt};
    if (source.format == Format::tsv && !hints.delimiter) {
        hints.delimiter = '\t';
    }
    const CsvHead head = read_head(source, 0, hints);
    check_column_count(head.names.size(), source.names[0]);
    const CsvDialect& dialect = head.dialect;
    hints = {.delimiter = dialect.delimiter, .quote = dialect.quote, .header = dialect.header};
    for (std::size_t index = 1; index < source.paths.size(); ++index) {
        const CsvHead other = read_head(source, index, hints);
        if (other.names != head.names || other.dialect.skipped_lines != dialect.skipped_lines) {
            refuse_other_columns(source, index);
        }
    }
    SourceLayout layout;
    layout.names = head.names;
    layout.dialect = dialect;
    if (dialect.delimiter_is_named) {
        layout.said.emplace_back("the first line names the delimiter (sep=), and is no row");
    }
    if (dialect.guessed_header) {
        layout.said.push_back(header_line(dialect.header));
    }
    layout.cell_count = head.names.size();
    std::string columns;
    for (std::size_t j = 0; j < head.names.size(); ++j) {
        // Names of our own: DuckDB takes names that differ only in case for the same.
        const std::string name = "c" + std::to_string(j);
        columns += (j > 0 ? ", " : "") + name + ": 'VARCHAR'";
        layout.expressions.push_back(name);
        layout.storage_types.emplace_back("VARCHAR");
    }
    const std::string quote = sql_literal(dialect.quote ? std::string(1, *dialect.quote) : "");
    // A cell more than there are columns is let through if it is empty and any text is a null: so
    // in a table of several columns none is. The empty text is missing all the same. In a table of
    // one column an empty line is a row only if it is a null.
    const char* nulls = head.names.size() == 1 ? "''" : "[]::VARCHAR[]";
    layout.relation = "read_csv(" + sql_file_list(source.paths) +
                      ", auto_detect=false, strict_mode=true, null_padding=false, "
                      "allow_quoted_nulls=false, comment='', nullstr=" +
                      nulls + ", delim=" + sql_literal(std::string(1, dialect.delimiter)) +
                      ", quote=" + quote + ", escape=" + quote +
                      ", header=" + (dialect.header ? "true" : "false") +
                      ", skip=" + std::to_string(dialect.skipped_lines) + ", columns={" + columns +
                      "}, buffer_size=" + std::to_string(kCsvBuffer) +
                      compression_option(source.compression) + kNoFolderColumns + ")";
    return layout;
}

SourceLayout described(Database& database, const std::string& relation) {
    SourceLayout layout;
    const auto rows = database.rows("DESCRIBE SELECT * FROM " + relation);
    for (const auto& row : rows) {
        layout.names.push_back(row[0]);
        layout.storage_types.push_back(row[1]);
    }
    return layout;
}

SourceLayout parquet_layout(Database& database, const SourceFiles& source) {
    SourceLayout layout;
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        const auto file = std::span(&source.paths[index], 1);
        SourceLayout one;
        try {
            one =
                described(database, "read_parquet(" + sql_file_list(file) + kNoFolderColumns + ")");
        } catch (const DatabaseFault&) {
            throw Error(ErrorCode::bad_input,
                        "is not a Parquet file, or a damaged one; check it, or give its format",
                        {.file = source.names[index]});
        }
        if (index == 0) {
            layout = one;
        } else if (one.names != layout.names || one.storage_types != layout.storage_types) {
            refuse_other_columns(source, index);
        }
    }
    layout.relation = "read_parquet(" + sql_file_list(source.paths) + kNoFolderColumns + ")";
    for (std::size_t j = 0; j < layout.names.size(); ++j) {
        layout.expressions.push_back(sql_name(layout.names[j]) + "::VARCHAR");
    }
    const auto rows = database.rows("SELECT sum(num_rows) FROM parquet_file_metadata(" +
                                    sql_file_list(source.paths) + ")");
    std::from_chars(rows[0][0].data(), rows[0][0].data() + rows[0][0].size(), layout.total_rows);
    return layout;
}

/// JSON has numbers, truth values and texts; a text that reads as a date stays a text.
std::string json_storage_type(const std::string& type) {
    constexpr std::array<std::string_view, 5> kKept{
        "BIGINT", "UBIGINT", "HUGEINT", "DOUBLE", "BOOLEAN"};
    return std::ranges::find(kKept, type) == kKept.end() ? "VARCHAR" : type;
}

/// Names such as `A_1` beside `a`: DuckDB renames keys that differ only in case so.
std::vector<std::string> perhaps_renamed(const std::vector<std::string>& names) {
    const auto same_letters = [](std::string_view a, std::string_view b) {
        return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) {
            return std::tolower(x) == std::tolower(y);
        });
    };
    std::vector<std::string> out;
    for (const std::string& name : names) {
        const std::size_t stem = name.find_last_not_of("0123456789");
        const bool has_suffix =
            stem != std::string::npos && stem + 1 < name.size() && name[stem] == '_';
        if (has_suffix && std::ranges::any_of(names, [&](const std::string& other) {
                return same_letters(other, std::string_view(name).substr(0, stem));
            })) {
            out.push_back(name);
        }
    }
    return out;
}

SourceLayout json_layout(Database& database, const SourceFiles& source) {
    const std::string files = "read_json(" + sql_file_list(source.paths) +
                              ", records='true', sample_size=-1" +
                              compression_option(source.compression) + kNoFolderColumns;
    SourceLayout layout = described(database, files + ", union_by_name=true)");
    std::string columns;
    for (std::size_t j = 0; j < layout.names.size(); ++j) {
        columns += (j > 0 ? ", " : "") + sql_name(layout.names[j]) + ": 'VARCHAR'";
        layout.storage_types[j] = json_storage_type(layout.storage_types[j]);
        layout.expressions.push_back(sql_name(layout.names[j]));
    }
    layout.doubtful = perhaps_renamed(layout.names);
    layout.relation = files + ", auto_detect=false, columns={" + columns + "})";
    return layout;
}

/// A column of folders as SQL: a text that is the same in all rows of a file.
std::string folder_value(const FolderColumn& column, const std::string& file) {
    const auto literal = [](const std::optional<std::string>& value) {
        return value ? sql_literal(*value) : std::string("NULL");
    };
    std::string list;
    for (const std::optional<std::string>& value : column.values) {
        list += (list.empty() ? "" : ", ") + literal(value);
    }
    return "([" + list + "]::VARCHAR[])[" + sql_name(file) + "]";
}

void add_folder_columns(SourceLayout& layout, const SourceFiles& source) {
    std::string file = "kanon file";  // the place of a row's file, from 1
    while (std::ranges::find(layout.names, file) != layout.names.end()) {
        file += '_';
    }
    layout.relation = "(SELECT *, (file_index + 1)::BIGINT AS " + sql_name(file) + " FROM " +
                      layout.relation + ")";
    for (const FolderColumn& column : find_folder_columns(source)) {
        if (std::ranges::find(layout.names, column.name) != layout.names.end()) {
            throw Error(ErrorCode::bad_input,
                        "has a column '" + column.name +
                            "', and so have the folders on the way to it; rename one of them",
                        {.file = source.names[0]});
        }
        layout.names.push_back(column.name);
        layout.storage_types.emplace_back("VARCHAR");
        layout.expressions.push_back(folder_value(column, file));
        layout.folder_columns.push_back(column.name);
    }
}

/// Of Parquet, JSON or else delimited text; what other programs wrote is not read here.
SourceLayout layout_of(Database& database, const SourceFiles& source, const ReadOptions& options) {
    if (source.format == Format::parquet) {
        return parquet_layout(database, source);
    }
    return source.format == Format::json ? json_layout(database, source)
                                         : csv_layout(source, options);
}

}  // namespace

SourceLayout find_layout(Database& database,
                         const SourceFiles& source,
                         const ReadOptions& options) {
    SourceLayout layout;
    try {
        layout = layout_of(database, source, options);
    } catch (const DatabaseFault& fault) {
        refuse_source(source, layout, fault, database.context());
    }
    if (options.folder_columns) {
        add_folder_columns(layout, source);
    }
    check_column_count(layout.names.size(), source.names[0]);
    for (std::size_t j = 0; j < layout.names.size(); ++j) {
        if (layout.names[j].empty()) {
            throw Error(ErrorCode::bad_input,
                        "column " + std::to_string(j + 1) + " has no name; name every column",
                        {.file = source.names[0], .column = j + 1});
        }
    }
    return layout;
}

}  // namespace kanon::io
