// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/attack_words.hpp"

#include <algorithm>
#include <array>

namespace kanon {
namespace {

constexpr std::array<AttackWords, 8> kAttacks{{
    {.attack = "link",
     .prevented = "re-identification by linking",
     .possible = "Whoever knows the quasi-identifying columns of a person may find that person's "
                 "row."},
    {.attack = "homogeneity",
     .prevented = "homogeneity attacks",
     .possible = "All rows of {1} may share one value of {0}, which is then disclosed.",
     .of_values = true},
    {.attack = "background",
     .prevented = "background-knowledge attacks",
     .possible = "Whoever can rule out some values of {0} may be left with the right one.",
     .of_values = true},
    {.attack = "guess",
     .prevented = "confident guesses",
     .possible = "The most frequent value of {0} in {1} may be a confident guess.",
     .of_values = true},
    {.attack = "skewness",
     .prevented = "skewness attacks",
     .possible = "Some values of {0} may be much more likely in {1} than in the whole table.",
     .of_values = true},
    {.attack = "similarity",
     .prevented = "similarity attacks",
     .possible = "The values of {0} in {1} may differ and still be close to each other.",
     .of_values = true},
    {.attack = "presence",
     .prevented = "learning who is in the table",
     .possible = "It may be possible to infer that a person is in the table."},
    {.attack = "absence",
     .prevented = "learning who is not in the table",
     .possible = "It may be possible to infer that a person is not in the table."},
}};

}  // namespace

std::span<const AttackWords> attack_catalogue() {
    return kAttacks;
}

std::string prevented_words(std::string_view attack) {
    const auto* const found = std::ranges::find(kAttacks, attack, &AttackWords::attack);
    return found == kAttacks.end() ? std::string(attack) + " attacks"
                                   : std::string(found->prevented);
}

}  // namespace kanon
