// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/value_reading.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/table/values/written_date.hpp"
#include "kanon/table/values/written_time.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace kanon {
namespace {

using Doubt = FoundValues::Doubt;

/// Spellings of "missing" that may stand among numbers or dates; sorted.
constexpr std::array<std::string_view, 13> kMarks{
    "#N/A", "-", ".", "?", "N/A", "NA", "NULL", "NaN", "None", "n/a", "na", "nan", "null"};

/// No category is called so, whatever the others are called.
constexpr std::string_view kNever = "?";

bool is_mark(std::string_view text) {
    return std::ranges::binary_search(kMarks, text);
}

/// True if the comma of a number, or its points, cannot have another meaning: `3,14`, `0,125`,
/// `1.234,5`, `1.234.567`.
bool is_surely_decimal_comma(std::string_view text) {
    constexpr std::size_t kGroup = 3;
    const std::size_t point = text.find('.');
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
        return point != text.rfind('.');
    }
    const std::string_view whole = text.substr(text.starts_with('-') ? 1 : 0, comma);
    return point != std::string_view::npos || text.size() - comma - 1 != kGroup ||
           whole.starts_with('0') || comma > kGroup + (text.starts_with('-') ? 1 : 0);
}

/// Finds the type of one column by one trial after the other.
class TypeSearch {
public:
    TypeSearch(std::size_t size,
               const std::function<std::string_view(Code)>& text,
               const ValueRules& rules)
        : size_(size), text_(text), rules_(rules) {
        found_.numbers.resize(size);
    }

    ValueReading run() {
        const bool wants_text = rules_.declared == ValueType::text;
        const bool found = !wants_text && (try_told() || try_standard() || try_told_thousands() ||
                                           try_notations());
        if (!found) {
            take_as_text();
        }
        return std::move(found_);
    }

private:
    [[nodiscard]] bool wants(ValueType type) const {
        return !rules_.declared || rules_.declared == type;
    }

    [[nodiscard]] bool wants_numbers() const {
        return wants(ValueType::integer) || wants(ValueType::decimal);
    }

    /// True of a spelling that stands for no number or date. Blanks alone look like an empty cell,
    /// whatever list of spellings is given.
    [[nodiscard]] bool is_missing_mark(std::string_view text) const {
        return (rules_.find_missing && is_mark(text)) || (rules_.find_notation && is_blank(text));
    }

    /// True if all values are of a type, marks aside, and there is one or it is declared.
    bool fits(ValueType type, Notation notation) {
        found_.marks.clear();
        bool any = false;
        for (Code code = 0; code < size_; ++code) {
            const std::string_view text = text_(code);
            if (text.empty()) {
                continue;
            }
            if (const auto number = parse_number(text, type, notation)) {
                found_.numbers[code] = *number;
                any = true;
            } else if (is_missing_mark(text)) {
                found_.marks.push_back(code);
            } else {
                return false;
            }
        }
        found_.type = type;
        found_.notation = notation;
        return any || rules_.declared;
    }

    bool fits_numbers(Notation notation) {
        return (wants(ValueType::integer) && fits(ValueType::integer, notation)) ||
               (wants(ValueType::decimal) && fits(ValueType::decimal, notation));
    }

    [[nodiscard]] bool wants_dates() const {
        return wants(ValueType::date) || wants(ValueType::datetime);
    }

    bool fits_dates(Notation notation) {
        return (wants(ValueType::date) && fits(ValueType::date, notation) &&
                note_moments(notation)) ||
               (wants(ValueType::datetime) && fits(ValueType::datetime, notation) &&
                note_moments(notation));
    }

    /// Look at years and zones of values that fit; false if some times state a zone and others,
    /// or dates alone, do not.
    bool note_moments(Notation notation) {
        bool zoned = false;
        bool unzoned = false;
        found_.short_years = false;
        for (Code code = 0; code < size_; ++code) {
            if (const auto moment = written_moment(text_(code), notation)) {
                found_.short_years = found_.short_years || moment->short_year;
                (moment->offset ? zoned : unzoned) = true;
            }
        }
        if (zoned && unzoned) {
            found_.doubt = Doubt::zones;
        }
        return !(zoned && unzoned);
    }

    /// True, and doubted, if dates that begin with a year of two digits may as well end with it.
    bool may_end_in_years() {
        if (!found_.short_years || !rules_.find_notation || rules_.dates) {
            return false;
        }
        const ValueReading standard = found_;
        const bool either = fits_dates(Notation::day_first) || fits_dates(Notation::month_first);
        found_ = standard;
        found_.doubt = either ? Doubt::years : standard.doubt;
        return either;
    }

    /// What the user says of notations comes before the standard one.
    bool try_told() {
        const bool dates_first = rules_.dates && *rules_.dates != Notation::standard;
        const bool whole = wants(ValueType::integer) && rules_.decimal_comma &&
                           fits(ValueType::integer, Notation::standard);
        return whole || (rules_.decimal_comma && fits_numbers(Notation::decimal_comma)) ||
               (dates_first && fits_dates(*rules_.dates));
    }

    bool try_standard() {
        return fits_numbers(Notation::standard) ||
               (fits_dates(Notation::standard) && !may_end_in_years());
    }

    /// Behind the standard notation, which has no commas, so that it is that of numbers without.
    bool try_told_thousands() { return rules_.thousands && fits_numbers(Notation::thousands); }

    bool try_notations() {
        return (rules_.find_notation && ((wants_numbers() && try_commas()) ||
                                         (wants_dates() && !rules_.dates && try_dates()))) ||
               (rules_.declared && fits_numbers(Notation::leading_zeros));
    }

    /// True if some value is no mark and this can be said of it.
    [[nodiscard]] bool any_value(bool (*says)(std::string_view)) const {
        for (Code code = 0; code < size_; ++code) {
            if (!is_missing_mark(text_(code)) && says(text_(code))) {
                return true;
            }
        }
        return false;
    }

    /// Where both meanings of commas fit, one is taken only if some value can have no other.
    bool try_commas() {
        if (fits_numbers(Notation::decimal_comma)) {
            found_.doubt = any_value(is_surely_decimal_comma) ? Doubt::none : Doubt::commas;
            return found_.doubt == Doubt::none;
        }
        return fits_numbers(Notation::thousands);
    }

    /// True if the values are dates that end in their year, all parted by the same character.
    [[nodiscard]] bool end_in_years(bool& clear_years) const {
        std::optional<char> separator;
        clear_years = true;
        for (Code code = 0; code < size_; ++code) {
            const std::string_view text = text_(code);
            if (text.empty() || is_missing_mark(text)) {
                continue;
            }
            const auto date =
                written_date(text.substr(0, text.find_first_of(" T")), Notation::day_first);
            if (!date || separator.value_or(date->separator) != date->separator) {
                return false;
            }
            separator = date->separator;
            clear_years = clear_years && date->long_year && *separator == '.';
        }
        return separator.has_value();
    }

    bool try_dates() {
        bool clear_years = false;
        if (found_.doubt == Doubt::years || !end_in_years(clear_years)) {
            return false;
        }
        const bool month_first = fits_dates(Notation::month_first);
        const bool day_first = fits_dates(Notation::day_first);
        if (day_first && month_first && !clear_years) {
            found_.doubt = Doubt::dates;
            return false;
        }
        return day_first || (month_first && fits_dates(Notation::month_first));
    }

    /// True if the values are whole numbers, of which one is spelled with and without zeros before
    /// it.
    bool are_padded_numbers() {
        if (!rules_.find_notation || rules_.declared ||
            !fits(ValueType::integer, Notation::leading_zeros)) {
            return false;
        }
        std::vector<double> numbers;
        for (Code code = 0; code < size_; ++code) {
            if (!text_(code).empty() && !std::ranges::binary_search(found_.marks, code)) {
                numbers.push_back(found_.numbers[code]);
            }
        }
        std::ranges::sort(numbers);
        return std::ranges::adjacent_find(numbers) != numbers.end();
    }

    void take_as_text() {
        count_misfits();
        if (found_.doubt == Doubt::none && are_padded_numbers()) {
            found_.doubt = Doubt::zeros;
        }
        found_.type = ValueType::text;
        found_.notation = Notation::standard;
        found_.numbers.assign(size_, 0);
        found_.marks.clear();
        found_.short_years = false;
        std::size_t others = 0;
        for (Code code = 0; rules_.find_missing && !rules_.declared && code < size_; ++code) {
            if (text_(code) == kNever) {
                found_.marks.push_back(code);
            } else if (!text_(code).empty()) {
                ++others;
            }
        }
        if (others == 0) {
            found_.marks.clear();
        }
    }

    void count_misfits() {
        if (rules_.declared.value_or(ValueType::text) == ValueType::text) {
            return;
        }
        for (Code code = 0; code < size_; ++code) {
            const std::string_view text = text_(code);
            const bool doubted = found_.doubt == Doubt::years || found_.doubt == Doubt::zones;
            const bool fits = text.empty() || (!doubted && parse_number(text, *rules_.declared));
            found_.misfits += fits ? 0 : 1;
        }
    }

    std::size_t size_;
    const std::function<std::string_view(Code)>& text_;
    const ValueRules& rules_;
    ValueReading found_;
};

}  // namespace

ValueReading read_values(std::size_t size,
                         const std::function<std::string_view(Code)>& text,
                         const ValueRules& rules) {
    return TypeSearch(size, text, rules).run();
}

}  // namespace kanon
