// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/words/meaning.hpp"

#include "kanon/base/check.hpp"
#include "kanon/profile/words/name_words.hpp"
#include "kanon/profile/words/vocabulary.hpp"

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

bool is_listed(std::string_view words, std::string_view sought) {
    return words.find(" " + std::string(sought) + " ") != std::string_view::npos;
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

struct InfoOfMeaning {
    Meaning meaning;
    MeaningInfo info;
};

constexpr std::array kInfos{
    InfoOfMeaning{Meaning::none, {Role::quasi_identifying, ""}},
    InfoOfMeaning{Meaning::mail_address, {Role::identifying, "e-mail address"}},
    InfoOfMeaning{Meaning::telephone, {Role::identifying, "telephone number"}},
    InfoOfMeaning{Meaning::official_number, {Role::identifying, "official number"}},
    InfoOfMeaning{Meaning::person_number, {Role::identifying, "person's record number"}},
    InfoOfMeaning{Meaning::household_number, {Role::identifying, "household's record number"}},
    InfoOfMeaning{Meaning::event_number, {Role::identifying, "record number of events"}},
    InfoOfMeaning{Meaning::record_number, {Role::identifying, "record number"}},
    InfoOfMeaning{Meaning::person_name, {Role::identifying, "name"}},
    InfoOfMeaning{Meaning::address, {Role::identifying, "address or position"}},
    InfoOfMeaning{Meaning::online_name, {Role::identifying, "device or user name"}},
    InfoOfMeaning{Meaning::likeness, {Role::identifying, "picture or mark of a person"}},
    InfoOfMeaning{Meaning::birth, {Role::quasi_identifying, "birth date"}},
    InfoOfMeaning{Meaning::death, {Role::quasi_identifying, "death"}},
    InfoOfMeaning{Meaning::age, {Role::quasi_identifying, "age"}},
    InfoOfMeaning{Meaning::postal_code, {Role::quasi_identifying, "postal code"}},
    InfoOfMeaning{Meaning::survey_weight, {Role::identifying, "survey weight"}},
    InfoOfMeaning{Meaning::body_weight, {Role::quasi_identifying, "weight"}},
    InfoOfMeaning{Meaning::laboratory, {Role::sensitive, "laboratory or vital value"}},
    InfoOfMeaning{Meaning::outcome, {Role::sensitive, "class or outcome"}},
    InfoOfMeaning{Meaning::health, {Role::sensitive, "health matter"}},
    InfoOfMeaning{Meaning::money, {Role::sensitive, "money matter"}},
    InfoOfMeaning{Meaning::belief, {Role::sensitive, "belief or private matter"}},
    InfoOfMeaning{Meaning::sex, {Role::quasi_identifying, "sex"}},
    InfoOfMeaning{Meaning::place, {Role::quasi_identifying, "place"}},
    InfoOfMeaning{Meaning::stay, {Role::quasi_identifying, "length of stay"}},
    InfoOfMeaning{Meaning::provider, {Role::quasi_identifying, "hospital, doctor or school"}},
    InfoOfMeaning{Meaning::insurance, {Role::quasi_identifying, "insurance"}},
    InfoOfMeaning{Meaning::origin, {Role::quasi_identifying, "origin"}},
    InfoOfMeaning{Meaning::family, {Role::quasi_identifying, "family matter"}},
    InfoOfMeaning{Meaning::education, {Role::quasi_identifying, "education"}},
    InfoOfMeaning{Meaning::occupation, {Role::quasi_identifying, "occupation"}},
    InfoOfMeaning{Meaning::body, {Role::quasi_identifying, "body measure"}},
    InfoOfMeaning{Meaning::date, {Role::quasi_identifying, "date"}},
    InfoOfMeaning{Meaning::consent, {Role::insensitive, "consent"}},
};

}  // namespace

MeaningInfo info(Meaning meaning) {
    const auto* const found = std::find_if(
        kInfos.begin(), kInfos.end(), [&](const auto& row) { return row.meaning == meaning; });
    KANON_CHECK(found != kInfos.end());
    return found->info;
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
