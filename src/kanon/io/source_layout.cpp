// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/source_layout.hpp"

#include "kanon/base/count_text.hpp"
#include "kanon/base/error.hpp"
#include "kanon/io/byte_source.hpp"
#include "kanon/io/csv_fault.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <span>

namespace kanon::io {
namespace {

/// DuckDB reads * ? [ and a backslash in a path as a pattern; brackets make them plain.
std::string plain_path(const std::string& path) {
    std::string out;
    for (const char c : path) {
        if (c == '*' || c == '?' || c == '[') {
            out += '[';
            out += c;
            out += ']';
        } else {
            out += c;
        }
    }
    return sql_literal(out);
}

std::string file_list(std::span<const std::string> paths) {
    std::string out = "[";
    for (const std::string& path : paths) {
        out += (out.size() > 1 ? ", " : "") + plain_path(path);
    }
    return out + "]";
}

std::string compression_option(Compression compression) {
    constexpr std::array<const char*, 3> kNames{"uncompressed", "gzip", "zstd"};
    return std::string(", compression='") + kNames[static_cast<std::size_t>(compression)] + "'";
}

/// The first lines of a zstd file, by way of DuckDB.
std::string unpacked_lines(Database& database, const std::string& path) {
    std::string text;
    for (const auto& row : database.rows(
             "SELECT line FROM read_csv(" + file_list(std::span(&path, 1)) +
             ", auto_detect=false, delim='\x01', quote='', escape='', header=false, "
             "strict_mode=false, columns={'line': 'VARCHAR'}, compression='zstd') LIMIT 1000")) {
        text += row[0] + "\n";
    }
    return text;
}

CsvHead read_head(Database& database,
                  const SourceFiles& source,
                  std::size_t index,
                  const CsvHints& hints) {
    constexpr std::size_t kFirstLook = std::size_t{1} << 16U;
    constexpr std::size_t kLastLook = std::size_t{1} << 24U;
    if (source.compression == Compression::zstd) {
        return sniff_csv(
            unpacked_lines(database, source.paths[index]), false, hints, source.names[index]);
    }
    std::string text;
    for (std::size_t look = kFirstLook;; look *= 16) {
        ByteSource bytes(source.paths[index]);
        text.resize(look);
        std::size_t filled = 0;
        while (const std::size_t got = bytes.read(std::span(text).subspan(filled))) {
            filled += got;
        }
        text.resize(filled);
        const bool whole = filled < look;
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

SourceLayout csv_layout(Database& database, const SourceFiles& source, const ReadOptions& options) {
    CsvHints hints{options.delimiter, options.quote, options.header};
    if (source.format == Format::tsv && !hints.delimiter) {
        hints.delimiter = '\t';
    }
    const CsvHead head = read_head(database, source, 0, hints);
    const CsvDialect& dialect = head.dialect;
    hints = {dialect.delimiter, dialect.quote, dialect.header};
    for (std::size_t index = 1; index < source.paths.size(); ++index) {
        const CsvHead other = read_head(database, source, index, hints);
        if (other.names != head.names || other.dialect.blank_lines != dialect.blank_lines) {
            refuse_other_columns(source, index);
        }
    }
    SourceLayout layout;
    layout.names = head.names;
    layout.dialect = dialect;
    std::string columns;
    for (std::size_t j = 0; j < head.names.size(); ++j) {
        // Names of our own: DuckDB takes names that differ only in case for the same.
        const std::string name = "c" + std::to_string(j);
        columns += (j > 0 ? ", " : "") + name + ": 'VARCHAR'";
        layout.expressions.push_back(name);
        layout.storage_types.emplace_back("VARCHAR");
    }
    const std::string quote = sql_literal(dialect.quote ? std::string(1, *dialect.quote) : "");
    layout.relation = "read_csv(" + file_list(source.paths) +
                      ", auto_detect=false, strict_mode=true, null_padding=false, "
                      "allow_quoted_nulls=false, nullstr='', comment='', delim=" +
                      sql_literal(std::string(1, dialect.delimiter)) + ", quote=" + quote +
                      ", escape=" + quote + ", header=" + (dialect.header ? "true" : "false") +
                      ", skip=" + std::to_string(dialect.blank_lines) + ", columns={" + columns +
                      "}" + compression_option(source.compression) + ")";
    return layout;
}

SourceLayout described(Database& database, const std::string& relation) {
    SourceLayout layout;
    for (const auto& row : database.rows("DESCRIBE SELECT * FROM " + relation)) {
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
            one = described(database, "read_parquet(" + file_list(file) + ")");
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
    layout.relation = "read_parquet(" + file_list(source.paths) + ")";
    for (std::size_t j = 0; j < layout.names.size(); ++j) {
        layout.expressions.push_back(sql_name(layout.names[j]) + "::VARCHAR");
    }
    const auto rows = database.rows("SELECT sum(num_rows) FROM parquet_file_metadata(" +
                                    file_list(source.paths) + ")");
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
    const std::string files = "read_json(" + file_list(source.paths) +
                              ", records='true', sample_size=-1" +
                              compression_option(source.compression);
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

/// The number behind the first of the given words in a message.
std::uint64_t number_after(std::string_view message, std::string_view words) {
    std::uint64_t number = 0;
    const std::size_t at = message.find(words);
    if (at != std::string_view::npos) {
        const std::string_view rest = message.substr(at + words.size());
        std::from_chars(rest.data(), rest.data() + rest.size(), number);
    }
    return number;
}

/// The line of a JSON file that a message names; DuckDB counts one too many where it cannot parse.
std::uint64_t json_line(std::string_view message) {
    const std::uint64_t line = number_after(message, "in line ");
    const bool one_ahead = message.find("Malformed JSON") != std::string_view::npos;
    return line > 0 && one_ahead ? line - 1 : line;
}

/// Which of the files a message names; the first one if none.
std::size_t named_file(const SourceFiles& source, std::string_view message) {
    for (std::size_t index = source.paths.size(); index-- > 1;) {
        if (message.find(source.paths[index]) != std::string_view::npos) {
            return index;
        }
    }
    return 0;
}

std::string csv_sentence(std::string_view message) {
    const std::uint64_t expected = number_after(message, "Expected Number of Columns: ");
    if (expected != 0) {
        return count_text(number_after(message, "Found: "), "cell") + " where the table has " +
               count_text(expected, "column") +
               "; correct the row, or quote cells that hold the delimiter";
    }
    if (message.find("nvalid unicode") != std::string_view::npos) {
        return "bytes that are no UTF-8 text; convert the file to UTF-8";
    }
    if (message.find("quote") != std::string_view::npos &&
        message.find("unterminated") != std::string_view::npos) {
        return "a quote that does not close, or text after it; double the quotes within quotes";
    }
    return "cannot be read as a table; check quotes, delimiter and line ends";
}

[[noreturn]] void refuse_csv(const SourceFiles& source,
                             const SourceLayout& layout,
                             std::string_view message,
                             const RunContext& context) {
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        if (source.compression == Compression::zstd) {
            break;
        }
        if (const auto fault =
                find_csv_fault(source.paths[index], layout.dialect, layout.names.size(), context)) {
            throw Error(
                ErrorCode::bad_input,
                fault->message,
                {.file = source.names[index], .line = fault->line, .column = fault->column});
        }
    }
    throw Error(ErrorCode::bad_input,
                csv_sentence(message),
                {.file = source.names[named_file(source, message)],
                 .line = number_after(message, "CSV Error on Line: ")});
}

}  // namespace

SourceLayout find_layout(Database& database,
                         const SourceFiles& source,
                         const ReadOptions& options) {
    SourceLayout layout;
    try {
        switch (source.format) {
            case Format::parquet:
                layout = parquet_layout(database, source);
                break;
            case Format::json:
                layout = json_layout(database, source);
                break;
            case Format::automatic:
            case Format::csv:
            case Format::tsv:
                layout = csv_layout(database, source, options);
                break;
        }
    } catch (const DatabaseFault& fault) {
        refuse_source(source, layout, fault, database.context());
    }
    for (std::size_t j = 0; j < layout.names.size(); ++j) {
        if (layout.names[j].empty()) {
            throw Error(ErrorCode::bad_input,
                        "column " + std::to_string(j + 1) + " has no name; name every column",
                        {.file = source.names[0], .column = j + 1});
        }
    }
    return layout;
}

void refuse_source(const SourceFiles& source,
                   const SourceLayout& layout,
                   const DatabaseFault& fault,
                   const RunContext& context) {
    const std::string_view message = fault.what();
    const Where where{.file = source.names[named_file(source, message)],
                      .line = source.format == Format::json ? json_line(message) : 0};
    if (message.find("GZIP") != std::string_view::npos ||
        message.find("ZSTD") != std::string_view::npos) {
        throw Error(ErrorCode::bad_input, "the packed file is damaged; fetch it again", where);
    }
    switch (source.format) {
        case Format::parquet:
            throw Error(ErrorCode::bad_input, "the Parquet file is damaged; fetch it again", where);
        case Format::json:
            throw Error(ErrorCode::bad_input,
                        message.find("UTF-8") != std::string_view::npos
                            ? "bytes that are no UTF-8 text; convert the file to UTF-8"
                            : "is not JSON with one object a row; correct it, or give its format",
                        where);
        case Format::automatic:
        case Format::csv:
        case Format::tsv:
            refuse_csv(source, layout, message, context);
    }
    refuse_csv(source, layout, message, context);
}

}  // namespace kanon::io
