// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/meyerson_williams.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/cell_suppression/covers/approx_naive.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon::cell_suppression {
namespace {

void require_few_types(const Task& task) {
    const std::size_t types = task.row_types().size();
    if (types > kMostBallTypes) {
        throw Error(ErrorCode::bad_policy,
                    "method 'meyerson-williams' holds the distances of all pairs, so it takes " +
                        count_text(kMostBallTypes) + " row types at most, not " +
                        count_text(types) + "; take approx-cf");
    }
}

/// Row types of a task, by the costs of the task's objective.
class TaskDistances final : public TypeDistances {
public:
    explicit TaskDistances(const StarSearch& search)
        : types_(search.task().row_types()), costs_(search.costs()), packed_(types_) {}

    [[nodiscard]] std::span<const std::uint32_t> counts() const override { return types_.counts; }

    [[nodiscard]] std::uint64_t between(std::uint32_t a, std::uint32_t b) const override {
        return costs_.of(packed_.difference(a, b));
    }

private:
    const RowTypes& types_;
    const PatternCosts& costs_;
    PackedTypes packed_;
};

class MeyersonWilliams final : public Method {
public:
    explicit MeyersonWilliams(bool all_subsets) : all_subsets_(all_subsets) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_plain_problem("meyerson-williams", task);
        if (all_subsets_) {
            require_few_rows(
                "variant 'all-subsets' of 'meyerson-williams'", task, "'balls' or approx-cf");
        } else {
            require_few_types(task);
        }
        StarSearch search(task, TieOrder::last, context);
        const Slots slots(task);
        const Cover cover = all_subsets_
                                ? cover_by_all_sets(task, search.costs(), slots, SetCost::diameter)
                                : cover_by_sets(search, slots, balls_of(search));
        search.count("sets", cover.size());
        if (context.should_stop()) {  // the cover may be partial
            return search.stopped();
        }
        const auto sets = convert(cover, task.row_types().row_count(), task.least_class_rows());
        return finish_sets(search, slots, sets);
    }

private:
    bool all_subsets_;
};

}  // namespace

CoverSets balls_of(const TypeDistances& types, std::uint64_t k) {
    const std::span<const std::uint32_t> counts = types.counts();
    CoverSets out;
    std::vector<std::pair<StarCost, std::uint32_t>> around(counts.size());
    for (std::uint32_t centre = 0; centre < counts.size(); ++centre) {
        for (std::uint32_t type = 0; type < counts.size(); ++type) {
            around[type] = {types.between(centre, type), type};
        }
        std::sort(around.begin(), around.end());
        const std::size_t begin = out.members.size();
        std::uint64_t rows = 0;
        for (std::size_t i = 0; i < around.size(); ++i) {
            const auto [radius, type] = around[i];
            out.members.push_back(type);
            rows += counts[type];
            const bool last = i + 1 == around.size() || around[i + 1].first > radius;
            if (last && rows >= k) {
                out.sets.push_back(
                    {.cost = radius, .begin = begin, .end = out.members.size(), .rows = rows});
            }
        }
    }
    return out;
}

CoverSets balls_of(StarSearch& search) {
    return balls_of(TaskDistances(search), search.task().least_class_rows());
}

std::unique_ptr<Method> make_meyerson_williams(const OptionMap& options) {
    return std::make_unique<MeyersonWilliams>(word_option(options, kMeyersonWilliamsOptions[0]) ==
                                              "all-subsets");
}

}  // namespace kanon::cell_suppression

namespace kanon {

std::vector<std::uint32_t> partition_by_balls(const TypeDistances& types,
                                              std::uint64_t k,
                                              const RunContext& context) {
    const cell_suppression::Slots slots(types.counts());
    KANON_CHECK(k >= 1 && slots.type_of_slot.size() >= k);
    const cell_suppression::Cover cover =
        cell_suppression::cover_by_sets({.counts = types.counts(), .k = k},
                                        slots,
                                        cell_suppression::balls_of(types, k),
                                        context)
            .cover;
    if (context.should_stop()) {  // the cover may be partial
        return {};
    }
    return cell_suppression::convert(cover, slots.type_of_slot.size(), k);
}

}  // namespace kanon
