// SPDX-License-Identifier: Apache-2.0
#include "file_flags.hpp"

#include "terminal/flags.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kanon::cli {
namespace {

constexpr const char* kReading = "Reading";

Format format_of(std::string_view word, std::string_view flag) {
    constexpr std::array<std::string_view, 5> kWritten{"auto", "csv", "tsv", "json", "parquet"};
    return word.empty() ? Format::automatic : static_cast<Format>(place_of(word, kWritten, flag));
}

Format input_format_of(std::string_view word, std::string_view flag) {
    constexpr std::array<std::string_view, 10> kFormats{
        "auto", "csv", "tsv", "json", "parquet", "xlsx", "spss", "stata", "sas", "sqlite"};
    return word.empty() ? Format::automatic : static_cast<Format>(place_of(word, kFormats, flag));
}

char character_of(const std::string& text, std::string_view flag) {
    if (text == "tab" || text == "\\t") {
        return '\t';
    }
    if (text.size() != 1) {
        refuse_flag(flag, "one character is needed (or the word tab)");
    }
    return text[0];
}

/// Bytes: a number, perhaps with K, M, G or T behind it.
std::uint64_t bytes_of(std::string_view text, std::string_view flag) {
    constexpr std::string_view kUnits = "KMGT";
    const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
    const bool has_unit = unit != std::string_view::npos;
    const double number = number_of(text.substr(0, text.size() - (has_unit ? 1 : 0)), flag);
    const double bytes = std::ldexp(number, has_unit ? 10 * static_cast<int>(unit + 1) : 0);
    constexpr double kMost = 1e18;
    if (!(bytes >= 1 && bytes <= kMost)) {
        refuse_flag(flag, "a number of bytes is needed, such as 20G");
    }
    return static_cast<std::uint64_t>(bytes);
}

ValueLabels labels_of(std::string_view word) {
    constexpr std::array<std::string_view, 3> kWords{"auto", "labels", "values"};
    return word.empty() ? ValueLabels::automatic
                        : static_cast<ValueLabels>(place_of(word, kWords, "--value-labels"));
}

/// `DD.MM.YYYY`, `m/d/yy`, `%Y-%m-%d %H:%M`: in which order day, month and year stand is what
/// matters; a time behind them is read however it is written.
Notation notation_of(std::string_view pattern) {
    pattern = pattern.substr(0, pattern.find_first_of(" T"));
    constexpr std::string_view kFlag = "--date-format";
    std::string order;
    for (const char c : pattern) {
        const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (std::string_view("dmy").find(small) != std::string_view::npos &&
            !order.ends_with(small)) {
            order += small;
        }
    }
    constexpr std::array<std::string_view, 3> kOrders{"ymd", "dmy", "mdy"};
    constexpr std::array<Notation, 3> kNotations{
        Notation::standard, Notation::day_first, Notation::month_first};
    const auto* const found = std::ranges::find(kOrders, order);
    if (found == kOrders.end() || pattern.find_first_not_of("dmyDMY./-%") != std::string::npos) {
        refuse_flag(kFlag, "write DD.MM.YYYY, MM/DD/YYYY or YYYY-MM-DD, or COLUMN= before that");
    }
    return kNotations[static_cast<std::size_t>(found - kOrders.begin())];
}

void set_dates(const ReadFlags& flags, ReadOptions& out) {
    for (const std::string& text : flags.date_formats) {
        const std::size_t cut = text.rfind('=');
        if (cut == std::string::npos) {
            out.dates = notation_of(text);
        } else {
            out.dates_of[text.substr(0, cut)] = notation_of(std::string_view(text).substr(cut + 1));
        }
    }
}

/// How a text is laid out.
void add_text_flags(CLI::App& app, ReadFlags& flags) {
    app.add_option("--encoding", flags.encoding, "of text, such as windows-1252; default: found")
        ->type_name("NAME")
        ->group(kReading);
    app.add_option("--delimiter", flags.delimiter, "of CSV; default: found by a look at the file")
        ->type_name("CHAR|tab")
        ->group(kReading);
    app.add_option("--quote", flags.quote, "quoting character of CSV; default: found")
        ->type_name("CHAR")
        ->group(kReading);
    auto* with = app.add_flag("--header", flags.header, "the first line names the columns");
    auto* without = app.add_flag("--no-header", flags.no_header, "the first line is data");
    with->group(kReading);
    without->group(kReading)->excludes(with);
}

/// What of a file is read that holds more than a table.
void add_part_flags(CLI::App& app, ReadFlags& flags) {
    app.add_option("--member", flags.member, "the file of a .zip archive that is read")
        ->type_name("NAME")
        ->group(kReading);
    app.add_option("--sheet", flags.sheet, "the sheet of a workbook that is read")
        ->type_name("NAME")
        ->group(kReading);
    app.add_option("--table", flags.table, "the table or view of a database that is read")
        ->type_name("NAME")
        ->group(kReading);
    app.add_option("--value-labels",
                   flags.labels,
                   "SPSS, Stata: read labels or values; default: labels where each value has one")
        ->type_name("auto|labels|values")
        ->group(kReading);
    app.add_option("--unpack-limit",
                   flags.unpack_limit,
                   "bytes that a packed file may unpack to; default: 1G, or 200 times its size")
        ->type_name("BYTES[K|M|G|T]")
        ->group(kReading);
}

/// How rows and values are read.
void add_value_flags(CLI::App& app, ReadFlags& flags) {
    auto* comma =
        app.add_flag("--decimal-comma", flags.decimal_comma, "numbers are written as 1.234,5");
    auto* thousands =
        app.add_flag("--thousands", flags.thousands, "numbers are written as 1,234.5");
    comma->group(kReading);
    thousands->group(kReading)->excludes(comma);
    add_list(app, "--date-format", flags.date_formats, "how dates are written; default: found")
        ->type_name("[COLUMN=]DD.MM.YYYY,...")
        ->group(kReading);
    app.add_flag("--keep-blank-rows",
                 flags.keep_blank_rows,
                 "rows without any value count as people; default: they are left out, and said")
        ->group(kReading);
}

}  // namespace

CLI::Option* add_input(CLI::App& app, std::string& target) {
    return app
        .add_option("INPUT",
                    target,
                    "table: a file, a pattern of several, - for a pipe, or in a database "
                    "odbc:DSN/table, postgresql://host/db/table, duckdb:file/table, "
                    "parquet:folder")
        ->required()
        ->type_name("");
}

void add_original_and_release(CLI::App& app,
                              std::string& original,
                              std::string& release,
                              const std::string& purpose) {
    app.add_option("ORIGINAL", original, "the table as it was: a file or an address")
        ->required()
        ->type_name("");
    app.add_option("RELEASE", release, purpose)->required()->type_name("");
}

void add_read_flags(CLI::App& app, ReadFlags& flags) {
    app.add_option("--input-format", flags.format, "default: by the file's content, then its name")
        ->type_name("auto|csv|tsv|json|parquet|xlsx|spss|stata|sas|sqlite")
        ->group(kReading);
    add_text_flags(app, flags);
    add_part_flags(app, flags);
    app.add_flag("--folder-columns",
                 flags.folder_columns,
                 "folders named key=value on the way to a file are columns of its rows")
        ->group(kReading);
    add_value_flags(app, flags);
    app.add_flag("--show-values", flags.show_values, "messages may quote values of the table")
        ->group(kReading);
}

ReadOptions make_read_options(const ReadFlags& flags) {
    ReadOptions out;
    out.format = input_format_of(flags.format, "--input-format");
    out.encoding = flags.encoding;
    out.member = flags.member;
    out.sheet = flags.sheet;
    out.database_table = flags.table;
    out.labels = labels_of(flags.labels);
    if (!flags.unpack_limit.empty()) {
        out.unpack_limit = bytes_of(flags.unpack_limit, "--unpack-limit");
    }
    if (!flags.delimiter.empty()) {
        out.delimiter = character_of(flags.delimiter, "--delimiter");
    }
    if (!flags.quote.empty()) {
        out.quote = character_of(flags.quote, "--quote");
    }
    if (flags.header || flags.no_header) {
        out.header = flags.header;
    }
    out.folder_columns = flags.folder_columns;
    out.decimal_comma = flags.decimal_comma;
    out.thousands = flags.thousands;
    out.keep_blank_rows = flags.keep_blank_rows;
    set_dates(flags, out);
    out.show_values = flags.show_values;
    return out;
}

void add_release_read_flags(CLI::App& app, ReleaseReadFlags& flags) {
    app.add_option("--release-format", flags.format, "default: by the file's name")
        ->type_name("auto|csv|tsv|json|parquet")
        ->group("Reading");
    app.add_option("--release-delimiter", flags.delimiter, "of the release; default: found")
        ->type_name("CHAR|tab")
        ->group("Reading");
}

ReadOptions make_read_options(const ReleaseReadFlags& flags, const ReadFlags& original) {
    ReadFlags out;
    out.format = flags.format;
    out.delimiter = flags.delimiter;
    out.show_values = original.show_values;
    return make_read_options(out);
}

void add_write_flags(CLI::App& app, WriteFlags& flags) {
    constexpr const char* kGroup = "Writing";
    app.add_option("--output-format", flags.format, "default: by the file's name")
        ->type_name("auto|csv|tsv|json|parquet")
        ->group(kGroup);
    app.add_option("--output-delimiter", flags.delimiter, "of CSV; default: the input's, or comma")
        ->type_name("CHAR|tab")
        ->group(kGroup);
    app.add_option("--output-encoding",
                   flags.encoding,
                   "of CSV and TSV, such as utf-8; default: the input's, or UTF-8")
        ->type_name("NAME")
        ->group(kGroup);
    app.add_flag("--force", flags.force, "replace files that stand at the targets")->group(kGroup);
}

WriteOptions make_write_options(const WriteFlags& flags) {
    WriteOptions out;
    out.format = format_of(flags.format, "--output-format");
    if (!flags.delimiter.empty()) {
        out.delimiter = character_of(flags.delimiter, "--output-delimiter");
    }
    out.encoding = flags.encoding;
    out.force = flags.force;
    return out;
}

}  // namespace kanon::cli
