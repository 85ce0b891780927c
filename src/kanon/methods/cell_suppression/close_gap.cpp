// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/close_gap.hpp"

#include "kanon/methods/cell_suppression/star_choice.hpp"
#include "kanon/methods/cell_suppression/star_search.hpp"

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

bool all_models_count_rows(const Problem& problem) {
    return std::all_of(problem.models.begin(), problem.models.end(), [](const auto& model) {
        return !model->tracked();
    });
}

Pattern stars_of(const ClassRecoding& recoding, std::size_t index) {
    Pattern out = 0;
    for (std::size_t j = 0; j < recoding.domains.size(); ++j) {
        const ReleasedValue& value = recoding.domains[j].values[recoding.value_of_class[j][index]];
        out |= value.kind == ReleasedValue::Kind::star ? Pattern{1} << j : 0;
    }
    return out;
}

std::vector<KnownClass> known_classes(const Problem& problem, const ClassRecoding& recoding) {
    std::vector<KnownClass> out(
        recoding.value_of_class.empty() ? 0 : recoding.value_of_class.front().size());
    for (std::size_t index = 0; index < out.size(); ++index) {
        out[index].stars = stars_of(recoding, index);
    }
    const auto add = [&out](std::uint32_t index, std::uint32_t type) {
        if (index != kSuppressedClass) {
            out[index].types.push_back(type);
        }
    };
    for (std::uint32_t type = 0; type < recoding.class_of_type.size(); ++type) {
        add(recoding.class_of_type[type], type);
    }
    for (std::size_t row = 0; row < recoding.class_of_row.size(); ++row) {
        add(recoding.class_of_row[row], problem.row_types.type_of_row[row]);
    }
    for (KnownClass& one : out) {
        std::sort(one.types.begin(), one.types.end());
        one.types.erase(std::unique(one.types.begin(), one.types.end()), one.types.end());
    }
    std::erase_if(out, [](const KnownClass& one) { return one.types.empty(); });
    return out;
}

class GapSearch {
public:
    GapSearch(const Problem& problem, const RunContext& context)
        : problem_(problem),
          context_(context),
          to_the_end_(context),
          search_(problem, TieOrder::last, to_the_end_) {
        to_the_end_.deadline.reset();
    }

    ClosedGap run(Outcome known, const MipSolver& solver) {
        const auto& recoding = std::get<ClassRecoding>(*known.recoding);
        StarChoice choice =
            choose_stars(search_, known_classes(problem_, recoding), solver, context_);
        if (!all_models_count_rows(problem_)) {
            choice.best.reset();
        }
        ClosedGap out{.outcome = std::move(known)};
        if (choice.best) {
            take_if_better(search_.finish(*choice.best), out);
        }
        settle_bound(choice, search_.costs(), context_, out.outcome);
        for (const auto& [name, figure] : search_.figures()) {
            out.outcome.stats.emplace_back("proof_" + name, figure);
        }
        return out;
    }

private:
    static void take_if_better(Outcome found, ClosedGap& out) {
        if (!found.recoding || !(found.loss < out.outcome.loss)) {
            return;
        }
        found.stats = std::move(out.outcome.stats);
        found.lower_bound = std::max(found.lower_bound, out.outcome.lower_bound);
        out.outcome = std::move(found);
        out.replaced = true;
    }

    const Problem& problem_;
    const RunContext& context_;
    RunContext to_the_end_;
    StarSearch search_;
};

}  // namespace

ClosedGap close_gap(const Problem& problem,
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
    return GapSearch(problem, context).run(std::move(outcome), *solver);
}

}  // namespace kanon
