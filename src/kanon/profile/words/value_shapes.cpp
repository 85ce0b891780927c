// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/words/value_shapes.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/profile/record_numbers.hpp"
#include "kanon/profile/words/code_lists.hpp"
#include "kanon/profile/words/value_sample.hpp"

#include <algorithm>

namespace kanon::profile {
namespace {

constexpr double kMostly = 0.8;      // of the values have the shape; the others are typing errors
constexpr double kNearlyAll = 0.95;  // where the shape is short and other codes may have it too
constexpr std::size_t kFewCodes = 3;
constexpr std::size_t kManyCodes = 10;
constexpr std::size_t kLeastMonths = 10;
constexpr double kFirstYear = 1880;
constexpr double kLastYear = 2060;
constexpr double kMonths = 12;

bool looks_like_email(std::string_view text) {
    const std::size_t at = text.find('@');
    return at != std::string_view::npos && at > 0 &&
           text.find('@', at + 1) == std::string_view::npos &&
           text.find('.', at + 2) != std::string_view::npos &&
           text.find(' ') == std::string_view::npos;
}

bool looks_like_ip(std::string_view text) {
    const auto dots = std::count(text.begin(), text.end(), '.');
    const auto digits = std::count_if(text.begin(), text.end(), is_digit);
    return dots == 3 && digits >= 4 && digits <= 12 &&
           static_cast<std::size_t>(dots + digits) == text.size() && is_digit(text.front()) &&
           is_digit(text.back());
}

/// Telephone and registration numbers: many digits, and marks between them or a leading + or 0.
bool looks_like_number_of_person(std::string_view text) {
    const auto digits = std::count_if(text.begin(), text.end(), is_digit);
    const auto marks = std::count_if(text.begin(), text.end(), [](char c) {
        return std::string_view(" -/().+").find(c) != std::string_view::npos;
    });
    const bool marked = marks > 0 || text.substr(0, 1) == "0";
    return digits >= 9 && digits <= 16 && marked &&
           static_cast<std::size_t>(digits + marks) == text.size();
}

/// Letters of several chapters, so that `A1` to `A9` of a seating plan are none.
bool has_icd_codes(const Dictionary& dictionary) {
    constexpr std::size_t kChapters = 3;
    if (dictionary.value_count() < kManyCodes ||
        share_of_values(dictionary, looks_like_icd) < kNearlyAll) {
        return false;
    }
    std::size_t chapters = 0;
    char last = 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::string_view text = dictionary.text(code);
        chapters += !text.empty() && text.front() != last ? 1U : 0U;
        last = text.empty() ? last : text.front();
    }
    return chapters >= kChapters;
}

Shape text_shape(const Dictionary& dictionary) {
    const auto share = [&](bool (*shape)(std::string_view)) {
        return share_of_values(dictionary, shape);
    };
    const std::size_t count = dictionary.value_count();
    if (share(looks_like_email) >= kMostly) {
        return Shape::mail_addresses;
    }
    if (share(looks_like_ip) >= kMostly) {
        return Shape::network_address;
    }
    if (share(looks_like_uuid) >= kMostly) {
        return Shape::record_numbers;
    }
    if (share(looks_like_number_of_person) >= kMostly) {
        return Shape::marked_numbers;
    }
    if (share(is_yes_no_word) >= 1) {
        return Shape::yes_no;
    }
    if (has_icd_codes(dictionary)) {
        return Shape::icd_codes;
    }
    if (count >= kFewCodes && share(is_us_state) >= kNearlyAll) {
        return Shape::us_states;
    }
    if (count >= kFewCodes && share(is_country_code) >= kNearlyAll) {
        return Shape::countries;
    }
    if (count >= kFewCodes && share(is_nuts_region) >= kNearlyAll) {
        return Shape::nuts_regions;
    }
    if (count >= kManyCodes && share(is_fips_code) >= kNearlyAll) {
        return Shape::fips_codes;
    }
    return has_coded_numbers(dictionary) ? Shape::record_numbers : Shape::plain;
}

Shape integer_shape(const Dictionary& dictionary) {
    const std::size_t count = dictionary.value_count();
    const double least = dictionary.number(0);
    const double most = dictionary.number(static_cast<Code>(count - 1));
    if (count <= 2 && least >= 0 && most <= 2) {
        return Shape::flags;
    }
    if (count >= 2 && least >= kFirstYear && most <= kLastYear) {
        return Shape::years;
    }
    if (count >= kLeastMonths && least >= 1 && most <= kMonths) {
        return Shape::months;
    }
    return has_serial_numbers(dictionary) ? Shape::record_numbers : Shape::plain;
}

}  // namespace

Shape shape_of(const Dictionary& dictionary) {
    if (dictionary.value_count() == 0) {
        return Shape::plain;
    }
    switch (dictionary.type()) {
        case ValueType::text:
            return text_shape(dictionary);
        case ValueType::integer:
            return integer_shape(dictionary);
        case ValueType::decimal:
        case ValueType::date:
        case ValueType::datetime:
            break;
    }
    return Shape::plain;
}

std::string_view text_of(Shape shape) {
    switch (shape) {
        case Shape::plain:
        case Shape::flags:
            return "";
        case Shape::mail_addresses:
            return "e-mail addresses";
        case Shape::network_address:
            return "network addresses";
        case Shape::marked_numbers:
            return "telephone or registration numbers";
        case Shape::record_numbers:
            return "record numbers";
        case Shape::yes_no:
            return "yes and no";
        case Shape::years:
            return "years";
        case Shape::months:
            return "months";
        case Shape::icd_codes:
            return "diagnoses (ICD)";
        case Shape::countries:
            return "countries (ISO 3166)";
        case Shape::us_states:
            return "states of the USA";
        case Shape::nuts_regions:
            return "regions (NUTS)";
        case Shape::fips_codes:
            return "counties or tracts (FIPS)";
    }
    return "";
}

}  // namespace kanon::profile
