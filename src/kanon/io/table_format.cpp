// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/table_format.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

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

}  // namespace

std::string_view to_string(Format format) {
    constexpr std::array<std::string_view, 10> kNames{
        "automatic", "csv", "tsv", "json", "parquet", "xlsx", "spss", "stata", "sas", "sqlite"};
    return kNames[static_cast<std::size_t>(format)];
}

bool is_foreign(Format format) {
    return format >= Format::xlsx;
}

Compression compression_of_name(std::string_view path) {
    const std::string extension = lower_extension(path);
    if (extension == ".gz") {
        return Compression::gzip;
    }
    return extension == ".zst" ? Compression::zstd : Compression::none;
}

Format format_of_name(std::string_view path) {
    constexpr std::array<std::pair<std::string_view, Format>, 20> kFormats{
        {{".csv", Format::csv},       {".txt", Format::csv},       {".data", Format::csv},
         {".tsv", Format::tsv},       {".tab", Format::tsv},       {".json", Format::json},
         {".jsonl", Format::json},    {".ndjson", Format::json},   {".parquet", Format::parquet},
         {".pq", Format::parquet},    {".xlsx", Format::xlsx},     {".xlsm", Format::xlsx},
         {".sav", Format::spss},      {".zsav", Format::spss},     {".por", Format::spss},
         {".dta", Format::stata},     {".sas7bdat", Format::sas},  {".xpt", Format::sas},
         {".sqlite", Format::sqlite}, {".sqlite3", Format::sqlite}}};
    if (compression_of_name(path) != Compression::none) {
        path = path.substr(0, path.rfind('.'));
    }
    const std::string extension = lower_extension(path);
    for (const auto& [known, format] : kFormats) {
        if (known == extension) {
            return format;
        }
    }
    return Format::automatic;
}

}  // namespace kanon
