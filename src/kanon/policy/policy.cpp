// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy.hpp"

#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/policy/policy_keyed.hpp"
#include "kanon/policy/policy_keys.hpp"
#include "kanon/policy/warnings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace kanon {
namespace {

using detail::policy_keys::kRecodings;

constexpr std::size_t kRecodes = 3;
static_assert(kRecodings[static_cast<std::size_t>(Recode::set)] == "set");

constexpr std::size_t kMostDigits = 18;  // what fits in 64 bits whatever the digits are

bool all_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_digit);
}

std::uint64_t power_of_ten(std::size_t exponent) {
    std::uint64_t out = 1;
    for (std::size_t i = 0; i < exponent; ++i) {
        out *= 10;
    }
    return out;
}

[[noreturn]] void refuse_limit(std::string_view text, const std::string& why) {
    throw Error(ErrorCode::bad_policy,
                "suppression limit '" + std::string(text) + "' " + why +
                    "; write a share such as 0.05 or 5%, or a whole number of rows");
}

std::uint64_t number_of(std::string_view digits, std::string_view text) {
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    if (digits.empty() || !all_digits(digits)) {
        refuse_limit(text, "is not a number");
    }
    if (std::from_chars(digits.data(), end, value).ec != std::errc{}) {
        refuse_limit(text, "has too many digits");
    }
    return value;
}

/// What is wrong with the levels, digits or masks that an attribute asks for; null: nothing.
const char* recoding_fault(const AttributePolicy& attribute) {
    if (attribute.levels && attribute.levels->first > attribute.levels->second) {
        return "the least level is above the greatest; give the least one first";
    }
    if (attribute.digits &&
        attribute.aggregate.value_or(Aggregate::Kind::mean) != Aggregate::Kind::mean) {
        return "digits are those of a mean; leave them out, or write recode: mean";
    }
    if (attribute.digits.value_or(0) > Aggregate::kMostDigits) {
        return "a mean has at most 9 digits behind the point";
    }
    if (attribute.hierarchy.mask_character <= ' ' || attribute.hierarchy.mask_character > '~') {
        return "masks are made of a printable ASCII character, such as *";
    }
    return nullptr;
}

}  // namespace

void check_gs_factor(double factor) {
    if (!(factor >= 0 && factor <= 1)) {
        throw Error(ErrorCode::bad_policy,
                    "a gs-factor is from 0 (suppressed rows count nothing) to 1 (generalized "
                    "cells count nothing)");
    }
}

void set_recoding(AttributePolicy& attribute, std::string_view word) {
    const auto* const at = std::ranges::find(kRecodings, word);
    if (at == kRecodings.end()) {
        throw Error(ErrorCode::bad_policy,
                    "unknown recode '" + std::string(word) + "'" + suggestion(word, kRecodings));
    }
    const auto place = static_cast<std::size_t>(at - kRecodings.begin());
    attribute.recode = place < kRecodes ? std::optional(static_cast<Recode>(place)) : std::nullopt;
    attribute.aggregate = place < kRecodes
                              ? std::nullopt
                              : std::optional(static_cast<Aggregate::Kind>(place - kRecodes));
}

std::string_view recoding_word(const AttributePolicy& attribute) {
    if (attribute.aggregate) {
        return to_string(*attribute.aggregate);
    }
    return attribute.recode ? to_string(*attribute.recode) : std::string_view();
}

std::string_view to_string(Recode recode) {
    return kRecodings[static_cast<std::size_t>(recode)];
}

std::uint64_t SuppressionLimit::rows(std::uint64_t n) const {
    if (denominator == 0) {
        return std::min(numerator, n);
    }
    __extension__ using Wide = unsigned __int128;
    const Wide rows = static_cast<Wide>(numerator) * n / denominator;
    return static_cast<std::uint64_t>(std::min<Wide>(rows, n));
}

SuppressionLimit SuppressionLimit::parse(std::string_view text) {
    const bool percent = !text.empty() && text.back() == '%';
    const std::string_view number = text.substr(0, text.size() - (percent ? 1 : 0));
    const std::size_t point = number.find('.');
    if (!percent && point == std::string_view::npos) {
        return {.numerator = number_of(number, text), .denominator = 0};
    }
    const std::string_view whole = number.substr(0, point);
    const std::string_view fraction =
        point == std::string_view::npos ? std::string_view() : number.substr(point + 1);
    const std::size_t places = fraction.size() + (percent ? 2 : 0);
    if (whole.size() + fraction.size() > kMostDigits || places > kMostDigits) {
        refuse_limit(text, "has too many digits");
    }
    SuppressionLimit out;
    out.numerator = number_of(std::string(whole) + std::string(fraction), text);
    out.denominator = power_of_ten(places);
    if (places == 0) {  // `1.` is a share, and must not be read as a count once written
        out.numerator *= 10;
        out.denominator = 10;
    }
    if (out.numerator > out.denominator) {
        refuse_limit(text, "is a share of more than 1");
    }
    return out;
}

std::string SuppressionLimit::text() const {
    if (denominator == 0) {
        return std::to_string(numerator);
    }
    const std::string places = std::to_string(denominator).substr(1);
    std::string digits = std::to_string(numerator);
    if (digits.size() <= places.size()) {
        digits.insert(0, places.size() + 1 - digits.size(), '0');
    }
    const std::size_t whole = digits.size() - places.size();
    return digits.substr(0, whole) + "." + digits.substr(whole);
}

Where Policy::where(std::string_view name) const {
    Where out{.file = file, .line = 0, .column = 0, .attribute = std::string(name)};
    if (const AttributePolicy* attribute = find(name)) {
        out.line = attribute->line;
        out.column = attribute->column;
    }
    return out;
}

void Policy::check() const {
    std::set<std::string_view> seen;
    double weights = 0;
    for (const AttributePolicy& attribute : attributes) {
        const auto refuse = [&](const char* fault) {
            throw Error(ErrorCode::bad_policy, fault, where(attribute.name));
        };
        if (attribute.name.empty() || !seen.insert(attribute.name).second) {
            refuse("an attribute has no name, or is named twice; name each once");
        }
        try {
            check_coding(attribute.coding);
        } catch (const Error& fault) {
            refuse(fault.what());
        }
        weights += attribute.weight;
        if (!(attribute.weight >= 0) || !std::isfinite(weights)) {
            refuse("a weight is a number of at least 0, and all together are finite");
        }
        if (const char* fault = recoding_fault(attribute)) {
            refuse(fault);
        }
    }
    detail::check_keyed(*this);
    if (gs_factor) {
        check_gs_factor(*gs_factor);
    }
    if (max_set_values == 0) {
        throw Error(ErrorCode::bad_policy,
                    "max-set-values is 0, but a set has values; 1 releases values and stars alone",
                    {.file = file});
    }
    for (const auto& [code, reason] : accept) {
        static_cast<void>(find_warning(code));
        if (reason.empty()) {
            throw Error(ErrorCode::bad_policy,
                        "warning '" + code + "' is accepted without a reason; say why",
                        {.file = file});
        }
    }
    for (const auto& limit : {std::optional(suppression), cell_suppression}) {
        if (limit && limit->denominator != 0 && limit->numerator > limit->denominator) {
            throw Error(ErrorCode::bad_policy,
                        "a limit of suppression is a share of more than 1; give at most 1, or a "
                        "count of rows",
                        {.file = file});
        }
    }
}

void Policy::check_class() const {
    for (const AttributePolicy& attribute : attributes) {
        const bool identifying = attribute.role == Role::identifying;
        if (!attribute.is_class || !(identifying || attribute.role == Role::quasi_identifying)) {
            continue;
        }
        throw Error(ErrorCode::bad_policy,
                    std::string("the class attribute cannot be ") +
                        (identifying ? "identifying, for no release would have its labels"
                                     : "quasi-identifying, for its labels are released as they "
                                       "are") +
                        "; give it `role: sensitive` or `insensitive` (--sensitive, --keep), or "
                        "name another class attribute (--class)",
                    where(attribute.name));
    }
}

const AttributePolicy* Policy::find(std::string_view name) const {
    const auto at = std::find_if(
        attributes.begin(), attributes.end(), [&](const auto& a) { return a.name == name; });
    return at == attributes.end() ? nullptr : &*at;
}

AttributePolicy& Policy::attribute(std::string_view name) {
    for (AttributePolicy& attribute : attributes) {
        if (attribute.name == name) {
            return attribute;
        }
    }
    attributes.emplace_back().name = name;
    return attributes.back();
}

void Policy::give_role(std::string_view name, Role role, std::string_view by) {
    AttributePolicy& given = attribute(name);
    given.role_source = {.given_by = std::string(by), .before = given.role};
    given.role = role;
}

void Policy::require(const PrivacyRequirement& requirement) {
    const auto found = std::ranges::find_if(privacy, [&](const PrivacyRequirement& other) {
        return other.model == requirement.model && other.attribute == requirement.attribute &&
               other.with == requirement.with && other.against == requirement.against;
    });
    if (found != privacy.end()) {
        *found = requirement;
    } else if (requirement.model == "k-anonymity") {
        privacy.insert(privacy.begin(), requirement);
    } else {
        privacy.push_back(requirement);
    }
}

std::vector<std::string*> named_files(Policy& policy) {
    std::vector<std::string*> out;
    const auto add = [&out](std::string& file) {
        if (!file.empty()) {
            out.push_back(&file);
        }
    };
    for (AttributePolicy& attribute : policy.attributes) {
        add(attribute.hierarchy.file);
        add(attribute.items_file);
        if (attribute.pseudonym) {
            add(attribute.pseudonym->key);
        }
        if (attribute.shift) {
            add(attribute.shift->key);
        }
    }
    add(policy.population.file);
    return out;
}

std::vector<std::string> named_files(const Policy& policy) {
    Policy copy = policy;
    std::vector<std::string> out;
    for (const std::string* const file : named_files(copy)) {
        out.push_back(*file);
    }
    return out;
}

}  // namespace kanon
