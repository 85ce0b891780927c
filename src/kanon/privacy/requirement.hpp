// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kanon {

/// Somebody against whom a promise is made, by the quasi-identifiers that they know of a person.
/// At most one of the two is set; neither: all of them.
struct Adversary {
    std::vector<std::string> columns{};  ///< these, as the policy lists them
    std::size_t any = 0;                 ///< so many, whichever they are

    [[nodiscard]] bool knows_all() const { return columns.empty() && any == 0; }

    friend bool operator==(const Adversary&, const Adversary&) = default;
};

/// `age, sex and zip`, or `any 3 of the quasi-identifiers`; "" for one who knows all.
[[nodiscard]] std::string known_text(const Adversary& adversary);

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
    Adversary against{};    ///< of whom it speaks
    bool is_added = false;  ///< nobody asked for it: a run without a policy protects by it
};

/// Those against whom something is promised, each once, in order; where nothing is, who knows all.
[[nodiscard]] std::vector<Adversary> adversaries_of(const std::vector<PrivacyRequirement>& privacy);

/// An attack that a kept promise rules out, up to a limit, and why: `background`, `whoever rules
/// out 1 value of disease has at least 2 left in each class`. docs/attacks.md has the attacks.
struct Exclusion {
    std::string attack;
    std::string because;
};

}  // namespace kanon
