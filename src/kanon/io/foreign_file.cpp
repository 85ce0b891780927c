// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign_file.hpp"

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

constexpr std::array<Kind, 32> kKinds{{
    {0,
     "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv,
     "an old Excel workbook (.xls), or one with a password",
     Remedy::save_sheet},
    {0, "7z\xBC\xAF\x27\x1C"sv, "a 7z archive", Remedy::unpack},
    {0, "Rar!\x1A\x07"sv, "a RAR archive", Remedy::unpack},
    {257, "ustar"sv, "a tar archive", Remedy::unpack},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     "packed with xz",
     Remedy::unpack_or_repack},
    {0, "BZh91AY&SY"sv, "packed with bzip2", Remedy::unpack_or_repack},
    {0, "\x04\x22\x4D\x18"sv, "packed with lz4", Remedy::unpack_or_repack},
    {0, "\x1F\x9D"sv, "packed with compress (.Z)", Remedy::unpack_or_repack},
    {0, "\x1F\x8B\x08"sv, "packed with gzip twice", Remedy::unpack_or_repack},
    {0, "SQLite format 3\0"sv, "an SQLite database", Remedy::save_table},
    {8, "DUCK"sv, "a DuckDB database", Remedy::save_table},
    {4, "Standard Jet DB\0"sv, "an Access database", Remedy::save_table},
    {4, "Standard ACE DB\0"sv, "an Access database", Remedy::save_table},
    {0, "PGDMP"sv, "a PostgreSQL dump", Remedy::save_table},
    {12,
     "\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\x00\x09\xC7\x31\x8C\x18\x1F\x10\x11"sv,
     "a SAS data set",
     Remedy::save_table},
    {0, "HEADER RECORD*******"sv, "a SAS transport file", Remedy::save_table},
    {0, "$FL2@(#)"sv, "an SPSS file", Remedy::save_table},
    {0, "$FL3@(#)"sv, "an SPSS file", Remedy::save_table},
    {0, "<stata_dta>"sv, "a Stata file", Remedy::save_table},
    {0, "\x71\x01\x01\x00"sv, "a Stata file", Remedy::save_table},
    {0, "\x71\x02\x01\x00"sv, "a Stata file", Remedy::save_table},
    {0, "\x72\x01\x01\x00"sv, "a Stata file", Remedy::save_table},
    {0, "\x72\x02\x01\x00"sv, "a Stata file", Remedy::save_table},
    {0, "\x73\x02\x01\x00"sv, "a Stata file", Remedy::save_table},
    {0, "RDX2\n"sv, "an R file", Remedy::save_table},
    {0, "RDX3\n"sv, "an R file", Remedy::save_table},
    {0, "X\n\0\0\0"sv, "an R file", Remedy::save_table},
    {0, "\x89HDF\r\n\x1A\n"sv, "an HDF5 file", Remedy::save_table},
    {0, "ARROW1\0\0"sv, "an Arrow or Feather file", Remedy::save_table},
    {0, "Obj\x01"sv, "an Avro file", Remedy::save_table},
    {0, "%PDF-"sv, "a PDF document", Remedy::fetch_table},
    {0, R"({\rtf)"sv, "a text document (.rtf)", Remedy::fetch_table},
}};

std::string_view sentence_of(Remedy remedy) {
    switch (remedy) {
        case Remedy::save_sheet:
            return "save the sheet as CSV and read that";
        case Remedy::unpack:
            return "unpack it and read the table in it";
        case Remedy::unpack_or_repack:
            return "unpack it, or pack it as .gz or .zst";
        case Remedy::save_table:
            return "save the table in it as CSV or Parquet and read that";
        case Remedy::fetch_table:
            return "a table is needed: CSV, JSON lines or Parquet";
    }
    return "";
}

std::string sentence(std::string_view what, Remedy remedy) {
    return "is " + std::string(what) + "; " + std::string(sentence_of(remedy));
}

/// Workbooks are ZIP archives, told from others by the names of their parts.
std::string zip_sentence(std::string_view start) {
    const auto holds = [start](std::string_view name) {
        return start.find(name) != std::string_view::npos;
    };
    if (holds("opendocument.spreadsheet")) {
        return sentence("an OpenDocument spreadsheet (.ods)", Remedy::save_sheet);
    }
    if (holds("xl/") || (holds("[Content_Types].xml") && !holds("word/") && !holds("ppt/"))) {
        return sentence("an Excel workbook (.xlsx)", Remedy::save_sheet);
    }
    return sentence("a ZIP archive", Remedy::unpack);
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

std::string foreign_file(std::string_view start) {
    if (start.starts_with("PK\x03\x04") || start.starts_with("PK\x05\x06")) {
        return zip_sentence(start);
    }
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
