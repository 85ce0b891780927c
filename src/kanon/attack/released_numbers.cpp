// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/released_numbers.hpp"

#include "kanon/quality/aggregate_loss.hpp"
#include "kanon/release/spelling/reading.hpp"

#include <limits>
#include <numeric>
#include <vector>

namespace kanon::attack {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// The number that a released value stands for.
double number_of(const ReleasedValue& value,
                 const ReleasedAttribute& attribute,
                 const Dictionary& dictionary) {
    const ReleasedDomain& domain = attribute.reading.domain;
    if (value.kind == ReleasedValue::Kind::mean) {
        return parse_number(domain.means[value.first], ValueType::decimal).value_or(kNoNumber);
    }
    if (value.kind == ReleasedValue::Kind::typical) {
        return dictionary.is_missing(value.first) ? kNoNumber : dictionary.number(value.first);
    }
    if (value.kind == ReleasedValue::Kind::star) {
        return kNoNumber;
    }
    std::vector<Code> covered = covered_codes(value, domain, attribute.hierarchy, dictionary);
    std::erase_if(covered, [&](Code code) { return dictionary.is_missing(code); });
    return covered.empty() ? kNoNumber
                           : std::midpoint(dictionary.number(covered.front()),
                                           dictionary.number(covered.back()));
}

/// Per row the number of its code.
std::vector<double> numbers_of(const Column& column, const std::vector<double>& of_code) {
    std::vector<double> out;
    out.reserve(column.codes.size());
    column.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            out.push_back(of_code[code]);
        }
    });
    return out;
}

}  // namespace

NumberColumn number_column(const Problem& problem, const ReleasedAttribute& attribute) {
    const Column& original = *problem.measured_column(problem.columns[attribute.place]);
    const Dictionary& dictionary = *original.dictionary;
    std::vector<double> values(dictionary.size(), kNoNumber);
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        values[code] = dictionary.number(code);
    }
    const std::vector<ReleasedValue>& cells = attribute.reading.domain.values;
    std::vector<double> released(cells.size(), kNoNumber);
    for (std::size_t code = 0; code < cells.size(); ++code) {
        if (attribute.reading.readable[code]) {
            released[code] = number_of(cells[code], attribute, *attribute.original->dictionary);
        }
    }
    return {.name = attribute.original->name,
            .original = numbers_of(original, values),
            .released = numbers_of(*attribute.released, released)};
}

}  // namespace kanon::attack
