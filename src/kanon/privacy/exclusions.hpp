// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/requirement.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// What promises are about.
enum class PromiseUnit {
    classes,    ///< rows released alike
    candidates  ///< of a row of a freeform release
};

/// The attacks that a release rules out by keeping this requirement, by the one table of models and
/// attacks; empty where the parameters are so weak that nothing follows, as with t = 1. The
/// adversary knows the quasi-identifiers, and nothing else but what the attack says that he knows.
/// For k-anonymity `attribute` is the column of persons, "" if rows are counted.
/// \throws Error{bad_policy} if the requirement is none that the model takes
[[nodiscard]] std::vector<Exclusion> excluded_attacks(const PrivacyRequirement& requirement,
                                                      PromiseUnit unit);

/// True if the table of models and attacks has a row for the model, so that a model that rules out
/// nothing is one of which that was thought.
[[nodiscard]] bool has_exclusions(std::string_view model);

}  // namespace kanon
