// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/released_numbers.hpp"

#include <algorithm>
#include <map>

namespace kanon {
namespace {

using Range = std::optional<NumericRange>;

/// The span of the values under each label of a level; none under the missing value's own.
std::vector<Range> spans_of_level(const Hierarchy& hierarchy, Level level) {
    const Dictionary& dictionary = hierarchy.dictionary();
    std::vector<Range> spans(hierarchy.label_count(level));
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const double number = dictionary.number(code);
        Range& span = spans[hierarchy.label_of(level, code)];
        span = span ? NumericRange{std::min(span->low, number), std::max(span->high, number)}
                    : NumericRange{number, number};
    }
    return spans;
}

class Reader {
public:
    Reader(const ReadDomain& reading, const Hierarchy& hierarchy)
        : reading_(reading), hierarchy_(hierarchy) {}

    Range range_of(Code code) {
        using Kind = ReleasedValue::Kind;
        const ReleasedValue& value = reading_.domain.values[code];
        const Dictionary& dictionary = hierarchy_.dictionary();
        switch (value.kind) {
            case Kind::exact:
            case Kind::typical:
                return dictionary.is_missing(value.first) ? Range{}
                                                          : between(value.first, value.first);
            case Kind::range:
                return between(value.first, value.second);
            case Kind::interval:
                return reading_.domain.ranges[value.first];
            case Kind::mean:
                return at(parse_number(reading_.domain.means[value.first], ValueType::decimal));
            case Kind::label:
                return range_of_label(static_cast<Level>(value.second), value.first);
            case Kind::set:
            case Kind::star:
                break;
        }
        return std::nullopt;
    }

private:
    static Range at(std::optional<double> number) {
        return number ? Range(NumericRange{*number, *number}) : Range{};
    }

    Range between(Code low, Code high) const {
        const Dictionary& dictionary = hierarchy_.dictionary();
        return NumericRange{dictionary.number(low), dictionary.number(high)};
    }

    Range range_of_label(Level level, Code label) {
        if (const Range stated = hierarchy_.range(level, label)) {
            return stated;
        }
        const auto [place, is_new] = spans_.try_emplace(level);
        if (is_new) {
            place->second = spans_of_level(hierarchy_, level);
        }
        return place->second[label];
    }

    const ReadDomain& reading_;
    const Hierarchy& hierarchy_;
    std::map<Level, std::vector<Range>> spans_;
};

}  // namespace

std::vector<Range> released_numbers(const ReadDomain& reading, const Hierarchy& hierarchy) {
    const ValueType type = hierarchy.dictionary().type();
    const double step = type == ValueType::decimal || type == ValueType::datetime ? 0 : 1;
    Reader reader(reading, hierarchy);
    std::vector<Range> ranges;
    for (Code code = 0; code < reading.domain.values.size(); ++code) {
        Range& range = ranges.emplace_back();
        if (reading.readable[code]) {
            range = reader.range_of(code);
        }
        if (range && range->high_included) {
            range->high += step;
        }
    }
    return ranges;
}

}  // namespace kanon
