// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::freeform {

inline constexpr std::array kHungarianOptions{
    OptionSpec{.name = "fixpoint",
               .words = "yes|no",
               .fallback = "yes",
               .help = "yes: solve the rounds anew, given the others, until none gains anything"},
    OptionSpec{.name = "splits",
               .type = OptionType::integer,
               .least = 0,
               .greatest = 1'000'000,
               .fallback = "5",
               .help = "times that the graph is then split into other rounds, and these are solved "
                       "anew; with a time limit it goes on until then"},
};

/// Freeform generalization by k rounds: in each every record takes one row more, so that all
/// together lose least, an assignment problem solved exactly; the first round gives each record its
/// own row. (Doka, Xue, Tsoumakos, Karras: k-Anonymization by Freeform Generalization, ASIACCS
/// 2015, the Hungarian algorithm.) What the publication leaves open and how it is settled here:
/// assignments are found by shortest augmenting paths (Jonker, Volgenant), and the rounds, each
/// best for those before it, are solved anew given all others until none gains anything, which the
/// publication does not do. As any regular graph splits into perfect matchings in many ways, it may
/// then be split at random into other rounds, and so on.
///
/// For k = 2 the graph is optimal, and proven so: one of its two matchings may be taken for the
/// first round, as records have no names.
///
/// Cost O(k n^2 m) for costs and O(k n^3) at worst for assignments, times the rounds solved anew;
/// memory O(n k + n^2), 4 bytes a pair: refused beyond 16,384 rows. The same for any thread count,
/// unless it timed out.
[[nodiscard]] std::unique_ptr<Method> make_hungarian(const OptionMap& options);

}  // namespace kanon::freeform
