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
        .recoding = "local recoding in classes",
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
        .recoding = "full-domain generalization with row suppression",
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

}  // namespace

std::span<const MethodInfo> methods() {
    return kMethods;
}

/// mondrian where it can work for the objective: a value may be released differently in each class,
/// which loses far less than one level for a whole column can (docs/methods has the figures). Else
/// optimal, which works for every objective.
Choice choose_method(const Problem& problem) {
    if (std::find(kClassObjectives.begin(), kClassObjectives.end(), problem.objective) !=
        kClassObjectives.end()) {
        return {&find_method("mondrian"),
                "local recoding loses less than one level for each whole column; ask for 'optimal' "
                "if every row must be released at the same levels"};
    }
    return {&find_method("optimal"),
            "the objective '" + std::string(info(problem.objective).name) +
                "' is defined for full-domain recodings alone"};
}

}  // namespace kanon
