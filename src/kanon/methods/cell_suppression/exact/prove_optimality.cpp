// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/prove_optimality.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/exact/least_cost_release.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace kanon::cell_suppression {
namespace {

constexpr std::string_view kTried = "tried the linear relaxation and the integer program";

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
void take_if_better(Outcome found, ProvenOutcome& out) {
    if (!found.recoding || !(found.loss < out.outcome.loss)) {
        return;
    }
    found.stats = std::move(out.outcome.stats);
    found.lower_bound = std::max(found.lower_bound, out.outcome.lower_bound);
    out.outcome = std::move(found);
    out.replaced = true;
}

std::uint64_t proof_figure(const Outcome& outcome, std::string_view name) {
    const auto found = std::ranges::find(
        outcome.stats, name, [](const auto& one) { return std::string_view(one.first); });
    return found == outcome.stats.end() ? 0 : static_cast<std::uint64_t>(found->second);
}

/// What was tried and why that is no proof, for users. `searched`: the program was made.
std::string why_open(const Outcome& outcome,
                     bool searched,
                     bool rows_decide,
                     const RunContext& context) {
    if (context.cancelled() || context.past_deadline()) {
        const std::string why = context.cancelled() ? "it was interrupted" : "its time was up";
        return (searched ? std::string(kTried) : "listed the cells of the program") +
               " and gave up, for " + why;
    }
    if (!searched) {
        return "gave up before the program, for its cells hold more than " +
               count_text(kMostCellEntries, "row type");
    }
    const std::string of_parts =
        " of " + count_text(proof_figure(outcome, "proof_parts"), "part") + " of the table";
    const std::uint64_t skipped = proof_figure(outcome, "proof_skipped_parts");
    const std::uint64_t failed = proof_figure(outcome, "proof_failed_parts");
    std::string why;
    if (skipped > 0) {
        why = count_text(skipped) + of_parts + " would be programs that are too large";
    } else if (failed > 0) {
        why = "the solver failed on " + count_text(failed) + of_parts;
    } else if (context.node_limit != RunContext{}.node_limit) {
        why = "the node limit was met";
    } else if (!rows_decide) {
        why = "the program counts rows alone, and the privacy models look at more";
    } else {
        why = "the solver left it open";
    }
    return std::string(kTried) + " and gave up, for " + why;
}

ProvenOutcome search_from(const Task& task,
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
    const bool searched = choice.best.has_value();
    ProvenOutcome out{.outcome = std::move(known)};
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
    if (outcome.ending != Ending::optimal) {
        out.note = why_open(outcome, searched, rows_decide, context);
    }
    return out;
}

}  // namespace
}  // namespace kanon::cell_suppression

namespace kanon {

ProvenOutcome prove_optimality(const Task& task,
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
        return {.outcome = std::move(outcome), .note = "proves nothing more: " + mip_missing()};
    }
    return cell_suppression::search_from(task, std::move(outcome), *solver, context);
}

}  // namespace kanon
