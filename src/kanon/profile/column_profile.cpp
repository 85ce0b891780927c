// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/column_profile.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/profile/words/name_words.hpp"
#include "kanon/profile/words/value_sample.hpp"

#include <algorithm>
#include <array>

namespace kanon::profile {
namespace {

// Thresholds on shares of rows.
constexpr double kNearlyUnique = 0.9;
constexpr double kManyUnique = 0.05;
constexpr double kManyRare = 0.2;
constexpr std::uint64_t kFewValues = 20;  // so few values can be generalized
constexpr double kHeaviestBody = 650;     // kilograms; also pounds, of nearly everybody
constexpr std::size_t kRowsOfStratum = 10;
constexpr double kLightestBody = 2;       // kilograms, of all but a few newborns
constexpr char kLowerCase = 0x20;         // the bit that capital letters lack
constexpr std::size_t kLongestClass = 3;  // `10b`
constexpr std::array<std::string_view, 10> kUnitsOfBodies{
    "g", "kg", "kgs", "kilo*", "kilos", "lb", "lbs", "pound", "pounds", "gram*"};
constexpr std::array<std::string_view, 6> kClassesOfPeople{
    "first", "second", "third", "economy", "business", "crew"};
constexpr double kMostlyCodes = 0.8;

bool has_digit_and_no_blank(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_digit) &&
           text.find(' ') == std::string_view::npos;
}

/// Can these values number anything? Words, decimals and dates cannot.
bool can_number(const Dictionary& dictionary) {
    return dictionary.type() == ValueType::integer ||
           (dictionary.type() == ValueType::text &&
            share_of_values(dictionary, has_digit_and_no_blank) >= kMostlyCodes);
}

bool is_number(Meaning meaning) {
    return is_number_of_person(meaning) || meaning == Meaning::household_number ||
           meaning == Meaning::event_number || meaning == Meaning::record_number;
}

/// Weights that no bodies have: some above the heaviest, or half of them around 1, as weights of
/// surveys are that add up to the number of rows, or a few decimals for many rows, as those of
/// strata are.
bool tells_of_no_bodies(const Column& column) {
    const Dictionary& dictionary = *column.dictionary;
    const std::size_t count = dictionary.value_count();
    if (!dictionary.is_numeric() || count == 0) {
        return false;
    }
    const bool around_one = dictionary.type() == ValueType::decimal &&
                            dictionary.number(static_cast<Code>(count / 2)) < kLightestBody;
    const bool of_strata = dictionary.type() == ValueType::decimal && count <= kFewValues &&
                           column.codes.size() >= kRowsOfStratum * count;
    return around_one || of_strata ||
           dictionary.number(static_cast<Code>(count - 1)) > kHeaviestBody;
}

/// `weight_kg`, `Gewicht (lb)`: no survey weighs in these.
bool has_unit_of_bodies(std::string_view name) {
    const std::string words = words_of_name(name);
    return std::ranges::any_of(kUnitsOfBodies,
                               [&](std::string_view unit) { return matches_words(unit, words); });
}

/// `1st`, `5a`, `economy`: a class one travels or sits in, which others know.
bool is_class_of_people(std::string_view text) {
    std::string word(text);
    std::ranges::transform(text, word.begin(), [](char c) {
        return is_letter(c) ? static_cast<char>(c | kLowerCase) : c;
    });
    const bool numbered = text.size() > 1 && text.size() <= kLongestClass && is_digit(text[0]) &&
                          is_letter(text.back());
    return numbered || std::ranges::find(kClassesOfPeople, word) != kClassesOfPeople.end();
}

bool is_one_of_a_few(const Dictionary& dictionary) {
    const std::size_t count = dictionary.value_count();
    return count > 1 && count <= kFewValues && !is_of_calendar(dictionary.type());
}

bool tells_of_no_outcome(const Dictionary& dictionary) {
    return !is_one_of_a_few(dictionary) ||
           (dictionary.type() == ValueType::text &&
            share_of_values(dictionary, is_class_of_people) >= kMostlyCodes);
}

/// Whether values of this shape can be what the name says.
bool refuted(Meaning meaning, const Column& column, Shape shape) {
    const Dictionary& dictionary = *column.dictionary;
    const bool of_yes_and_no = shape == Shape::yes_no || shape == Shape::flags;
    if (meaning == Meaning::record_number) {
        const bool from_zero = shape == Shape::flags && dictionary.number(0) == 0;
        return shape == Shape::yes_no || from_zero ||
               (dictionary.value_count() > 0 && !can_number(dictionary));
    }
    if (is_number(meaning) && meaning != Meaning::official_number) {
        return shape == Shape::yes_no || is_of_calendar(dictionary.type());
    }
    if (info(meaning).role == Role::identifying) {
        return of_yes_and_no || is_of_calendar(dictionary.type());
    }
    if (meaning == Meaning::body_weight) {
        return tells_of_no_bodies(column);
    }
    if (meaning == Meaning::outcome) {
        return tells_of_no_outcome(dictionary);
    }
    if (meaning == Meaning::consent) {
        return !is_one_of_a_few(dictionary);
    }
    return meaning == Meaning::provider && of_yes_and_no;
}

struct Verdict {
    Role role = Role::quasi_identifying;
    std::string reason;
    bool unknown = false;
};

bool singles_out(const Distinctness& spread) {
    return (spread.unique_share >= kManyUnique || spread.rare_share >= kManyRare) &&
           spread.distinct > kFewValues;
}

/// Of a column that neither name nor values explain.
Verdict judge_unknown(const Distinctness& spread) {
    if (spread.distinct <= 1 && (spread.missing_rows == 0 || spread.distinct == 0)) {
        return {Role::insensitive, "it has one value in all rows"};
    }
    if (spread.unique_share >= kNearlyUnique) {
        return {Role::identifying, "nearly every row has a value of its own", true};
    }
    if (singles_out(spread)) {
        return {Role::identifying, "of unknown meaning, and many of its values are unique", true};
    }
    return {Role::quasi_identifying, "of unknown meaning", true};
}

/// What the values look like, whatever the name says; no reason: they do not tell.
Verdict judge_shape(Shape shape, Meaning meaning, const Distinctness& spread) {
    const std::string looks = "values resemble " + std::string(text_of(shape));
    switch (shape) {
        case Shape::mail_addresses:
            return {Role::identifying, looks};
        case Shape::network_address:
        case Shape::marked_numbers:
            return meaning == Meaning::none ? Verdict{Role::identifying, looks} : Verdict{};
        case Shape::record_numbers:
            return meaning == Meaning::none && spread.is_even() ? Verdict{Role::identifying, looks}
                                                                : Verdict{};
        case Shape::icd_codes:
            return meaning == Meaning::none ? Verdict{Role::sensitive, looks} : Verdict{};
        case Shape::years:
        case Shape::months:
        case Shape::countries:
        case Shape::us_states:
        case Shape::nuts_regions:
        case Shape::fips_codes:
            return meaning == Meaning::none ? Verdict{Role::quasi_identifying, looks} : Verdict{};
        case Shape::plain:
        case Shape::flags:
        case Shape::yes_no:
            break;
    }
    return {};
}

/// Who has a table of the survey finds a person by the weight, nearly unique as it is; of few
/// values, it still tells the stratum that the person was drawn from.
Verdict judge_weight(const std::string& named, const Distinctness& spread) {
    if (spread.distinct <= 1) {
        return {Role::insensitive, "it has one value in all rows"};
    }
    return {Role::identifying,
            named + (singles_out(spread) ? ", and many of its values are unique"
                                         : ", which tells how a person was drawn")};
}

Verdict judge_meaning(Meaning meaning, const Dictionary& dictionary, const Distinctness& spread) {
    const MeaningInfo known = info(meaning);
    const std::string named = "name suggests " + std::string(known.text);
    const bool free_text = known.role == Role::sensitive && dictionary.type() == ValueType::text &&
                           spread.unique_share >= kNearlyUnique;
    if (free_text) {
        return {Role::identifying, named + ", and nearly every text is unique"};
    }
    if (meaning == Meaning::survey_weight) {
        return judge_weight(named, spread);
    }
    return {known.role, named};
}

Verdict judge(const Dictionary& dictionary, const ColumnProfile& seen) {
    if (info(seen.meaning).role == Role::identifying) {
        return judge_meaning(seen.meaning, dictionary, seen.spread);
    }
    Verdict shape = judge_shape(seen.shape, seen.meaning, seen.spread);
    if (!shape.reason.empty()) {
        return shape;
    }
    if (is_of_calendar(dictionary.type())) {
        return {Role::quasi_identifying,
                seen.meaning == Meaning::none
                    ? (dictionary.type() == ValueType::date ? "a date" : "a date and time")
                    : "name suggests " + std::string(info(seen.meaning).text)};
    }
    return seen.meaning == Meaning::none ? judge_unknown(seen.spread)
                                         : judge_meaning(seen.meaning, dictionary, seen.spread);
}

}  // namespace

Meaning meaning_of(const Column& column, Shape shape) {
    for (const Meaning meaning : meanings_of_name(column.name)) {
        if (!refuted(meaning, column, shape)) {
            return meaning;
        }
        if (meaning == Meaning::body_weight && !has_unit_of_bodies(column.name)) {
            return Meaning::survey_weight;
        }
    }
    return Meaning::none;
}

ColumnProfile profile_of(const Column& column, std::span<const std::uint64_t> counts) {
    ColumnProfile out;
    out.shape = shape_of(*column.dictionary);
    out.meaning = meaning_of(column, out.shape);
    out.spread = spread_of(column, counts);
    Verdict verdict = judge(*column.dictionary, out);
    out.role = verdict.role;
    out.unknown = verdict.unknown;
    out.reason = std::move(verdict.reason);
    return out;
}

}  // namespace kanon::profile
