// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/shared/method_options.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace kanon {
namespace {

std::string text_of(const OptionMap& options, const OptionSpec& spec) {
    const auto found = options.find(std::string(spec.name));
    return found == options.end() ? std::string(spec.fallback) : found->second;
}

std::vector<std::string_view> words_of(std::string_view type) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t bar = type.find('|');
        words.push_back(type.substr(0, bar));
        if (bar == std::string_view::npos) {
            return words;
        }
        type.remove_prefix(bar + 1);
    }
}

template <class Number>
std::optional<Number> parsed(std::string_view text) {
    Number number{};
    const char* const last = text.data() + text.size();
    const auto [end, fault] = std::from_chars(text.data(), last, number);
    return fault == std::errc{} && end == last ? std::optional<Number>(number) : std::nullopt;
}

/// False for what is not a number, too.
bool within(double number, const OptionSpec& spec) {
    return number >= spec.least && number <= spec.greatest;
}

[[noreturn]] void refuse(const OptionSpec& spec, std::string_view what, const std::string& text) {
    std::ostringstream range;
    if (spec.greatest == OptionSpec::kNoGreatest) {
        range << " of " << spec.least << " or more";
    } else {
        range << " from " << spec.least << " to " << spec.greatest;
    }
    throw Error(ErrorCode::bad_policy,
                "method option '" + std::string(spec.name) + "' must be " + std::string(what) +
                    range.str() + ", not '" + text + "'");
}

}  // namespace

std::string word_option(const OptionMap& options, const OptionSpec& spec) {
    std::string word = text_of(options, spec);
    const std::vector<std::string_view> words = words_of(spec.words);
    if (std::find(words.begin(), words.end(), word) == words.end()) {
        throw Error(ErrorCode::bad_policy,
                    "method option '" + std::string(spec.name) + "' must be one of " +
                        std::string(spec.words) + ", not '" + word + "'" + suggestion(word, words));
    }
    return word;
}

std::uint64_t integer_option(const OptionMap& options, const OptionSpec& spec) {
    const std::string text = text_of(options, spec);
    const std::optional<std::uint64_t> number = parsed<std::uint64_t>(text);
    if (!number || !within(static_cast<double>(*number), spec)) {
        refuse(spec, "a whole number", text);
    }
    return *number;
}

double number_option(const OptionMap& options, const OptionSpec& spec) {
    const std::string text = text_of(options, spec);
    const std::optional<double> number = parsed<double>(text);
    if (!number || !within(*number, spec)) {
        refuse(spec, "a number", text);
    }
    return *number;
}

}  // namespace kanon
