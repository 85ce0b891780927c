// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/problem/problem.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::test {

/// What a random problem is to look like.
struct RandomShape {
    std::size_t rows = 12;
    std::size_t attributes = 3;
    std::size_t values = 5;  ///< at most, per attribute
    std::size_t sensitive_values = 3;
    bool starred_top = false;  ///< the tops of the hierarchies are `*`, not labels of their own
};

/// The shape of a table small enough for brute force over the ways to star it: 5 to 9 rows.
[[nodiscard]] RandomShape small_shape(std::uint64_t seed);

/// A random table `q0 q1 ... s` with random hierarchies of two or three levels (kind file), weights
/// of 1 to 3, and 2- or 3-anonymity. The files have leaves that do not occur, and `s` is the class
/// attribute. Further models and limits are the caller's to set.
[[nodiscard]] Problem random_problem(const RandomShape& shape, std::uint64_t seed);

/// A problem of cell suppression of a small shape, objective stars or gcp; now and then a mask, a
/// suppression limit, a class of all stars.
[[nodiscard]] Problem random_star_problem(std::uint64_t seed);

/// A problem of cell suppression of any shape: every pattern may be starred, no row suppressed, and
/// rows of stars are a class, as ratios to the optimum are published.
[[nodiscard]] Problem random_star_problem(const RandomShape& shape,
                                          std::uint64_t seed,
                                          Objective objective = Objective::stars);

/// Stars and gcp in turn.
[[nodiscard]] Objective objective_of_cells(std::uint64_t seed);

/// The problem with k-anonymity for another k as its only model.
[[nodiscard]] Problem with_k(Problem problem, std::uint64_t k);

/// Add `kind` l-diversity of the sensitive column (the last one) to a problem.
void add_l_diversity(Problem& problem, const std::string& kind, double l);

/// Ask for a model against somebody who knows some quasi-identifiers as well. The attribute of the
/// model, if it has one, is the sensitive column.
void ask_against(Problem& problem, const Adversary& against, const PrivacyRequirement& requirement);

/// `k-anonymity` with this k.
[[nodiscard]] PrivacyRequirement anonymity(double k);

/// Draw a population over the quasi-identifiers, about three times the table, which lacks some rows
/// of it, and ask for a model that counts it instead of k-anonymity.
void ask_of_population(Problem& problem, const PrivacyRequirement& asked, std::uint64_t seed);

}  // namespace kanon::test
