// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/table_format.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace kanon {
namespace {

std::string lower_extension(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const std::size_t dot = name.rfind('.');
    std::string extension(dot == std::string_view::npos ? "" : name.substr(dot));
    std::ranges::transform(extension, extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

constexpr std::array<FormatInfo, 9> kFormats{
    {{Format::csv, "csv", FormatKind::lines, true, ".csv .txt .data"},
     {Format::tsv, "tsv", FormatKind::lines, true, ".tsv .tab"},
     {Format::json, "json", FormatKind::json, true, ".json .jsonl .ndjson"},
     {Format::parquet, "parquet", FormatKind::parquet, true, ".parquet .pq"},
     {Format::xlsx, "xlsx", FormatKind::foreign, true, ".xlsx .xlsm"},
     {Format::spss, "spss", FormatKind::foreign, false, ".sav .zsav .por"},
     {Format::stata, "stata", FormatKind::foreign, false, ".dta"},
     {Format::sas, "sas", FormatKind::foreign, false, ".sas7bdat .xpt"},
     {Format::sqlite, "sqlite", FormatKind::foreign, false, ".sqlite .sqlite3"}}};

std::vector<std::string_view> words_of(bool written_alone) {
    std::vector<std::string_view> out{"auto"};
    for (const FormatInfo& row : kFormats) {
        if (row.is_written || !written_alone) {
            out.push_back(row.name);
        }
    }
    return out;
}

/// True if a word stands in a list with blanks between.
bool lists(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word) {
            return true;
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool is_kind(Format format, FormatKind kind) {
    return format != Format::automatic && info(format).kind == kind;
}

}  // namespace

std::span<const FormatInfo> formats() {
    return kFormats;
}

const FormatInfo& info(Format format) {
    return kFormats.at(static_cast<std::size_t>(format) - 1);
}

std::string_view to_string(Format format) {
    return format == Format::automatic ? "automatic" : info(format).name;
}

std::span<const std::string_view> format_words() {
    static const std::vector<std::string_view> words = words_of(false);
    return words;
}

std::span<const std::string_view> written_format_words() {
    static const std::vector<std::string_view> words = words_of(true);
    return words;
}

std::string one_of(std::span<const std::string_view> words) {
    std::string out;
    for (const std::string_view word : words) {
        out.append(out.empty() ? "" : "|").append(word);
    }
    return out;
}

bool has_lines(Format format) {
    return is_kind(format, FormatKind::lines);
}

bool is_foreign(Format format) {
    return is_kind(format, FormatKind::foreign);
}

Compression compression_of_name(std::string_view path) {
    const std::string extension = lower_extension(path);
    if (extension == ".gz") {
        return Compression::gzip;
    }
    return extension == ".zst" ? Compression::zstd : Compression::none;
}

Format format_of_name(std::string_view path) {
    if (compression_of_name(path) != Compression::none) {
        path = path.substr(0, path.rfind('.'));
    }
    const std::string extension = lower_extension(path);
    const auto* const found = std::ranges::find_if(
        kFormats, [&](const FormatInfo& row) { return lists(row.extensions, extension); });
    return found == kFormats.end() ? Format::automatic : found->format;
}

bool is_name_to_write(std::string_view path) {
    const Format named = format_of_name(path);
    return (named == Format::automatic || info(named).is_written) &&
           lower_extension(path) != ".xlsm";
}

}  // namespace kanon
