// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/pattern_greedy.hpp"

#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"
#include "kanon/methods/cell_suppression/adversaries/set_suppression.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/shared/method_options.hpp"

namespace kanon::cell_suppression {
namespace {

class PatternGreedy final : public Method {
public:
    explicit PatternGreedy(TieOrder order) : order_(order) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        if (suits_sets(task)) {
            return star_sets_greedily(task, context);
        }
        StarSearch search(task, order_, context);
        StarPartition partition = greedy_partition(search, search.patterns());
        return search.finish(std::move(partition));
    }

private:
    TieOrder order_;
};

}  // namespace

std::unique_ptr<Method> make_pattern_greedy(const OptionMap& options) {
    const bool first = word_option(options, kPatternGreedyOptions[0]) == "first";
    return std::make_unique<PatternGreedy>(first ? TieOrder::first : TieOrder::last);
}

}  // namespace kanon::cell_suppression
