// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/comma_text.hpp"

#include "kanon/table/values/value_type.hpp"

#include <algorithm>
#include <cstddef>

namespace kanon {
namespace {

/// True of ranges and sets.
bool is_in_brackets(std::string_view cell) {
    constexpr std::string_view kOpening = "[({";
    constexpr std::string_view kClosing = "])}";
    return cell.size() > 1 && kOpening.find(cell.front()) != std::string_view::npos &&
           kClosing.find(cell.back()) != std::string_view::npos;
}

/// The numbers of a range or set, `write` of each, with another separator between them.
template <class Write>
std::string rejoined(std::string_view cell, char separator, std::string_view by, Write write) {
    std::string out(1, cell.front());
    std::string_view left = cell.substr(1, cell.size() - 2);
    for (bool is_first = true;; is_first = false) {
        const std::size_t end = std::min(left.find(separator), left.size());
        std::string_view member = left.substr(0, end);
        member.remove_prefix(!is_first && member.starts_with(' ') ? 1 : 0);
        out.append(is_first ? "" : by).append(write(member));
        if (end == left.size()) {
            return out + cell.back();
        }
        left.remove_prefix(end + 1);
    }
}

std::string comma_for_point(std::string_view number) {
    std::string out(number);
    const std::size_t point = out.find('.');
    if (point != std::string::npos && parse_number(number, ValueType::decimal)) {
        out[point] = ',';
    }
    return out;
}

std::string point_for_comma(std::string_view number) {
    return standard_text(number, Notation::decimal_comma);
}

}  // namespace

std::string with_decimal_commas(std::string_view cell) {
    return is_in_brackets(cell) ? rejoined(cell, ',', "; ", comma_for_point)
                                : comma_for_point(cell);
}

bool has_decimal_commas(std::string_view cell) {
    return is_in_brackets(cell)
               ? cell.find(';') != std::string_view::npos
               : cell.find(',') != std::string_view::npos && point_for_comma(cell) != cell;
}

std::string with_decimal_points(std::string_view cell) {
    return is_in_brackets(cell) ? rejoined(cell, ';', ", ", point_for_comma)
                                : point_for_comma(cell);
}

}  // namespace kanon
