// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/close_gap.hpp"

#include "kanon/methods/stars/exact/exact_outcome.hpp"
#include "kanon/methods/stars/exact/least_cost_release.hpp"
#include "kanon/methods/stars/partition/star_search.hpp"
#include "kanon/release/recoding_view.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <utility>

namespace kanon::stars {
namespace {

Pattern stars_of(const RecodingView& recoding, std::size_t tuple) {
    Pattern out = 0;
    for (std::size_t j = 0; j < recoding.domains.size(); ++j) {
        const ReleasedValue& value = recoding.domains[j]->values[recoding.value_of_tuple[j][tuple]];
        out |= value.kind == ReleasedValue::Kind::star ? Pattern{1} << j : 0;
    }
    return out;
}

std::vector<KnownClass> known_classes(const RecodingView& recoding) {
    std::vector<std::vector<std::uint32_t>> types = recoding.types_of_tuples();
    std::vector<KnownClass> out;
    for (std::size_t tuple = 0; tuple < types.size(); ++tuple) {
        if (!types[tuple].empty()) {
            out.push_back({.stars = stars_of(recoding, tuple), .types = std::move(types[tuple])});
        }
    }
    return out;
}

void add_figures(const Outcome& of, Outcome& to) {
    for (const auto& [name, figure] : of.stats) {
        to.stats.emplace_back("proof_" + name, figure);
    }
}

/// The found outcome holds every promise: it stands if it loses less.
void take_if_better(Outcome found, ClosedGap& out) {
    if (!found.recoding || !(found.loss < out.outcome.loss)) {
        return;
    }
    found.stats = std::move(out.outcome.stats);
    found.lower_bound = std::max(found.lower_bound, out.outcome.lower_bound);
    out.outcome = std::move(found);
    out.replaced = true;
}

ClosedGap search_from(const Task& task,
                      Outcome known,
                      const MipSolver& solver,
                      const RunContext& context) {
    const RunContext to_the_end = without_limits(context);
    StarSearch search(task, TieOrder::last, to_the_end);
    const auto start = known_classes(view_of(*known.recoding));
    ExactChoice choice = find_least_cost_release(search, start, solver, context);
    const bool rows_decide = ClassChecker(task).rows_decide();
    const bool proven = rows_decide && choice.best && choice.proven;
    const StarCost bound = choice.bound == kNoChoice ? 0 : choice.bound;
    ClosedGap out{.outcome = std::move(known)};
    if (choice.best) {
        Outcome found = search.finish(*std::move(choice.best));
        add_figures(found, out.outcome);
        if (rows_decide) {
            take_if_better(std::move(found), out);
        }
    }
    Outcome& outcome = out.outcome;
    const double least = proven ? outcome.loss : search.costs().loss_of(bound);
    outcome.lower_bound = std::max(outcome.lower_bound.value_or(0), std::min(least, outcome.loss));
    outcome.ending =
        outcome.lower_bound == outcome.loss ? Ending::optimal : ending_of_unproven(context);
    return out;
}

}  // namespace
}  // namespace kanon::stars

namespace kanon {

ClosedGap close_gap(const Task& task,
                    Outcome outcome,
                    const MipSolver* solver,
                    const RunContext& context) {
    const bool open = outcome.recoding && outcome.ending != Ending::optimal;
    if (!open || outcome.lower_bound == outcome.loss) {
        if (open) {
            outcome.ending = Ending::optimal;
        }
        return {.outcome = std::move(outcome)};
    }
    if (solver == nullptr) {
        return {.outcome = std::move(outcome), .note = "nothing more is proven: " + mip_missing()};
    }
    return stars::search_from(task, std::move(outcome), *solver, context);
}

}  // namespace kanon
