// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/keyed/pseudonym.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/ascii.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>
#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kPseudonymUse = "kanon pseudonym";
constexpr std::string_view kDigitsUse = "kanon pseudonym digits";
constexpr std::size_t kHexBytes = 16;
constexpr std::uint64_t kDecimalBase = 10;

[[noreturn]] void refuse_form(std::string_view text) {
    throw Error(ErrorCode::bad_policy,
                fmt::format("the format of pseudonyms is a prefix that begins with a letter, and a "
                            "number of digits from 1 to {}, such as P+8, not '{}'",
                            PseudonymForm::kMostDigits,
                            text));
}

std::uint64_t power_of_ten(unsigned exponent) {
    std::uint64_t out = 1;
    for (unsigned i = 0; i < exponent; ++i) {
        out *= kDecimalBase;
    }
    return out;
}

/// How many digits make it unlikely (1 in 10^6) that any two of so many values collide.
unsigned digits_for(std::size_t values) {
    constexpr double kSafety = 6;
    const double pairs = 2 * std::log10(static_cast<double>(std::max<std::size_t>(values, 2)));
    return static_cast<unsigned>(std::ceil(pairs + kSafety));
}

[[noreturn]] void refuse_collision(std::size_t values, const PseudonymForm& form) {
    const unsigned enough = digits_for(values);
    const std::string remedy =
        enough <= PseudonymForm::kMostDigits
            ? fmt::format("write {}+{}, or leave the format out", form.prefix, enough)
            : "leave the format out";
    throw Error(ErrorCode::bad_policy,
                fmt::format("two of its {} get the same pseudonym of {}; {}",
                            count_text(values, "value"),
                            count_text(form.digits, "digit"),
                            remedy));
}

}  // namespace

PseudonymForm PseudonymForm::parse(std::string_view text) {
    const std::size_t plus = text.rfind('+');
    if (plus == std::string_view::npos || plus == 0) {
        refuse_form(text);
    }
    PseudonymForm out{.prefix = std::string(text.substr(0, plus)), .digits = 0};
    const std::string_view digits = text.substr(plus + 1);
    const char* const end = digits.data() + digits.size();
    const auto [stop, fault] = std::from_chars(digits.data(), end, out.digits);
    const bool is_prefix =
        is_letter(out.prefix.front()) && std::ranges::all_of(out.prefix, [](char c) {
            return is_letter(c) || is_digit(c) || c == '-' || c == '_';
        });
    const bool is_number = fault == std::errc{} && stop == end;
    if (!is_prefix || !is_number || out.digits == 0 || out.digits > kMostDigits) {
        refuse_form(text);
    }
    return out;
}

std::string PseudonymForm::text() const {
    return digits == 0 ? "" : fmt::format("{}+{}", prefix, digits);
}

std::string pseudonym_of(const SecretKey& key, std::string_view value, const PseudonymForm& form) {
    if (form.digits > 0) {
        const std::uint64_t number = key.number_below(power_of_ten(form.digits), kDigitsUse, value);
        return fmt::format("{}{:0{}}", form.prefix, number, form.digits);
    }
    const SecretKey::Bytes tag = key.tag(kPseudonymUse, value);
    std::string out = form.prefix;
    for (std::size_t i = 0; i < kHexBytes; ++i) {
        out += fmt::format("{:02x}", tag[i]);
    }
    return out;
}

std::shared_ptr<const Column> pseudonymous_column(const Column& original,
                                                  const SecretKey& key,
                                                  const PseudonymForm& form) {
    ValueRules rules;
    rules.declared = ValueType::text;
    FoundColumn made = respelled(
        original, [&](std::string_view value) { return pseudonym_of(key, value, form); }, rules);
    const std::size_t values = original.dictionary->value_count();
    if (made.column.dictionary->value_count() < values) {
        refuse_collision(values, form);
    }
    made.column.storage_type = "VARCHAR";
    return std::make_shared<const Column>(std::move(made.column));
}

}  // namespace kanon
