// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/mondrian.hpp"
#include "kanon/methods/full_domain/optimal.hpp"
#include "kanon/methods/method.hpp"

#include <algorithm>
#include <array>

namespace kanon {
namespace {

constexpr std::array kClassObjectives{Objective::gcp, Objective::dm, Objective::c_avg};

constexpr std::array kAllObjectives{Objective::gcp,
                                    Objective::dm,
                                    Objective::c_avg,
                                    Objective::prec,
                                    Objective::height,
                                    Objective::relative_height,
                                    Objective::suppressed_rows,
                                    Objective::distinct_rows};

/// Sorted by name.
constexpr std::array kMethods{
    MethodInfo{
        .name = "mondrian",
        .summary = "divides classes at the median or by subtree while every part holds",
        .recoding = "local (classes)",
        .guarantee = "heuristic",
        .cost = "O(t m log(n / k)) on even data",
        .citation = "LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional k-Anonymity, "
                    "ICDE 2006",
        .objectives = kClassObjectives,
        .models = {},
        .options = {},
        .make = make_mondrian,
    },
    MethodInfo{
        .name = "optimal",
        .summary = "finds and proves the best node of the generalization lattice",
        .recoding = "full-domain with row suppression",
        .guarantee = "exact",
        .cost = "O(L t m) at worst for L lattice nodes",
        .citation = "model AG_TS of Ciriani, De Capitani di Vimercati, Foresti, Samarati: "
                    "k-Anonymity, 2007; the search is our own",
        .objectives = kAllObjectives,
        .models = {},
        .options = {},
        .make = make_optimal,
    },
};

/// Up to this many lattice nodes times row types the exact search is a matter of seconds.
constexpr double kEasyWork = 2e9;

double lattice_size(const Problem& problem) {
    double size = 1;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        size *= attribute.greatest_level - attribute.least_level + 1;
    }
    return size;
}

/// True if full-domain recoding has nothing between a value and a star, though it has many values.
bool all_or_nothing(const QuasiIdentifier& attribute) {
    return attribute.hierarchy.height() <= 1 && attribute.hierarchy.domain_size() > 2 &&
           !attribute.hierarchy_given;
}

}  // namespace

std::span<const MethodInfo> methods() {
    return kMethods;
}

/// optimal, if the objective needs levels, or if its search is easy and each attribute has steps to
/// take on the way from its values to a star; else mondrian, which needs neither.
Choice choose_method(const Problem& problem) {
    const MethodInfo* optimal = &find_method("optimal");
    const MethodInfo* mondrian = &find_method("mondrian");
    if (std::find(kClassObjectives.begin(), kClassObjectives.end(), problem.objective) ==
        kClassObjectives.end()) {
        return {optimal,
                "the objective '" + std::string(info(problem.objective).name) +
                    "' is defined for full-domain recodings alone"};
    }
    const auto& attributes = problem.quasi_identifiers;
    const auto bare = std::find_if(attributes.begin(), attributes.end(), all_or_nothing);
    if (bare != attributes.end()) {
        return {mondrian,
                "attribute '" + bare->name +
                    "' has no hierarchy, so one level for all of its values would be all or "
                    "nothing"};
    }
    const auto types = static_cast<double>(problem.row_types.size());
    if (lattice_size(problem) * types > kEasyWork) {
        return {mondrian, "the lattice is too large for this many rows to search it to the end"};
    }
    return {optimal, "the lattice is small enough to prove the best node"};
}

}  // namespace kanon
