// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/best_split.hpp"

#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/division/margin_division.hpp"
#include "kanon/methods/shared/method_options.hpp"

namespace kanon::classes {
namespace {

class BestSplit final : public Method {
public:
    explicit BestSplit(const Splitting& splitting) : splitting_(splitting) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return divided_outcome(task, splitting_, {.boxes = kBoxEffort}, context);
    }

    [[nodiscard]] std::optional<std::size_t> divides_by_margins_above() const override {
        return splitting_.by_margins_above();
    }

    [[nodiscard]] std::optional<MarginDivision> divide_by_margins(
        const Task& task, std::span<const Margin> margins) const override {
        return divide_class_by_margins(task, splitting_, margins);
    }

private:
    Splitting splitting_;
};

}  // namespace

std::unique_ptr<Method> make_best_split(const OptionMap& options) {
    return std::make_unique<BestSplit>(
        Splitting{.rule = SplitRule::best,
                  .most_weighed = integer_option(options, kBestSplitOptions.front())});
}

}  // namespace kanon::classes
