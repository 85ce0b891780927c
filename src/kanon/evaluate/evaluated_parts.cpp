// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/evaluate/evaluate_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

using NamedPart = std::pair<std::string_view, bool EvaluatedParts::*>;

constexpr std::array<NamedPart, 5> kNamedParts{{
    {"queries", &EvaluatedParts::queries},
    {"statistics", &EvaluatedParts::statistics},
    {"classifiers", &EvaluatedParts::classifiers},
    {"distinguishability", &EvaluatedParts::distinguishability},
    {"measures", &EvaluatedParts::measures},
}};

}  // namespace

EvaluatedParts only_parts(const std::vector<std::string>& words) {
    EvaluatedParts out;
    for (const NamedPart& part : kNamedParts) {
        out.*part.second = false;
    }
    for (const std::string& word : words) {
        const auto* const found = std::ranges::find(kNamedParts, word, &NamedPart::first);
        if (found == kNamedParts.end()) {
            std::array<std::string_view, kNamedParts.size()> names;
            std::ranges::transform(kNamedParts, names.begin(), &NamedPart::first);
            throw Error(ErrorCode::usage,
                        "'" + word + "' is no part of an evaluation" + suggestion(word, names),
                        {.attribute = "parts"});
        }
        out.*found->second = true;
    }
    return out;
}

}  // namespace kanon
