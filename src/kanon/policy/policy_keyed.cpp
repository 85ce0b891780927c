// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_keyed.hpp"

#include "kanon/policy/policy_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace kanon {
namespace detail {
namespace {

constexpr std::uint32_t kLeastWithWeekdays = 7;

[[noreturn]] void refuse_keyed(const std::string& message) {
    throw Error(ErrorCode::bad_policy, message);
}

/// `60d`, or `60`.
std::uint32_t days_of(std::string_view text) {
    const std::string_view digits = text.substr(0, text.size() - (text.ends_with('d') ? 1 : 0));
    std::uint32_t days = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, fault] = std::from_chars(digits.data(), end, days);
    if (fault != std::errc{} || stop != end || days == 0 || days > ShiftRange::kMostDays) {
        refuse_keyed(
            fmt::format("shift is within a number of days from 1 to {}, such as 60d, not "
                        "'{}'",
                        ShiftRange::kMostDays,
                        text));
    }
    return days;
}

void check_range(const ShiftRange& range) {
    if (range.keeps_weekdays && range.within < kLeastWithWeekdays) {
        refuse_keyed("weekdays are kept by shifts of whole weeks, so within is at least 7d");
    }
}

constexpr std::string_view kShiftForm =
    "shift is written {by: COLUMN, within: 60d, key: FILE}, and weekdays: true besides to keep "
    "them";

const ConfigNode& needed(const PolicyReader& reader,
                         const ConfigNode& map,
                         std::string_view key,
                         std::string_view form) {
    const ConfigNode* const node = map.find(key);
    if (node == nullptr) {
        reader.fail(map, std::string(form));
    }
    return *node;
}

}  // namespace

void read_pseudonym(const PolicyReader& reader, const ConfigNode& node, AttributePolicy& out) {
    PseudonymPolicy& made = out.pseudonym.emplace();
    if (node.kind == ConfigNode::Kind::scalar) {
        made.key = reader.text(node, "pseudonym");
        return;
    }
    reader.check_keys(node, "pseudonym", policy_keys::kPseudonym);
    made.key = reader.text(
        needed(reader, node, "key", "pseudonym is written {key: FILE} or {key: FILE, format: P+8}"),
        "key");
    if (const ConfigNode* const format = node.find("format")) {
        reader.at(*format,
                  [&] { made.form = PseudonymForm::parse(reader.text(*format, "format")); });
    }
}

void read_shift(const PolicyReader& reader, const ConfigNode& node, AttributePolicy& out) {
    if (node.kind != ConfigNode::Kind::map) {
        reader.fail(node, std::string(kShiftForm));
    }
    reader.check_keys(node, "shift", policy_keys::kShift);
    ShiftPolicy& made = out.shift.emplace();
    made.by = reader.text(needed(reader, node, "by", kShiftForm), "by");
    made.key = reader.text(needed(reader, node, "key", kShiftForm), "key");
    const ConfigNode& within = needed(reader, node, "within", kShiftForm);
    reader.at(within, [&] { made.range.within = days_of(reader.text(within, "within")); });
    if (const ConfigNode* const weekdays = node.find("weekdays")) {
        made.range.keeps_weekdays = reader.word(*weekdays, "weekdays", policy_keys::kFlags) == 1;
    }
    reader.at(within, [&] { check_range(made.range); });
}

void set_pseudonym(AttributePolicy& attribute, const std::string& text) {
    constexpr std::string_view kAs = " as ";
    const std::size_t cut = text.rfind(kAs);
    PseudonymPolicy made{.key = text.substr(0, cut), .form = {}};
    if (cut != std::string::npos) {
        made.form = PseudonymForm::parse(std::string_view(text).substr(cut + kAs.size()));
    }
    if (made.key.empty()) {
        refuse_keyed("a pseudonym needs the file of its key: FILE, or FILE as P+8");
    }
    attribute.pseudonym = std::move(made);
}

void set_shift(AttributePolicy& attribute, const std::string& text) {
    constexpr std::string_view kBy = " by ";
    constexpr std::string_view kWith = " with ";
    constexpr std::string_view kWeekdays = " weekdays";
    const std::size_t by = text.find(kBy);
    const std::size_t with = text.rfind(kWith);
    if (by == std::string::npos || with == std::string::npos || with <= by + kBy.size() ||
        with + kWith.size() == text.size()) {
        refuse_keyed(
            "shift is written `60d by COLUMN with FILE`, or `60d weekdays by COLUMN with FILE` to "
            "keep the days of the week");
    }
    std::string_view within = std::string_view(text).substr(0, by);
    ShiftPolicy made;
    made.range.keeps_weekdays = within.ends_with(kWeekdays);
    within.remove_suffix(made.range.keeps_weekdays ? kWeekdays.size() : 0);
    made.range.within = days_of(within);
    check_range(made.range);
    made.by = text.substr(by + kBy.size(), with - by - kBy.size());
    made.key = text.substr(with + kWith.size());
    attribute.shift = std::move(made);
}

std::string pseudonym_text(const AttributePolicy& attribute) {
    if (!attribute.pseudonym) {
        return "";
    }
    const std::string format = attribute.pseudonym->form.text();
    return "{key: " + yaml_scalar(attribute.pseudonym->key) +
           (format.empty() ? "" : ", format: " + yaml_scalar(format)) + "}";
}

std::string shift_text(const AttributePolicy& attribute) {
    if (!attribute.shift) {
        return "";
    }
    const ShiftPolicy& shift = *attribute.shift;
    return fmt::format("{{by: {}, within: {}d{}, key: {}}}",
                       yaml_scalar(shift.by),
                       shift.range.within,
                       shift.range.keeps_weekdays ? ", weekdays: true" : "",
                       yaml_scalar(shift.key));
}

namespace {

/// What speaks against coding a column under a key; "": nothing.
std::string fault_of_keyed(const AttributePolicy& attribute) {
    if (attribute.role.value_or(Role::pseudonymous) != Role::pseudonymous) {
        return fmt::format(
            "its role is {}, but it is to be released coded under a key, as no other "
            "role is; leave the role out, or the key",
            to_string(*attribute.role));
    }
    if (attribute.pseudonym && attribute.shift) {
        return "it gets pseudonyms or shifted dates, not both; leave one out";
    }
    if (attribute.shift && attribute.shift->by == attribute.name) {
        return "dates are shifted by the person that they are of, so `by` names another column";
    }
    if (attribute.is_class) {
        return "it is coded under a key, so it is no class attribute; leave one of both out";
    }
    if (attribute.asks_for_hierarchy() || !attribute.coding.empty() || attribute.recode ||
        attribute.aggregate || attribute.levels) {
        return "it is coded under a key, so nothing else is done to its values; leave hierarchy, "
               "levels, recode, derive, top, bottom and round out";
    }
    return "";
}

std::string fault_beside(const Policy& policy, const AttributePolicy& attribute) {
    for (const AttributePolicy& other : policy.attributes) {
        if (attribute.shift && other.shift && other.shift->by == attribute.shift->by &&
            other.shift->key == attribute.shift->key &&
            other.shift->range != attribute.shift->range) {
            return fmt::format(
                "it is shifted within another range than '{}', so that intervals of "
                "a person would not be kept; give both the same",
                other.name);
        }
    }
    return "";
}

}  // namespace

void check_keyed(const Policy& policy) {
    for (const AttributePolicy& attribute : policy.attributes) {
        std::string fault;
        if (attribute.is_keyed()) {
            fault = fault_of_keyed(attribute);
            fault = fault.empty() ? fault_beside(policy, attribute) : fault;
        } else if (attribute.role == Role::pseudonymous) {
            fault =
                "a pseudonymous column needs `pseudonym: {key: FILE}` or `shift: {...}`; `kanon "
                "key -o FILE` makes a key";
        }
        if (!fault.empty()) {
            throw Error(ErrorCode::bad_policy, fault, policy.where(attribute.name));
        }
    }
}

}  // namespace detail

bool Policy::has_keyed() const {
    return std::ranges::any_of(attributes, &AttributePolicy::is_keyed);
}

bool Policy::shifts_by(std::string_view name) const {
    return std::ranges::any_of(attributes, [&](const AttributePolicy& attribute) {
        return attribute.shift && attribute.shift->by == name;
    });
}

}  // namespace kanon
