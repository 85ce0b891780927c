// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::domain_cut {

/// Options of `genetic`.
inline constexpr std::array kGeneticOptions{
    OptionSpec{.name = "population",
               .type = OptionType::integer,
               .fallback = "0",
               .help = "recodings kept at a time; 0: two for each division there is, 32 to 128"},
    OptionSpec{.name = "generations",
               .type = OptionType::integer,
               .fallback = "40",
               .help = "rounds of as many children; more find better recodings"},
    OptionSpec{.name = "crossover",
               .type = OptionType::number,
               .greatest = 1,
               .fallback = "0.8",
               .help = "share of children that have two parents, 0 to 1"},
    OptionSpec{.name = "mutation",
               .type = OptionType::number,
               .greatest = 1000,
               .fallback = "1.5",
               .help = "splits changed in a child, on average"},
};

/// Genetic algorithm over the cuts of all attributes.
///
/// Iyengar: Transforming data to satisfy privacy constraints, KDD 2002. A recoding is a string with
/// a bit for every place where a domain may be divided: any place between two numbers; in a
/// hierarchy only such that every part is all there is under a label. Recodings are crossed and
/// mutated, what is no longer valid is repaired, the better ones live on; rows in classes that
/// break a promise are suppressed, and count as lost.
///
/// The source was not at hand; reconstructed from what is known of it. How this differs:
/// - A bit stands for the division of the values under one label among its children (SplitSpace),
///   not for a gap between two leaves: the same recodings, in fewer and shorter strings. Repair
///   divides whatever lies above a division.
/// - Any objective but those of levels, not only LM and CM, and any privacy model.
/// - No more rows than the suppression limit: recodings that suppress more are worse than all
///   that do not, the more rows too many the worse. So the limit is kept in the end, and strings
///   that break it may still be parents.
/// - Steady state in rounds: the children of a round are made before the first of them joins the
///   population, so that they can be judged at the same time; then the worst leave. Parents are
///   drawn by rank, the best twice as often as the middle. No recoding is judged twice, and of
///   those that are as good in every figure the oldest stays alone.
/// - The first population holds the most general cuts, those that a greedy search from there meets
///   (one attribute one step finer at a time), and random ones. The result is never worse than the
///   most general cuts.
/// - Population and number of children there are 5,000 and half a million, for hours; the defaults
///   here are for a second or two on some ten thousand row types. It also ends after ten rounds
///   without a better recoding.
///
/// Heuristic; `infeasible` is proven where all models are Monotony::superset, for which every
/// single split is tried if need be. A node of the node limit is one recoding judged. Same outcome
/// for any number of threads; randomness from the context's seed alone.
/// Cost O(c t m) for c children, t row types, m attributes; memory O(t m) a thread, and a byte a
/// split and recoding of the population.
[[nodiscard]] std::unique_ptr<Method> make_genetic(const OptionMap& options);

}  // namespace kanon::domain_cut
