// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kanon {

/// One condition as the policy states it.
struct PrivacyRequirement {
    std::string model = "k-anonymity";  ///< catalogue name
    /// By the names that the model's row gives them, e.g. `k`, `l`; one that is left out has its
    /// default.
    std::map<std::string, double, std::less<>> parameters{};
    std::string attribute{};  ///< the sensitive attribute, where the model has one; in messages
    std::string kind{};       ///< variant of the model, e.g. `distinct`; "": the first one
    /// Further sensitive attributes: their values together with that of `attribute` are one value.
    std::vector<std::string> with{};
    std::string value{};    ///< the one value to protect, where the model takes one; "": all
    bool is_added = false;  ///< nobody asked for it: a run without a policy protects by it
};

/// An attack that a kept promise rules out, up to a limit, and why: `background`, `whoever rules
/// out 1 value of disease has at least 2 left in each class`. docs/attacks.md has the attacks.
struct Exclusion {
    std::string attack;
    std::string because;
};

}  // namespace kanon
