// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/catalogue.hpp"

#include <algorithm>
#include <string>

namespace kanon {

/// best-split where it can work for the objective: a value may be released differently in each
/// class, which loses far less than one level for a whole column can, and of the methods that
/// divide classes it loses least (docs/methods/classes.md has the figures). Else optimal, which
/// works for every objective.
MethodChoice choose_method(const Task& task) {
    if (task.cell_suppression_limit) {
        return {&find_method("optimal"), "cells are starred at a node of the lattice"};
    }
    if (task.patterns.given || task.objective == Objective::stars) {
        return {&find_method("pattern-greedy"),
                "cell suppression is what patterns and the objective 'stars' speak of"};
    }
    const MethodInfo& classes = find_method("best-split");
    if (std::find(classes.objectives.begin(), classes.objectives.end(), task.objective) !=
        classes.objectives.end()) {
        return {&classes,
                "weighed were policy and objective, no second method was tried; local recoding "
                "loses less than one level for each whole column; ask for 'optimal' if every row "
                "must be released at the same levels"};
    }
    return {&find_method("optimal"),
            "the objective '" + std::string(info(task.objective).name) +
                "' is defined for full-domain recodings alone"};
}

}  // namespace kanon
