// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/workbook_cells.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/table/values/exact_decimal.hpp"
#include "kanon/table/values/value_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace kanon::io {
namespace {

constexpr double kFirstDay = 25569;  ///< number of 1970-01-01 in a worksheet
constexpr std::string_view kOtherFormats = "write CSV, JSON lines or Parquet instead";

/// What numbers of a column have in common.
struct NumberFacts {
    bool any = false;
    bool exact = true;        ///< each reads back as it is spelled
    bool alike = true;        ///< each is spelled plainly, with as many decimals as the first
    std::size_t longest = 0;  ///< digits
    std::optional<std::size_t> decimals;
};

/// The digits of a plainly spelled number without leading zeros: `-0.05` has one, `120` has three.
std::size_t digits_of(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of("-0."), text.size());
    return static_cast<std::size_t>(std::ranges::count_if(text.substr(first), is_digit));
}

std::size_t decimals_of(std::string_view text) {
    const std::size_t point = text.find('.');
    return point == std::string_view::npos ? 0 : text.size() - point - 1;
}

/// True for `0`, `-12`, `3.50`: signs, exponents and zeros as they are usually written.
bool is_plain_number(std::string_view text) {
    const std::string_view bare = text.substr(text.starts_with('-') ? 1 : 0);
    const std::size_t whole = std::min(bare.find('.'), bare.size());
    const std::string_view behind = bare.substr(std::min(whole + 1, bare.size()));
    return whole > 0 && std::ranges::all_of(bare.substr(0, whole), is_digit) &&
           std::ranges::all_of(behind, is_digit) && (whole == bare.size() || !behind.empty()) &&
           (whole == 1 || bare.front() != '0') &&
           (bare.size() == text.size() || digits_of(bare) > 0);
}

void note_number(NumberFacts& facts, std::string_view text) {
    constexpr std::size_t kKeptDigits = 15;
    facts.any = true;
    const std::size_t digits = digits_of(text);
    if (!is_plain_number(text) || digits > kKeptDigits) {
        facts.exact = false;
        facts.alike = false;
        return;
    }
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string read = cell_of_number(stored_number(number), number).text;
    const std::size_t decimals = decimals_of(text);
    facts.longest = std::max(facts.longest, digits);
    facts.exact = facts.exact && read == text;
    facts.alike = facts.alike && facts.decimals.value_or(decimals) == decimals &&
                  exact_decimal(read) == exact_decimal(text);
    facts.decimals = facts.decimals.value_or(decimals);
}

/// The day of a date as workbooks read it back, `2020-02-28`; none if the text is none.
std::optional<double> iso_day(std::string_view text) {
    constexpr std::size_t kIso = 10;
    const bool is_iso = text.size() == kIso && text[4] == '-' && text[7] == '-';
    return is_iso ? parse_number(text, ValueType::date) : std::nullopt;
}

/// Programs agree on the numbers of dates from the first of March 1900.
bool is_day_of_sheets(double day) {
    constexpr double kAgreed = 61;
    return day + kFirstDay >= kAgreed;
}

SheetValue kind_of_value(const Column& column, Code code) {
    const std::string_view text = column.dictionary->text(code);
    if (text.empty()) {
        return SheetValue::none;
    }
    if (column.storage_type == "BOOLEAN" && (text == "true" || text == "false")) {
        return SheetValue::boolean;
    }
    if (iso_day(text)) {
        return SheetValue::date;
    }
    return number_key(text) ? SheetValue::number : SheetValue::text;
}

void make_texts(SheetColumn& out, SheetValue kind) {
    std::ranges::replace(out.values, kind, SheetValue::text);
}

/// The escape of a character at the front of a text, `_x000D_`.
bool begins_with_escape(std::string_view text) {
    constexpr std::size_t kSize = 7;
    return text.size() >= kSize && text.starts_with("_x") && text[kSize - 1] == '_' &&
           std::ranges::all_of(text.substr(2, 4), [](char c) {
               return is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
           });
}

/// Length of a text as sheets count it: characters beyond U+FFFF are two.
std::size_t sheet_length(std::string_view text) {
    constexpr unsigned char kFourBytes = 0xF0;
    return code_point_count(text) +
           static_cast<std::size_t>(std::ranges::count_if(
               text, [](char c) { return static_cast<unsigned char>(c) >= kFourBytes; }));
}

/// The name of the first character of a text that XML has not, `U+0001`; "" if there is none.
std::string foreign_to_xml(std::string_view text) {
    constexpr unsigned char kBlank = 0x20;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < kBlank && c != '\t' && c != '\n' && c != '\r') {
            return fmt::format("U+{:04X}", byte);
        }
    }
    for (const std::string_view none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
        if (text.find(none) != std::string_view::npos) {
            return none.back() == '\xBE' ? "U+FFFE" : "U+FFFF";
        }
    }
    return "";
}

/// Why a text cannot stand in a cell; "" if it can.
std::string fault_of_text(std::string_view text) {
    constexpr std::size_t kMostCharacters = 32767;
    if (const std::string character = foreign_to_xml(text); !character.empty()) {
        return "has the control character " + character + ", which a workbook cannot hold";
    }
    const std::size_t length = text.size() > kMostCharacters ? sheet_length(sheet_text(text)) : 0;
    return length > kMostCharacters
               ? "is a text of " + count_text(length, "character") +
                     ", and a cell of a workbook holds at most " + count_text(kMostCharacters)
               : "";
}

void check_column(const Column& column, const std::string& name) {
    const std::string fault = fault_of_text(column.name);
    if (!fault.empty() || column.name.empty()) {
        throw Error(ErrorCode::bad_output,
                    "the name of a column " +
                        (fault.empty() ? "is empty, and a workbook needs one" : fault) + "; " +
                        std::string(kOtherFormats),
                    {.file = name});
    }
    const Dictionary& values = *column.dictionary;
    for (Code code = 0; code < values.size(); ++code) {
        const std::string wrong = fault_of_text(values.text(code));
        std::size_t row = 0;
        while (!wrong.empty() && row < column.codes.size() && column.codes[row] != code) {
            ++row;
        }
        if (!wrong.empty() && row < column.codes.size()) {
            throw Error(ErrorCode::bad_output,
                        "the value of row " + count_text(row + 1) + " " + wrong + "; " +
                            std::string(kOtherFormats) + ", or drop the column",
                        {.file = name, .attribute = column.name});
        }
    }
}

[[noreturn]] void refuse_size(std::size_t count,
                              std::string_view noun,
                              std::size_t most,
                              const std::string& name) {
    throw Error(ErrorCode::bad_output,
                "a worksheet holds at most " + count_text(most, noun) +
                    (noun == "row" ? " and a header" : "") + ", and the table has " +
                    count_text(count) + "; " + std::string(kOtherFormats),
                {.file = name});
}

/// A row without a value is none to those who read a sheet.
void check_blank_rows(const Table& table, const std::string& name) {
    std::size_t row = 0;
    const auto is_blank_cell = [&](std::size_t j) { return table.column(j).text(row).empty(); };
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        if (!table.column(j).dictionary->missing()) {
            return;
        }
    }
    for (; row < table.row_count(); ++row) {
        std::size_t j = 0;
        while (j < table.column_count() && is_blank_cell(j)) {
            ++j;
        }
        if (j == table.column_count()) {
            throw Error(
                ErrorCode::bad_output,
                "row " + count_text(row + 1) +
                    " has no value in any column, and a worksheet does not keep such rows; " +
                    std::string(kOtherFormats),
                {.file = name});
        }
    }
}

}  // namespace

double day_of_sheet(std::string_view text) {
    return parse_number(text, ValueType::date).value_or(0) + kFirstDay;
}

std::string stored_number(double number) {
    return fmt::format("{:.16G}", number);
}

std::string sheet_text(std::string_view text) {
    constexpr std::string_view kUnderscore = "_x005F_";
    if (text.find("_x") == std::string_view::npos) {
        return std::string(text);
    }
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '_' && begins_with_escape(text.substr(at))) {
            out += kUnderscore;
        } else {
            out += text[at];
        }
    }
    return out;
}

SheetColumn sheet_column(const Column& column) {
    constexpr std::size_t kShownDigits = 11;  // of a number without a format
    const Dictionary& dictionary = *column.dictionary;
    SheetColumn out;
    NumberFacts numbers;
    bool all_numbers = true;
    bool all_days = true;
    for (Code code = 0; code < dictionary.size(); ++code) {
        const std::string_view text = dictionary.text(code);
        const SheetValue kind = out.values.emplace_back(kind_of_value(column, code));
        out.longest = std::max(out.longest, code_point_count(text));
        all_numbers = all_numbers && (kind == SheetValue::number || kind == SheetValue::none);
        if (kind == SheetValue::number) {
            note_number(numbers, text);
        } else if (kind == SheetValue::date) {
            out.has_dates = true;
            all_days = all_days && is_day_of_sheets(*iso_day(text));
        }
    }
    if (!numbers.exact && !(numbers.alike && all_numbers)) {
        make_texts(out, SheetValue::number);
    } else if (numbers.alike && numbers.any &&
               (*numbers.decimals > 0 || numbers.longest > kShownDigits)) {
        out.decimals = static_cast<unsigned>(*numbers.decimals);
    }
    if (!all_days) {
        out.has_dates = false;
        make_texts(out, SheetValue::date);
    }
    return out;
}

void check_fits_sheet(const Table& table, const std::string& name) {
    if (table.column_count() > SheetHandler::kMostColumns) {
        refuse_size(table.column_count(), "column", SheetHandler::kMostColumns, name);
    }
    if (table.row_count() >= SheetHandler::kMostRows) {
        refuse_size(table.row_count(), "row", SheetHandler::kMostRows - 1, name);
    }
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        check_column(table.column(j), name);
    }
    check_blank_rows(table, name);
}

}  // namespace kanon::io
