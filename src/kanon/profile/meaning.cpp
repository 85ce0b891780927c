// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/meaning.hpp"

#include "kanon/profile/name_words.hpp"
#include "kanon/profile/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace kanon::profile {
namespace {

/// English words that end in `id` and number nothing.
constexpr std::string_view kNoNumbers =
    " id paid unpaid prepaid repaid valid invalid covid said grid aid kid mid bid rid void avoid "
    "acid lipid solid fluid liquid rapid rigid hybrid thyroid steroid opioid carotid typhoid "
    "sarcoid android medicaid plaid maid raid lid orchid humid arid vivid stupid hemorrhoid "
    "adenoid mucoid ";

/// Things with numbers of their own that are no person, household or event.
constexpr std::string_view kThings =
    " department dept product item article category type class group course plan drug procedure "
    "diagnosis device vehicle store branch warehouse team project site center centre unit zone "
    "status room bed batch lot file table ward station ";

bool is_listed(std::string_view list, std::string_view word) {
    return list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

/// The words of `_a_b_` without the underscores around.
std::string_view trimmed(std::string_view words) {
    if (words.size() < 3) {
        return {};
    }
    return words.substr(1, words.size() - 2);
}

/// A name whose last word is, or ends in, `id`, and that no list knows.
bool ends_like_a_number(std::string_view words) {
    const std::string_view name = trimmed(words);
    const std::size_t cut = name.rfind('_');
    const std::string_view last = cut == std::string_view::npos ? name : name.substr(cut + 1);
    if (last == "id" && cut != std::string_view::npos) {
        const std::string_view before = name.substr(0, cut);
        const std::size_t start = before.rfind('_');
        const std::string_view of =
            start == std::string_view::npos ? before : before.substr(start + 1);
        return !is_listed(kThings, of);
    }
    const bool known_word =
        is_listed(kNoNumbers, last) || last.ends_with("oid") ||
        (last.size() > 2 && is_listed(kThings, last.substr(0, last.size() - 2)));
    return last.size() > 2 && last.ends_with("id") && !known_word;
}

bool any_reading_matches(std::string_view patterns, const std::vector<std::string>& readings) {
    for (std::string_view rest = patterns; !rest.empty();) {
        const std::string_view pattern = rest.substr(0, rest.find(' '));
        const bool whole = pattern.front() == '=';  // shortened, `Key1` would be `key`
        const auto end = whole ? readings.begin() + 1 : readings.end();
        const bool matches = std::any_of(readings.begin(), end, [&](const auto& words) {
            return matches_words(pattern, words);
        });
        if (matches) {
            return true;
        }
        rest.remove_prefix(std::min(rest.size(), pattern.size() + 1));
    }
    return false;
}

}  // namespace

MeaningInfo info(Meaning meaning) {
    switch (meaning) {
        case Meaning::none:
            return {Role::quasi_identifying, ""};
        case Meaning::mail_address:
            return {Role::identifying, "an e-mail address"};
        case Meaning::telephone:
            return {Role::identifying, "a telephone number"};
        case Meaning::official_number:
            return {Role::identifying, "an official number"};
        case Meaning::person_number:
            return {Role::identifying, "a person's record number"};
        case Meaning::household_number:
            return {Role::identifying, "a household's record number"};
        case Meaning::event_number:
            return {Role::identifying, "a record number of events"};
        case Meaning::record_number:
            return {Role::identifying, "a record number"};
        case Meaning::person_name:
            return {Role::identifying, "a name"};
        case Meaning::address:
            return {Role::identifying, "an address or position"};
        case Meaning::online_name:
            return {Role::identifying, "a device or user name"};
        case Meaning::likeness:
            return {Role::identifying, "a picture or mark of a person"};
        case Meaning::birth:
            return {Role::quasi_identifying, "a birth date"};
        case Meaning::death:
            return {Role::quasi_identifying, "a death"};
        case Meaning::age:
            return {Role::quasi_identifying, "an age"};
        case Meaning::postal_code:
            return {Role::quasi_identifying, "a postal code"};
        case Meaning::survey_weight:
            return {Role::insensitive, "a survey weight"};
        case Meaning::body_weight:
            return {Role::quasi_identifying, "a weight"};
        case Meaning::health:
            return {Role::sensitive, "a health matter"};
        case Meaning::money:
            return {Role::sensitive, "a money matter"};
        case Meaning::belief:
            return {Role::sensitive, "a belief or private matter"};
        case Meaning::sex:
            return {Role::quasi_identifying, "a sex"};
        case Meaning::place:
            return {Role::quasi_identifying, "a place"};
        case Meaning::provider:
            return {Role::quasi_identifying, "a hospital, doctor or school"};
        case Meaning::insurance:
            return {Role::quasi_identifying, "an insurance"};
        case Meaning::origin:
            return {Role::quasi_identifying, "an origin"};
        case Meaning::family:
            return {Role::quasi_identifying, "a family matter"};
        case Meaning::education:
            return {Role::quasi_identifying, "an education"};
        case Meaning::occupation:
            return {Role::quasi_identifying, "an occupation"};
        case Meaning::body:
            return {Role::quasi_identifying, "a body measure"};
        case Meaning::date:
            return {Role::quasi_identifying, "a date"};
    }
    return {Role::quasi_identifying, ""};
}

std::vector<Meaning> meanings_of_name(std::string_view name) {
    const std::vector<std::string> readings = readings_of_name(name);
    std::vector<Meaning> out;
    for (const WordsOfMeaning& words : vocabulary()) {
        const bool known = std::find(out.begin(), out.end(), words.meaning) != out.end();
        if (!known && any_reading_matches(words.patterns, readings)) {
            out.push_back(words.meaning);
        }
    }
    if (out.empty() && ends_like_a_number(readings.front())) {
        out.push_back(Meaning::record_number);
    }
    return out;
}

bool is_number_of_person(Meaning meaning) {
    return meaning == Meaning::person_number || meaning == Meaning::official_number;
}

}  // namespace kanon::profile
