// SPDX-License-Identifier: Apache-2.0
#include "file_flags.hpp"

#include "terminal/flags.hpp"

#include <array>
#include <string_view>

namespace kanon::cli {
namespace {

Format format_of(std::string_view word, std::string_view flag) {
    constexpr std::array<std::string_view, 5> kFormats{"auto", "csv", "tsv", "json", "parquet"};
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

}  // namespace

void add_input(CLI::App& app, std::string& target) {
    app.add_option("INPUT", target, "table: a file, a pattern of several, or - for a pipe")
        ->required()
        ->type_name("");
}

void add_original_and_release(CLI::App& app,
                              std::string& original,
                              std::string& release,
                              const std::string& purpose) {
    app.add_option("ORIGINAL", original, "the table as it was")->required()->type_name("");
    app.add_option("RELEASE", release, purpose)->required()->type_name("");
}

void add_read_flags(CLI::App& app, ReadFlags& flags) {
    constexpr const char* kGroup = "Reading";
    app.add_option("--input-format", flags.format, "default: by the file's name, then its content")
        ->type_name("auto|csv|tsv|json|parquet")
        ->group(kGroup);
    app.add_option("--delimiter", flags.delimiter, "of CSV; default: found by a look at the file")
        ->type_name("CHAR|tab")
        ->group(kGroup);
    app.add_option("--quote", flags.quote, "quoting character of CSV; default: found")
        ->type_name("CHAR")
        ->group(kGroup);
    auto* with = app.add_flag("--header", flags.header, "the first line names the columns");
    auto* without = app.add_flag("--no-header", flags.no_header, "the first line is data");
    with->group(kGroup);
    without->group(kGroup)->excludes(with);
    app.add_flag("--folder-columns",
                 flags.folder_columns,
                 "folders named key=value on the way to a file are columns of its rows")
        ->group(kGroup);
    app.add_flag("--show-values", flags.show_values, "messages may quote values of the table")
        ->group(kGroup);
}

ReadOptions make_read_options(const ReadFlags& flags) {
    ReadOptions out;
    out.format = format_of(flags.format, "--input-format");
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
    app.add_option("--output-delimiter", flags.delimiter, "of CSV; default: comma")
        ->type_name("CHAR|tab")
        ->group(kGroup);
    app.add_flag("--force", flags.force, "replace files that stand at the targets")->group(kGroup);
}

WriteOptions make_write_options(const WriteFlags& flags) {
    WriteOptions out;
    out.format = format_of(flags.format, "--output-format");
    if (!flags.delimiter.empty()) {
        out.delimiter = character_of(flags.delimiter, "--output-delimiter");
    }
    out.force = flags.force;
    return out;
}

}  // namespace kanon::cli
