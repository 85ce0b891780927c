// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/workbook_sheet.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace kanon::io {
namespace {

std::optional<std::size_t> whole_number(std::string_view text) {
    std::size_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    return fault == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

/// Column and row of `AB12`, from 0 and from 1; none if it is none.
std::optional<std::pair<std::size_t, std::size_t>> place_of_cell(std::string_view reference) {
    constexpr std::size_t kLetters = 26;
    constexpr std::size_t kMostLetters = 3;
    std::size_t column = 0;
    std::size_t at = 0;
    for (; at < reference.size() && reference[at] >= 'A' && reference[at] <= 'Z'; ++at) {
        column = column * kLetters + static_cast<std::size_t>(reference[at] - 'A') + 1;
        if (at >= kMostLetters) {
            return std::nullopt;
        }
    }
    const std::optional<std::size_t> row = whole_number(reference.substr(at));
    if (at == 0 || !row) {
        return std::nullopt;
    }
    return std::pair(column - 1, *row);
}

/// True for a whole number as it may stand in a table: digits, perhaps behind a sign.
bool is_whole(std::string_view text) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() && std::ranges::all_of(digits, is_digit) &&
           (digits == "0" || !digits.starts_with('0')) && text != "-0";
}

}  // namespace

std::string column_letters(std::size_t column) {
    constexpr std::size_t kLetters = 26;
    std::string out;
    for (std::size_t left = column + 1; left > 0; left = (left - 1) / kLetters) {
        out.insert(out.begin(), static_cast<char>('A' + static_cast<char>((left - 1) % kLetters)));
    }
    return out;
}

SheetCell cell_of_number(std::string_view stored, double number) {
    if (is_whole(stored)) {
        return {.kind = CellKind::integer, .text = std::string(stored)};
    }
    if (const auto whole = whole_number_of(number)) {
        return {.kind = CellKind::integer, .text = std::to_string(*whole)};
    }
    return {.kind = CellKind::decimal, .text = number_text(number)};
}

void SheetHandler::refuse(const std::string& message) const {
    const std::string cell = column_letters(column_) + std::to_string(row_.number);
    throw Error(ErrorCode::bad_input, "cell " + cell + " " + message, {.file = context_.file});
}

void SheetHandler::refuse_damaged() const {
    refuse("is not as cells are; save the workbook anew in a spreadsheet program");
}

void SheetHandler::open(std::string_view element, const XmlAttributes& attributes) {
    if (element == "sheetData") {
        in_rows_ = true;
    } else if (in_rows_ && element == "row") {
        open_row(attributes);
    } else if (in_rows_ && element == "c") {
        open_cell(attributes);
    } else if (in_cell_ && element == "v") {
        in_value_ = true;
        has_value_ = true;
    } else if (in_cell_ && element == "f") {
        has_formula_ = true;
    } else if (in_cell_ && element == "is") {
        has_value_ = true;
        inline_.clear();
    } else if (in_cell_) {
        inline_.open(element);
    } else if (element == "mergeCell") {
        ++facts_.merged;
    }
}

void SheetHandler::open_row(const XmlAttributes& attributes) {
    const std::size_t before = row_.number;
    row_.cells.clear();
    next_column_ = 0;
    const auto number = attributes.find("r");
    row_.number = number ? whole_number(*number).value_or(0) : before + 1;
    if (row_.number <= before || row_.number > kMostRows) {
        refuse_damaged();
    }
}

void SheetHandler::open_cell(const XmlAttributes& attributes) {
    in_cell_ = true;
    in_value_ = false;
    has_value_ = false;
    has_formula_ = false;
    value_.clear();
    inline_.clear();
    type_ = attributes.value("t");
    style_ = whole_number(attributes.value("s")).value_or(0);
    column_ = next_column_;
    if (const auto reference = attributes.find("r")) {
        const auto place = place_of_cell(*reference);
        if (!place || place->second != row_.number || place->first < next_column_) {
            refuse_damaged();
        }
        column_ = place->first;
    }
    next_column_ = column_ + 1;
    if (column_ >= kMostColumns) {
        refuse_damaged();
    }
}

void SheetHandler::text(std::string_view piece) {
    if (in_value_) {
        value_ += piece;
    }
    if (value_.size() > kLongestCellText || (in_cell_ && !inline_.add(piece))) {
        refuse("holds a text longer than a cell can be; the workbook is damaged");
    }
}

void SheetHandler::close(std::string_view element) {
    if (element == "v") {
        in_value_ = false;
    } else if (in_cell_ && element == "c") {
        close_cell();
        in_cell_ = false;
    } else if (in_rows_ && element == "row") {
        done_ = !row_.cells.empty() && !take_(row_);
        row_.cells.clear();
    } else if (element == "sheetData") {
        in_rows_ = false;
    } else if (in_cell_) {
        inline_.close(element);
    }
}

void SheetHandler::add_cell(CellKind kind, std::string text) {
    if (!text.empty()) {
        row_.cells.push_back({.column = column_, .kind = kind, .text = std::move(text)});
    }
}

void SheetHandler::close_cell() {
    if (!has_value_) {
        if (has_formula_) {
            refuse(
                "holds a formula without a stored value; save the workbook in a spreadsheet "
                "program, which stores them");
        }
        return;
    }
    if (type_ == "s") {
        const auto number = whole_number(value_);
        const auto shared = number ? context_.strings.find(*number) : std::nullopt;
        if (!shared) {
            refuse_damaged();
        }
        add_cell(CellKind::text, std::string(*shared));
    } else if (type_ == "str" || type_ == "d") {
        add_cell(CellKind::text, value_);
    } else if (type_ == "inlineStr") {
        add_cell(CellKind::text, inline_.text());
    } else if (type_ == "e") {
        ++facts_.errors;
    } else if (type_ == "b") {
        add_cell(CellKind::boolean, value_ == "0" || value_ == "false" ? "false" : "true");
    } else if (type_.empty() || type_ == "n") {
        add_number();
    } else {
        refuse_damaged();
    }
}

void SheetHandler::add_number() {
    double number = 0;
    const char* end = value_.data() + value_.size();
    const auto [stop, fault] = std::from_chars(value_.data(), end, number);
    if (value_.empty()) {
        return;
    }
    if (fault != std::errc{} || stop != end || !std::isfinite(number)) {
        refuse_damaged();
    }
    const NumberKind kind = context_.styles.kind(style_);
    const auto days =
        kind == NumberKind::number ? std::nullopt : text_of_days(number, kind, context_.from_1904);
    if (days) {
        constexpr std::size_t kDate = 10;
        const bool is_date = days->size() >= kDate && (*days)[4] == '-';
        add_cell(!is_date                ? CellKind::text
                 : days->size() == kDate ? CellKind::date
                                         : CellKind::date_time,
                 *days);
    } else {
        SheetCell cell = cell_of_number(value_, number);
        add_cell(cell.kind, std::move(cell.text));
    }
}

}  // namespace kanon::io
