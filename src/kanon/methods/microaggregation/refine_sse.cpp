// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/refine_sse.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/microaggregation/aggregate_outcome.hpp"
#include "kanon/methods/microaggregation/annealing.hpp"
#include "kanon/methods/microaggregation/mdav.hpp"
#include "kanon/methods/microaggregation/regions.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
namespace {

/// Steps for each point, but `most` and a twentieth of those for each in all.
struct Effort {
    std::string_view name;
    std::uint64_t steps = 0;
    std::uint64_t most = 0;
};

constexpr std::array kEfforts{
    Effort{.name = "low", .steps = 200, .most = std::uint64_t{1} << 20U},
    Effort{.name = "normal", .steps = 2000, .most = std::uint64_t{1} << 23U},
    Effort{.name = "high", .steps = 20000, .most = std::uint64_t{1} << 27U},
};

constexpr std::uint64_t kShareOfMany = 20;
constexpr std::size_t kRegionPoints = 8192;
/// Of AnnealingBudget: now the one finds more, now the other.
constexpr double kLocal = 0.9;
constexpr double kMoreLocal = 0.97;
constexpr std::size_t kTrials = 2;  ///< where the table is one region

double cost_of(const PointSpace& space, const Classes& classes) {
    double sum = 0;
    for (const std::vector<std::uint32_t>& points : classes) {
        sum += microaggregation::cost_of(space, points);
    }
    return sum;
}

class RefineSse final : public Method {
public:
    explicit RefineSse(const Effort& effort) : effort_(effort) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const PointSpace space(task);
        bool stopped = false;
        Classes classes = mdav_classes(space, task.least_class_rows(), context, stopped);
        join_failing(task, space, classes);
        const double before = cost_of(space, classes);
        if (!stopped && !context.should_stop() && classes.size() > 1) {
            classes = refined(task, space, std::move(classes), context);
        }
        const double after = cost_of(space, classes);
        Outcome outcome = aggregate_outcome(
            task, space, std::move(classes), stopped || context.should_stop(), context);
        outcome.stats.emplace_back("sse_of_mdav", before);
        outcome.stats.emplace_back("sse_of_classes", after);
        return outcome;
    }

private:
    [[nodiscard]] Classes refined(const Task& task,
                                  const PointSpace& space,
                                  Classes start,
                                  const RunContext& context) const {
        std::vector<Classes> regions = regions_of(space, std::move(start), kRegionPoints);
        if (regions.size() == 1) {
            regions.resize(kTrials, regions.front());
            search(task, space, regions, context);
            const bool first = cost_of(space, regions[0]) <= cost_of(space, regions[1]);
            return std::move(regions[first ? 0 : 1]);
        }
        search(task, space, regions, context);
        Classes out;
        for (Classes& region : regions) {
            std::ranges::move(region, std::back_inserter(out));
        }
        return out;
    }

    /// Each region by itself, as many at a time as there are threads; they share the time there is.
    void search(const Task& task,
                const PointSpace& space,
                std::vector<Classes>& regions,
                const RunContext& context) const {
        const std::size_t turns = (regions.size() + context.threads - 1) / context.threads;
        const auto begin = std::chrono::steady_clock::now();
        RunContext alone = context;
        alone.threads = 1;
        parallel_parts(
            regions.size(),
            std::min<std::size_t>(regions.size(), context.threads),
            context.threads,
            [&](std::size_t /*part*/, std::size_t from, std::size_t to) {
                for (std::size_t i = from; i < to; ++i) {
                    AnnealingBudget budget{.steps = steps_for(space, regions, i, context),
                                           .seed = context.seed * 0x9E3779B97F4A7C15ULL + i};
                    budget.local = i % 2 == 0 ? kLocal : kMoreLocal;
                    if (context.deadline) {
                        budget.end = begin + (*context.deadline - begin) * (i - from + 1) / turns;
                    }
                    regions[i] = anneal(task, space, std::move(regions[i]), budget, alone);
                }
            });
    }

    [[nodiscard]] std::uint64_t steps_for(const PointSpace& space,
                                          const std::vector<Classes>& regions,
                                          std::size_t region,
                                          const RunContext& context) const {
        const std::uint64_t all =
            std::min<std::uint64_t>(effort_.steps * space.size(),
                                    effort_.most + effort_.steps / kShareOfMany * space.size());
        std::uint64_t points = 0;
        for (const std::vector<std::uint32_t>& one : regions[region]) {
            points += one.size();
        }
        const auto share =
            static_cast<std::uint64_t>(static_cast<double>(all) * static_cast<double>(points) /
                                       static_cast<double>(space.size()));
        return std::min(share, context.node_limit);
    }

    Effort effort_;
};

}  // namespace

std::unique_ptr<Method> make_refine_sse(const OptionMap& options) {
    const std::string name = word_option(options, kRefineSseOptions[0]);
    const auto* const found = std::ranges::find(kEfforts, name, &Effort::name);
    return std::make_unique<RefineSse>(*found);
}

}  // namespace kanon::microaggregation
