// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/suggest.hpp"
#include "kanon/policy/pattern_settings.hpp"
#include "kanon/problem/binding/binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace kanon::detail {
namespace {

[[noreturn]] void refuse(const Problem& problem, const std::string& message) {
    const PatternPolicy& patterns = *problem.policy.patterns;
    throw Error(ErrorCode::bad_policy,
                "patterns: " + message,
                Where{.file = problem.policy.file,
                      .line = patterns.line,
                      .column = patterns.column,
                      .attribute = ""});
}

Pattern pattern_of(const Problem& problem, const PatternPolicy::Names& names) {
    Pattern out = 0;
    for (const std::string& name : names) {
        std::vector<std::string_view> known;
        for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
            known.push_back(attribute.name);
        }
        const auto at = std::find(known.begin(), known.end(), name);
        if (at == known.end()) {
            refuse(problem,
                   fmt::format(
                       "'{}' is no quasi-identifying column{}", name, suggestion(name, known)));
        }
        out |= Pattern{1} << static_cast<std::size_t>(at - known.begin());
    }
    return out;
}

std::vector<Pattern> patterns_of(const Problem& problem,
                                 const std::vector<PatternPolicy::Names>& groups) {
    std::vector<Pattern> out;
    out.reserve(groups.size());
    for (const PatternPolicy::Names& names : groups) {
        out.push_back(pattern_of(problem, names));
    }
    return out;
}

std::string names_of(const Problem& problem, Pattern pattern) {
    std::string out;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        if ((pattern >> j & 1U) != 0) {
            out +=
                fmt::format("{}'{}'", out.empty() ? "" : ", ", problem.quasi_identifiers[j].name);
        }
    }
    return out;
}

/// Rules that can only both be kept by starring none of the attributes they name.
void refuse_contradictions(const Problem& problem, const PatternMask& mask) {
    for (const Pattern group : mask.together) {
        if ((group & mask.never) != 0) {
            refuse(
                problem,
                fmt::format("together asks for {} at once, never forbids {}; drop one of the two",
                            names_of(problem, group),
                            names_of(problem, group & mask.never)));
        }
        for (const Pattern alone : mask.at_most_one) {
            if (std::popcount(group & alone) > 1) {
                refuse(problem,
                       fmt::format("together asks for {} at once, at-most-one forbids it; drop one "
                                   "of the two",
                                   names_of(problem, group & alone)));
            }
        }
        if (static_cast<std::size_t>(std::popcount(group)) > mask.max_stars) {
            refuse(problem,
                   fmt::format("together asks for {} at once, which is more than max-stars",
                               names_of(problem, group)));
        }
    }
}

void take_rules(const Problem& problem, const PatternPolicy& policy, PatternMask& mask) {
    mask.given = true;
    mask.all_star = policy.all_star;
    mask.max_stars = policy.max_stars.value_or(mask.max_stars);
    mask.never |= pattern_of(problem, policy.never);
    mask.together = patterns_of(problem, policy.together);
    mask.at_most_one = patterns_of(problem, policy.at_most_one);
    refuse_contradictions(problem, mask);
    mask.list = patterns_of(problem, policy.list);
    std::sort(mask.list.begin(), mask.list.end());
    if (std::binary_search(mask.list.begin(), mask.list.end(), mask.everything())) {
        refuse(problem,
               "the pattern that stars everything is not listed; write all-star: true for "
               "outliers, or all-star: class");
    }
    if (std::adjacent_find(mask.list.begin(), mask.list.end()) != mask.list.end()) {
        refuse(problem, "a pattern is listed twice");
    }
    if (mask.patterns().empty()) {
        refuse(problem, "no pattern keeps all of the rules and the attributes' levels");
    }
    if (mask.all_star == AllStar::never && problem.suppression_limit > 0) {
        refuse(problem,
               "suppression.max lets whole rows be suppressed, the patterns do not; write "
               "all-star: true, or suppression: {max: 0}");
    }
}

}  // namespace

void bind_patterns(Problem& problem) {
    if (problem.policy.patterns) {
        for (const std::string& old_key : problem.policy.patterns->old_keys) {
            problem.assumptions.push_back(fmt::format(
                "the policy's patterns say {}, which is called {} now; the old name is still read",
                old_key,
                new_pattern_key(old_key)));
        }
    }
    PatternMask& mask = problem.patterns;
    mask.attributes = problem.quasi_identifiers.size();
    if (mask.attributes > kMostPatternAttributes) {
        if (problem.policy.patterns) {
            refuse(
                problem,
                fmt::format("there can be up to {} quasi-identifiers, not {}; make fewer columns "
                            "quasi-identifying, or drop `patterns`",
                            kMostPatternAttributes,
                            mask.attributes));
        }
        return;
    }
    for (std::size_t j = 0; j < mask.attributes; ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        const bool stars = attribute.greatest_level == attribute.hierarchy.height();
        mask.never |= stars ? 0 : Pattern{1} << j;
        mask.always |= attribute.least_level > 0 ? Pattern{1} << j : 0;
    }
    if (problem.policy.patterns) {
        take_rules(problem, *problem.policy.patterns, mask);
    }
}

}  // namespace kanon::detail
