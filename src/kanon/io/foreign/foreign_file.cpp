// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/foreign_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kanon::io {
namespace {

using namespace std::string_view_literals;

/// What a kind of file asks of its reader.
enum class Remedy : std::uint8_t { save_sheet, unpack, unpack_or_repack, save_table, fetch_table };

struct Kind {
    std::size_t offset;
    std::string_view bytes;
    std::string_view what;
    Remedy remedy;
};

constexpr std::array<Kind, 19> kKinds{{
    {0,
     "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv,
     "an old Excel workbook (.xls), or one with a password",
     Remedy::save_sheet},
    {0, "7z\xBC\xAF\x27\x1C"sv, "a 7z archive", Remedy::unpack},
    {0, "Rar!\x1A\x07"sv, "a RAR archive", Remedy::unpack},
    {257, "ustar"sv, "a tar archive", Remedy::unpack},
    {0, "\x04\x22\x4D\x18"sv, "packed with lz4", Remedy::unpack_or_repack},
    {0, "\x1F\x9D"sv, "packed with compress (.Z)", Remedy::unpack_or_repack},
    {0, "\x1F\x8B\x08"sv, "packed with gzip twice", Remedy::unpack_or_repack},
    {8, "DUCK"sv, "a DuckDB database", Remedy::save_table},
    {4, "Standard Jet DB\0"sv, "an Access database", Remedy::save_table},
    {4, "Standard ACE DB\0"sv, "an Access database", Remedy::save_table},
    {0, "PGDMP"sv, "a PostgreSQL dump", Remedy::save_table},
    {0, "RDX2\n"sv, "an R file", Remedy::save_table},
    {0, "RDX3\n"sv, "an R file", Remedy::save_table},
    {0, "X\n\0\0\0"sv, "an R file", Remedy::save_table},
    {0, "\x89HDF\r\n\x1A\n"sv, "an HDF5 file", Remedy::save_table},
    {0, "ARROW1\0\0"sv, "an Arrow or Feather file", Remedy::save_table},
    {0, "Obj\x01"sv, "an Avro file", Remedy::save_table},
    {0, "%PDF-"sv, "a PDF document", Remedy::fetch_table},
    {0, R"({\rtf)"sv, "a text document (.rtf)", Remedy::fetch_table},
}};

/// How files begin that are read.
struct ReadKind {
    std::size_t offset;
    std::string_view bytes;
    Format format;
};

constexpr std::array<ReadKind, 12> kReadKinds{{
    {0, "SQLite format 3\0"sv, Format::sqlite},
    {12,
     "\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\x00\x09\xC7\x31\x8C\x18\x1F\x10\x11"sv,
     Format::sas},
    {0, "HEADER RECORD*******"sv, Format::sas},
    {0, "$FL2@(#)"sv, Format::spss},
    {0, "$FL3@(#)"sv, Format::spss},
    {0, "<stata_dta>"sv, Format::stata},
    {0, "\x71\x01\x01\x00"sv, Format::stata},
    {0, "\x71\x02\x01\x00"sv, Format::stata},
    {0, "\x72\x01\x01\x00"sv, Format::stata},
    {0, "\x72\x02\x01\x00"sv, Format::stata},
    {0, "\x73\x01\x01\x00"sv, Format::stata},
    {0, "\x73\x02\x01\x00"sv, Format::stata},
}};

std::string_view sentence_of(Remedy remedy) {
    switch (remedy) {
        case Remedy::save_sheet:
            return "save the sheet as CSV and read that";
        case Remedy::unpack:
            return "unpack it and read the table in it";
        case Remedy::unpack_or_repack:
            return "unpack it, or pack it as .gz, .xz or .zst";
        case Remedy::save_table:
            return "save the table in it as CSV or Parquet and read that";
        case Remedy::fetch_table:
            return "a table is needed, such as CSV, JSON lines, Parquet or a workbook";
    }
    return "";
}

std::string sentence(std::string_view what, Remedy remedy) {
    return "is " + std::string(what) + "; " + std::string(sentence_of(remedy));
}

/// True for an SPSS file of the portable kind, which says so behind a table of characters.
bool is_portable_spss(std::string_view start) {
    constexpr std::size_t kTitle = 200;
    return start.substr(0, kTitle).find("SPSS PORT FILE") != std::string_view::npos;
}

/// A page of the web begins with one of these, in letters of any case.
bool is_page(std::string_view start) {
    constexpr std::array kStarts{"<!doctype html"sv, "<html"sv};
    const std::size_t first = start.find_first_not_of(" \t\r\n");
    const std::string_view text = first == std::string_view::npos ? "" : start.substr(first);
    return std::ranges::any_of(kStarts, [text](std::string_view wanted) {
        return std::ranges::equal(text.substr(0, wanted.size()), wanted, [](char a, char b) {
            return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
        });
    });
}

}  // namespace

Format format_of_content(std::string_view start) {
    for (const ReadKind& kind : kReadKinds) {
        if (start.size() >= kind.offset && start.substr(kind.offset).starts_with(kind.bytes)) {
            return kind.format;
        }
    }
    return is_portable_spss(start) ? Format::spss : Format::automatic;
}

Format format_of_zip(std::span<const std::string> members) {
    const bool has_types = std::ranges::find(members, "[Content_Types].xml") != members.end();
    const bool has_sheets = std::ranges::any_of(members, [](const std::string& name) {
        return name.starts_with("xl/") && name.ends_with(".xml");
    });
    return has_types && has_sheets && foreign_zip(members).empty() ? Format::xlsx
                                                                   : Format::automatic;
}

std::string foreign_zip(std::span<const std::string> members) {
    const auto holds = [members](std::string_view start) {
        return std::ranges::any_of(
            members, [start](const std::string& name) { return name.starts_with(start); });
    };
    if (holds("xl/workbook.bin")) {
        return sentence("a binary Excel workbook (.xlsb)", Remedy::save_sheet);
    }
    if (holds("mimetype") && holds("META-INF/manifest.xml") && holds("content.xml")) {
        return sentence("an OpenDocument file, such as a spreadsheet (.ods)", Remedy::save_sheet);
    }
    const bool document = holds("[Content_Types].xml") && (holds("word/") || holds("ppt/"));
    return document ? sentence("a text document or presentation", Remedy::fetch_table) : "";
}

std::string_view name_of_format(Format format) {
    constexpr std::array<std::string_view, 10> kNames{"a table",
                                                      "a CSV table",
                                                      "a TSV table",
                                                      "a JSON table",
                                                      "a Parquet file",
                                                      "an Excel workbook (.xlsx)",
                                                      "an SPSS file",
                                                      "a Stata file",
                                                      "a SAS file",
                                                      "an SQLite database"};
    return kNames[static_cast<std::size_t>(format)];
}

std::string foreign_file(std::string_view start) {
    for (const Kind& kind : kKinds) {
        if (start.size() >= kind.offset && start.substr(kind.offset).starts_with(kind.bytes)) {
            return sentence(kind.what, kind.remedy);
        }
    }
    if (is_page(start)) {
        return sentence("a page of the web (HTML)", Remedy::fetch_table);
    }
    return start.starts_with("<?xml") ? sentence("an XML document", Remedy::fetch_table) : "";
}

}  // namespace kanon::io
