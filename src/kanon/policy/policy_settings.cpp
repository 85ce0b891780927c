// SPDX-License-Identifier: Apache-2.0
#include "kanon/policy/policy_settings.hpp"

#include "kanon/base/fraction.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/policy/policy_keyed.hpp"
#include "kanon/policy/policy_keys.hpp"
#include "kanon/quality/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

namespace kanon {
namespace {

namespace keys = detail::policy_keys;
using Group = SettingFlag::Group;

[[noreturn]] void refuse(const std::string& message) {
    throw Error(ErrorCode::bad_policy, message);
}

template <std::size_t Size>
std::size_t place_of(const std::string& text,
                     const std::array<std::string_view, Size>& words,
                     std::string_view what) {
    const auto* const at = std::ranges::find(words, text);
    if (at == words.end()) {
        refuse(fmt::format("unknown {} '{}'{}", what, text, suggestion(text, words)));
    }
    return static_cast<std::size_t>(at - words.begin());
}

double number_of(const std::string& text, std::string_view what) {
    const std::optional<double> value = number_or_percent(text);
    if (!value) {
        refuse(fmt::format("{} needs a number, not '{}'", what, text));
    }
    return *value;
}

std::uint64_t whole_of(const std::string& text,
                       std::string_view what,
                       std::uint64_t least,
                       std::uint64_t greatest) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc{} || stop != end || value < least || value > greatest) {
        refuse(fmt::format(
            "{} needs a whole number from {} to {}, not '{}'", what, least, greatest, text));
    }
    return value;
}

void set_recoding_model(Policy& policy, const std::string& text) {
    policy.recoding_model = find_recoding_model(text);
}

std::string recoding_model_text(const Policy& policy) {
    return policy.recoding_model ? std::string(to_string(*policy.recoding_model)) : "";
}

void set_objective(Policy& policy, const std::string& text) {
    static_cast<void>(find_objective(text));
    policy.objective = text;
}

void set_gs_factor(Policy& policy, const std::string& text) {
    const double factor = number_of(text, "gs-factor");
    check_gs_factor(factor);
    policy.gs_factor = factor;
}

void set_max_set_values(Policy& policy, const std::string& text) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    policy.max_set_values = whole_of(text, "max-set-values", 1, kMost);
}

void set_suppressed(Policy& policy, const std::string& text) {
    policy.suppressed = place_of(text, keys::kSuppressed, "treatment of suppressed rows") == 0
                            ? SuppressedRows::star_as_text
                            : SuppressedRows::drop;
}

/// Stars alone are what nobody has to ask for.
std::string suppressed_text(const Policy& policy) {
    switch (policy.suppressed) {
        case SuppressedRows::star:
            return "";
        case SuppressedRows::drop:
            return "drop";
        case SuppressedRows::star_as_text:
            return "star";
    }
    return "";
}

/// A list is text until it is bound.
void set_type(AttributePolicy& attribute, const std::string& text) {
    const std::size_t place = place_of(text, keys::kTypes, "type");
    attribute.is_list = place + 1 == keys::kTypes.size();
    attribute.type = attribute.is_list ? ValueType::text : static_cast<ValueType>(place);
}

void set_weight(AttributePolicy& attribute, const std::string& text) {
    const double weight = number_of(text, "weight");
    if (weight < 0) {
        refuse("weight must not be below 0");
    }
    attribute.weight = weight;
}

std::string weight_text(const AttributePolicy& attribute) {
    return attribute.weight == 1 ? "" : fmt::format("{}", attribute.weight);
}

template <std::string ValueCoding::*Member>
void set_coding(AttributePolicy& attribute, const std::string& text) {
    ValueCoding coding = attribute.coding;
    coding.*Member = text;
    check_coding(coding);
    attribute.coding = coding;
}

template <std::string ValueCoding::*Member>
std::string coding_text(const AttributePolicy& attribute) {
    return attribute.coding.*Member;
}

constexpr std::array<PolicySetting, 6> kPolicy{{
    {.key = "person",
     .meaning = "the column that identifies persons",
     .flag = {.name = "--person",
              .takes = "COLUMN",
              .meaning = "count distinct persons by this column, not rows",
              .group = Group::columns},
     .set = [](Policy& policy, const std::string& text) { policy.person = text; },
     .text = [](const Policy& policy) { return policy.person; }},
    {.key = "recoding",
     .meaning = "what the promises are about",
     .type = SettingType::word,
     .words = "classes|freeform|any",
     .flag = {.name = "--recoding",
              .takes = "classes|freeform|any",
              .meaning = "what promises are about: classes of rows released alike, or, freeform, "
                         "the candidates of each row",
              .group = Group::promise},
     .set = set_recoding_model,
     .text = recoding_model_text},
    {.key = "objective",
     .meaning = "what to lose least of",
     .type = SettingType::word,
     .flag = {.name = "--objective",
              .takes = "NAME",
              .meaning = "what to lose least of: gcp, dm, c-avg, ...",
              .group = Group::search},
     .set = set_objective,
     .text = [](const Policy& policy) { return policy.objective; }},
    {.key = "gs-factor",
     .meaning = "objective loss: how much suppressed rows weigh against generalized cells",
     .type = SettingType::number,
     .flag = {.name = "--gs-factor",
              .takes = "G",
              .meaning = "weight of suppression against generalization in the objective loss, 0 to "
                         "1 (0.5)",
              .group = Group::search},
     .set = set_gs_factor,
     .text =
         [](const Policy& policy) {
             return policy.gs_factor ? fmt::format("{}", *policy.gs_factor) : std::string();
         }},
    {.key = "max-set-values",
     .meaning = "values of a released set, at most",
     .type = SettingType::whole,
     .flag = {.name = "--max-set-values",
              .takes = "N",
              .meaning =
                  "values of a released set `{a, b}`, more become a range of texts or `*` (12)",
              .group = Group::search},
     .set = set_max_set_values,
     .text =
         [](const Policy& policy) {
             return policy.max_set_values == kDefaultSetValues
                        ? std::string()
                        : std::to_string(policy.max_set_values);
         }},
    {.key = "keep-blank-rows",
     .meaning = "rows without any value are people",
     .type = SettingType::yes_or_no,
     .set =
         [](Policy& policy, const std::string& text) {
             policy.keep_blank_rows = place_of(text, keys::kFlags, "keep-blank-rows") == 1;
         },
     .text =
         [](const Policy& policy) { return std::string(policy.keep_blank_rows ? "true" : ""); }},
}};

constexpr std::array<PolicySetting, 3> kSuppression{{
    {.key = "max",
     .meaning = "rows at most: a share (0.05, 5%) or a count (20)",
     .type = SettingType::limit,
     .flag = {.name = "--max-suppression",
              .takes = "LIMIT",
              .meaning = "rows that may be suppressed: a share (0.05, 5%) or a count (20)",
              .group = Group::promise},
     .set = [](Policy& policy,
               const std::string& text) { policy.suppression = SuppressionLimit::parse(text); },
     .text = [](const Policy& policy) { return policy.suppression.text(); }},
    {.key = "cells",
     .meaning = "rows whose cells may be suppressed individually",
     .type = SettingType::limit,
     .flag = {.name = "--suppress-cells",
              .takes = "LIMIT",
              .meaning = "rows whose cells may be suppressed individually: a share or a count",
              .group = Group::promise},
     .set =
         [](Policy& policy, const std::string& text) {
             policy.cell_suppression = SuppressionLimit::parse(text);
         },
     .text =
         [](const Policy& policy) {
             return policy.cell_suppression ? policy.cell_suppression->text() : std::string();
         }},
    {.key = "rows",
     .meaning = "become stars in every column, as text (without a word: missing in columns of "
                "other types), or are left out",
     .type = SettingType::word,
     .words = "star|drop",
     .flag = {.name = "--suppressed",
              .takes = "star|drop",
              .meaning = "a suppressed row is stars in every column, or is dropped",
              .group = Group::promise},
     .set = set_suppressed,
     .text = suppressed_text},
}};

constexpr std::array<AttributeSetting, 20> kAttribute{{
    {.key = "role",
     .meaning = "what others may know or learn by it",
     .type = SettingType::word,
     .words = "identifying|quasi-identifying|sensitive|insensitive|pseudonymous",
     .set =
         [](AttributePolicy& attribute, const std::string& text) {
             attribute.role = static_cast<Role>(place_of(text, keys::kRoles, "role"));
         },
     .text =
         [](const AttributePolicy& attribute) {
             return attribute.role ? std::string(to_string(*attribute.role)) : std::string();
         }},
    {.key = "type",
     .meaning = "of its values; else found",
     .type = SettingType::word,
     .words = "integer|decimal|date|datetime|text|list",
     .flag = {.name = "--types",
              .takes = "COLUMN=TYPE,...",
              .meaning = "types: integer, decimal, date, datetime, text, or list (of items in a "
                         "cell)",
              .group = Group::columns},
     .set = set_type,
     .text =
         [](const AttributePolicy& attribute) {
             return attribute.is_list ? std::string("list")
                    : attribute.type  ? std::string(to_string(*attribute.type))
                                      : std::string();
         }},
    {.key = "separator",
     .meaning = "between the items of a list; else found",
     .flag = {.name = "--separator",
              .takes = "COLUMN=TEXT",
              .meaning = "what parts the items of a list (found in the data)",
              .group = Group::columns},
     .set = [](AttributePolicy& attribute, const std::string& text) { attribute.separator = text; },
     .text = [](const AttributePolicy& attribute) { return attribute.separator; }},
    {.key = "items-file",
     .meaning = "a table with a row for each item, from which the list is made",
     .set = [](AttributePolicy& attribute,
               const std::string& text) { attribute.items_file = text; },
     .text = [](const AttributePolicy& attribute) { return attribute.items_file; }},
    {.key = "items-by",
     .meaning = "of items-file: the column of both tables that says whose an item is",
     .set = [](AttributePolicy& attribute, const std::string& text) { attribute.items_by = text; },
     .text = [](const AttributePolicy& attribute) { return attribute.items_by; }},
    {.key = "items-column",
     .meaning = "of items-file: its column of items",
     .set = [](AttributePolicy& attribute,
               const std::string& text) { attribute.items_column = text; },
     .text = [](const AttributePolicy& attribute) { return attribute.items_column; }},
    {.key = "sensitive-items",
     .meaning = "items of a list, or groups of them, that l of km-anonymity protects; parted by "
                "commas",
     .flag = {.name = "--sensitive-items",
              .takes = "COLUMN=ITEMS",
              .meaning = "items of a list that l of km-anonymity protects, parted by commas",
              .group = Group::columns},
     .set = [](AttributePolicy& attribute,
               const std::string& text) { attribute.sensitive_items = text; },
     .text = [](const AttributePolicy& attribute) { return attribute.sensitive_items; }},
    {.key = "list-method",
     .meaning = "how the lists of a column are generalized",
     .type = SettingType::word,
     .words = "apriori|lra|optimal|vpa",
     .flag = {.name = "--list-method",
              .takes = "COLUMN=NAME",
              .meaning = "how lists are generalized: apriori, lra, optimal or vpa (apriori)",
              .group = Group::search},
     .set =
         [](AttributePolicy& attribute, const std::string& text) {
             static_cast<void>(place_of(text, keys::kListMethods, "list-method"));
             attribute.list_method = text;
         },
     .text = [](const AttributePolicy& attribute) { return attribute.list_method; }},
    {.key = "drop-items",
     .meaning = "rare items may be left out of single lists; true",
     .type = SettingType::yes_or_no,
     .flag = {.name = "--drop-items",
              .takes = "COLUMN=true|false",
              .meaning = "whether rare items may be left out of single lists (true)",
              .group = Group::search},
     .set =
         [](AttributePolicy& attribute, const std::string& text) {
             attribute.drops_items = place_of(text, keys::kFlags, "drop-items") == 1;
         },
     .text =
         [](const AttributePolicy& attribute) {
             return std::string(attribute.drops_items ? "" : "false");
         }},
    {.key = "weight",
     .meaning = "how much its loss counts, 0 or more; 1",
     .type = SettingType::number,
     .flag = {.name = "--weight",
              .takes = "COLUMN=NUMBER,...",
              .meaning = "how much a column's loss counts (1)",
              .group = Group::search},
     .set = set_weight,
     .text = weight_text},
    {.key = "recode",
     .meaning = "what its values become",
     .type = SettingType::word,
     .words = "hierarchy|range|set|mean|median|mode",
     .flag = {.name = "--recode",
              .takes = "COLUMN=WORD,...",
              .meaning = "hierarchy, range, mean, median or mode of a column",
              .group = Group::columns},
     .set = [](AttributePolicy& attribute,
               const std::string& text) { set_recoding(attribute, text); },
     .text =
         [](const AttributePolicy& attribute) { return std::string(recoding_word(attribute)); }},
    {.key = "digits",
     .meaning = "of a mean, behind the point",
     .type = SettingType::whole,
     .set =
         [](AttributePolicy& attribute, const std::string& text) {
             attribute.digits =
                 static_cast<unsigned>(whole_of(text, "digits", 0, Aggregate::kMostDigits));
         },
     .text =
         [](const AttributePolicy& attribute) {
             return attribute.digits ? std::to_string(*attribute.digits) : std::string();
         }},
    {.key = "derive",
     .meaning = "what stands in place of its dates: `age at` and a day",
     .flag = {.name = "--derive",
              .takes = "COLUMN=RULE",
              .meaning = "release ages in place of dates, `birth=age at 2024-12-31`",
              .group = Group::columns},
     .set = set_coding<&ValueCoding::derive>,
     .text = coding_text<&ValueCoding::derive>},
    {.key = "bottom",
     .meaning = "values up to it are released as one",
     .type = SettingType::value,
     .flag = {.name = "--bottom",
              .takes = "COLUMN=VALUE",
              .meaning = "release values up to this one as one, `(-inf, 20]`",
              .group = Group::columns},
     .set = set_coding<&ValueCoding::bottom>,
     .text = coding_text<&ValueCoding::bottom>},
    {.key = "top",
     .meaning = "values from it on are released as one",
     .type = SettingType::value,
     .flag = {.name = "--top",
              .takes = "COLUMN=VALUE",
              .meaning = "release values from this one on as one, `[80, inf)`",
              .group = Group::columns},
     .set = set_coding<&ValueCoding::top>,
     .text = coding_text<&ValueCoding::top>},
    {.key = "round",
     .meaning = "to multiples of it",
     .type = SettingType::number,
     .flag = {.name = "--round",
              .takes = "COLUMN=STEP",
              .meaning = "round the numbers of a column that is not generalized",
              .group = Group::columns},
     .set = set_coding<&ValueCoding::round>,
     .text = coding_text<&ValueCoding::round>},
    {.key = "pseudonym",
     .meaning = "what stands for its values: pseudonyms under a secret key",
     .type = SettingType::rule,
     .flag = {.name = "--pseudonym",
              .takes = "COLUMN=KEYFILE",
              .meaning = "release pseudonyms under the key of this file (`kanon key`), "
                         "`pid=study.key as P+8`; never anonymous",
              .group = Group::columns},
     .set = detail::set_pseudonym,
     .text = detail::pseudonym_text},
    {.key = "shift",
     .meaning = "dates are shifted, all of a person by one secret number of days",
     .type = SettingType::rule,
     .flag = {.name = "--shift",
              .takes = "COLUMN=RULE",
              .meaning = "shift dates by a secret number of days for each person, `admitted=60d by "
                         "pid with study.key`; never anonymous",
              .group = Group::columns},
     .set = detail::set_shift,
     .text = detail::shift_text},
    {.key = "class",
     .meaning = "the class attribute of classification",
     .type = SettingType::yes_or_no,
     .set =
         [](AttributePolicy& attribute, const std::string& text) {
             attribute.is_class = place_of(text, keys::kFlags, "class") == 1;
         },
     .text =
         [](const AttributePolicy& attribute) {
             return std::string(attribute.is_class ? "true" : "");
         }},
    {.key = "missing",
     .meaning = "rows without a value: left out on reading, or a value of its own",
     .type = SettingType::word,
     .words = "drop|value",
     .set =
         [](AttributePolicy& attribute, const std::string& text) {
             attribute.missing_is_value = place_of(text, keys::kMissing, "missing") == 1;
         },
     .text =
         [](const AttributePolicy& attribute) {
             const std::optional<bool>& value = attribute.missing_is_value;
             return std::string(!value ? "" : *value ? "value" : "drop");
         }},
}};

}  // namespace

std::span<const PolicySetting> policy_settings() {
    return kPolicy;
}

std::span<const PolicySetting> suppression_settings() {
    return kSuppression;
}

std::span<const AttributeSetting> attribute_settings() {
    return kAttribute;
}

}  // namespace kanon
