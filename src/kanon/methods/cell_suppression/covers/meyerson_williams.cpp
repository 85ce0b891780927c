// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/meyerson_williams.hpp"

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

CoverSets balls_of(StarSearch& search) {
    const RowTypes& types = search.task().row_types();
    const PackedTypes packed(types);
    CoverSets out;
    std::vector<std::pair<StarCost, std::uint32_t>> around(types.size());
    for (std::uint32_t centre = 0; centre < types.size(); ++centre) {
        for (std::uint32_t type = 0; type < types.size(); ++type) {
            around[type] = {search.costs().of(packed.difference(centre, type)), type};
        }
        std::sort(around.begin(), around.end());
        const std::size_t begin = out.members.size();
        std::uint64_t rows = 0;
        for (std::size_t i = 0; i < around.size(); ++i) {
            const auto [radius, type] = around[i];
            out.members.push_back(type);
            rows += types.counts[type];
            const bool last = i + 1 == around.size() || around[i + 1].first > radius;
            if (last && rows >= search.task().least_class_rows()) {
                out.sets.push_back(
                    {.cost = radius, .begin = begin, .end = out.members.size(), .rows = rows});
            }
        }
    }
    return out;
}

std::unique_ptr<Method> make_meyerson_williams(const OptionMap& options) {
    return std::make_unique<MeyersonWilliams>(word_option(options, kMeyersonWilliamsOptions[0]) ==
                                              "all-subsets");
}

}  // namespace kanon::cell_suppression
