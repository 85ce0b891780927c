// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/shared/method_options.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/suggest.hpp"

#include <algorithm>
#include <charconv>
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

}  // namespace

std::string word_option(const OptionMap& options, const OptionSpec& spec) {
    std::string word = text_of(options, spec);
    const std::vector<std::string_view> words = words_of(spec.type);
    if (std::find(words.begin(), words.end(), word) == words.end()) {
        throw Error(ErrorCode::bad_policy,
                    "method option '" + std::string(spec.name) + "' must be one of " +
                        std::string(spec.type) + ", not '" + word + "'" + suggestion(word, words));
    }
    return word;
}

std::uint64_t integer_option(const OptionMap& options,
                             const OptionSpec& spec,
                             std::uint64_t least) {
    const std::string text = text_of(options, spec);
    std::uint64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{} || end != text.data() + text.size() || number < least) {
        throw Error(ErrorCode::bad_policy,
                    "method option '" + std::string(spec.name) + "' must be a whole number of " +
                        std::to_string(least) + " or more, not '" + text + "'");
    }
    return number;
}

double number_option(const OptionMap& options,
                     const OptionSpec& spec,
                     double least,
                     double greatest) {
    const std::string text = text_of(options, spec);
    double number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool read = fault == std::errc{} && end == text.data() + text.size();
    if (!read || !(number >= least && number <= greatest)) {
        std::ostringstream bounds;
        bounds << least << " to " << greatest;
        throw Error(ErrorCode::bad_policy,
                    "method option '" + std::string(spec.name) + "' must be a number from " +
                        bounds.str() + ", not '" + text + "'");
    }
    return number;
}

}  // namespace kanon
