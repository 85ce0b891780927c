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

/// A random table `q0 q1 ... s` with random hierarchies of two or three levels (kind file), weights
/// of 1 to 3, and 2- or 3-anonymity. The files have leaves that do not occur, and `s` is the class
/// attribute. Further models and limits are the caller's to set.
[[nodiscard]] Problem random_problem(const RandomShape& shape, std::uint64_t seed);

/// A problem of cell suppression small enough for brute force: 5 to 9 rows, objective stars or gcp;
/// now and then a mask, a suppression limit, a class of all stars.
[[nodiscard]] Problem random_star_problem(std::uint64_t seed);

/// Add `kind` l-diversity of the sensitive column (the last one) to a problem.
void add_l_diversity(Problem& problem, const std::string& kind, double l);

}  // namespace kanon::test
