// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/matching/hungarian.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/matching/best_pairs.hpp"
#include "kanon/methods/freeform/matching/class_rings.hpp"
#include "kanon/methods/freeform/matching/rounds.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kanon::freeform {
namespace {

/// Rows of which a matrix of costs takes a gigabyte.
constexpr std::uint32_t kMostRows = 16384;

/// What a search ends with that had no time to fill its rounds: rings in the classes of best-split,
/// which take no time to speak of.
Outcome rings_in_time(const Task& task,
                      const std::vector<Axis>& axes,
                      const RowSpace& space,
                      const RunContext& context) {
    if (context.cancelled()) {
        return stopped_early(context);
    }
    RunContext to_the_end = context;
    to_the_end.deadline.reset();
    const ClassRows rings = rows_of_best_split(task, axes, space, to_the_end);
    Outcome out =
        freeform_outcome(task, axes, space, ring_in_each(rings, degree_of(task)), {}, context);
    end_as_stopped(out, context);
    return out.recoding ? out : stopped_early(context);
}

class Hungarian final : public Method {
public:
    explicit Hungarian(RoundsEffort effort) : effort_(effort) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = classes::make_axes(task);
        const RowSpace space(task, axes);
        require_few_rows(space);
        if (std::string why = why_no_graph(task, space); !why.empty()) {
            return no_graph(std::move(why));
        }
        Graph graph(space.size(), degree_of(task));
        if (const std::optional<double> pairs = best_pairs(space, graph)) {
            return freeform_outcome(task,
                                    axes,
                                    space,
                                    graph,
                                    {.graphs = task.suppression_limit == 0 ? *pairs : 0},
                                    context);
        }
        Rounds rounds(space, graph, context);
        switch (rounds.fill()) {
            case Filling::no_way:
                return no_graph(
                    "rows cannot be dealt out so that no row has a person twice among its "
                    "candidates");
            case Filling::stopped:
                return rings_in_time(task, axes, space, context);
            case Filling::done:
                break;
        }
        rounds.improve(effort_);
        Outcome out = freeform_outcome(task, axes, space, graph, {}, context);
        end_as_stopped(out, context);
        out.stats.emplace_back("solved_anew", static_cast<double>(rounds.solved_anew()));
        out.stats.emplace_back("splits", static_cast<double>(rounds.splits()));
        return out;
    }

private:
    static void require_few_rows(const RowSpace& space) {
        if (space.size() > kMostRows) {
            throw Error(ErrorCode::bad_policy,
                        "method 'freeform-hungarian' solves tables of up to " +
                            count_text(kMostRows, "row") + ", and this one has " +
                            count_text(space.size()) + "; take freeform-partitioned");
        }
    }

    RoundsEffort effort_;
};

}  // namespace

std::unique_ptr<Method> make_hungarian(const OptionMap& options) {
    return std::make_unique<Hungarian>(
        RoundsEffort{.fixpoint = word_option(options, kHungarianOptions[0]) == "yes",
                     .splits = integer_option(options, kHungarianOptions[1])});
}

}  // namespace kanon::freeform
