// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/hungarian.hpp"

#include "kanon/base/count_text.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/methods/classes/partition_outcome.hpp"
#include "kanon/methods/freeform/best_pairs.hpp"
#include "kanon/methods/freeform/freeform_outcome.hpp"
#include "kanon/methods/freeform/round_solver.hpp"
#include "kanon/methods/shared/method_options.hpp"
#include "kanon/solve/random_matchings.hpp"

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace kanon::freeform {
namespace {

/// Rows of which a matrix of costs takes a gigabyte.
constexpr std::uint32_t kMostRows = 16384;

struct HungarianEffort {
    bool fixpoint = true;
    std::uint64_t splits = 0;
};

/// The rounds of all records.
class Rounds {
public:
    Rounds(const RowSpace& space, Graph& graph, const RunContext& context)
        : graph_(graph),
          context_(context),
          prices_(space.size()),
          solver_(space, graph, prices_, context.threads),
          records_(space.size()) {
        std::iota(records_.begin(), records_.end(), 0U);
    }

    /// False if rows cannot be dealt out without giving a record a person twice.
    [[nodiscard]] bool fill() {
        for (std::uint32_t round = 1; round < graph_.degree; ++round) {
            throw_if_cancelled(context_);
            context_.report({.stage = "rounds",
                             .done = static_cast<double>(round),
                             .total = static_cast<double>(graph_.degree)});
            if (!solver_.fill(records_, round)) {
                return false;
            }
        }
        return true;
    }

    /// Solve rounds anew, and split the graph into others, as long as may be.
    void improve(const HungarianEffort& effort) {
        if (!effort.fixpoint || graph_.degree < 2) {
            return;
        }
        Random random(context_.seed);
        solve_anew();
        while (!context_.should_stop() && (splits_ < effort.splits || context_.deadline)) {
            RandomMatchings(graph_.members, graph_.degree).draw(graph_.degree - 1, random);
            ++splits_;
            solve_anew();
        }
    }

    [[nodiscard]] std::uint64_t solved_anew() const { return solved_anew_; }

    [[nodiscard]] std::uint64_t splits() const { return splits_; }

private:
    void solve_anew() {
        std::uint32_t in_vain = 0;
        for (std::uint32_t round = 0; in_vain < graph_.degree && !context_.should_stop();
             round = (round + 1) % graph_.degree) {
            const bool gained = solver_.improve(records_, round, graph_.degree);
            in_vain = gained ? 1 : in_vain + 1;
            ++solved_anew_;
            context_.report({.stage = "rounds anew", .done = static_cast<double>(solved_anew_)});
        }
    }

    Graph& graph_;
    const RunContext& context_;
    std::vector<float> prices_;
    RoundSolver solver_;
    std::vector<std::uint32_t> records_;
    std::uint64_t solved_anew_ = 0;
    std::uint64_t splits_ = 0;
};

class Hungarian final : public Method {
public:
    explicit Hungarian(HungarianEffort effort) : effort_(effort) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<Axis> axes = classes::make_axes(task);
        const RowSpace space(task, axes);
        require_few_rows(space);
        if (std::string why = why_no_graph(task, space); !why.empty()) {
            return no_graph(std::move(why));
        }
        Graph graph(space.size(), degree_of(task));
        double bound = 0;
        Rounds rounds(space, graph, context);
        const std::optional<double> pairs = best_pairs(space, graph);
        if (pairs) {
            bound = *pairs;
        } else if (!rounds.fill()) {
            return no_graph("rows cannot be dealt out so that no row has a person twice among its "
                            "candidates");
        } else {
            rounds.improve(effort_);
        }
        Outcome out = freeform_outcome(task, axes, space, graph, bound, context);
        if (out.recoding && out.ending == Ending::feasible && context.should_stop()) {
            out.ending = context.cancelled() ? Ending::cancelled : Ending::timed_out;
        }
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

    HungarianEffort effort_;
};

}  // namespace

std::unique_ptr<Method> make_hungarian(const OptionMap& options) {
    return std::make_unique<Hungarian>(
        HungarianEffort{.fixpoint = word_option(options, kHungarianOptions[0]) == "yes",
                        .splits = integer_option(options, kHungarianOptions[1])});
}

}  // namespace kanon::freeform
