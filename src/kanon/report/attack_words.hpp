// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kanon {

/// An attack of docs/attacks.md in the words of the reports.
struct AttackWords {
    std::string_view attack;     ///< as Exclusion::attack
    std::string_view prevented;  ///< completes `prevents ...`
    /// What may happen where no promise rules it out: a sentence. `{0}` stands for the names of
    /// sensitive columns, `{1}` for what rows are hidden in (`a class`).
    std::string_view possible;
    bool of_values = false;  ///< it is about the values of sensitive columns
};

/// Every attack, in the order in which reports speak of them.
[[nodiscard]] std::span<const AttackWords> attack_catalogue();

/// What completes `prevents ...`, of an attack without a row as well.
[[nodiscard]] std::string prevented_words(std::string_view attack);

}  // namespace kanon
