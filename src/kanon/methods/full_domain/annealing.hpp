// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::full_domain {

inline constexpr std::array kAnnealingOptions{
    OptionSpec{.name = "steps",
               .type = OptionType::integer,
               .least = 1,
               .fallback = "4000",
               .help = "moves tried; more find better nodes and take longer"}};

/// Simulated annealing over the lattice: a random walk that grows choosy.
///
/// Winkler: Using simulated annealing for k-anonymity, US Census Bureau, 2002, known to us only as
/// Ciriani et al. 2007 (section 4.4) sum it up: annealing that finds locally minimal nodes, without
/// assurance. Reconstructed: the walk starts at the top of the lattice (fully general); a move
/// raises or lowers one attribute, both drawn evenly, by one level; a move out of the lattice or to
/// a node that breaks a promise is refused; a better objective is always taken, a worse one by d
/// with probability exp(-d / T). The first twentieth of the steps takes every allowed move; T
/// begins at the mean |d| seen there and falls geometrically to a thousandth of it. At the end the
/// best node seen is lowered as long as one level less of some attribute keeps the promises and
/// lowers the score: the node is locally minimal in that sense.
/// Where the top does not keep the promises, the walk starts at a node chosen as for
/// Datafly (choose_beside_path()). `infeasible` is said only if proven.
///
/// Random only by RunContext::seed. Cost O(steps t m) at worst for t row types, m attributes; nodes
/// met again are remembered. Memory: NearbyGroups' and at most 2^16 scores.
/// \throws Error{bad_policy} on bad options; from run() where that last resort would look at more
/// than 2^26 nodes.
[[nodiscard]] std::unique_ptr<Method> make_annealing(const OptionMap& options);

}  // namespace kanon::full_domain
