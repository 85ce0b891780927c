// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/best_split.hpp"

#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/division/marginal_division.hpp"
#include "kanon/methods/shared/method_options.hpp"

namespace kanon::classes {
namespace {

/// Of many row types the bound says something with so many steps for each, which take as long as
/// the division.
constexpr std::uint64_t kStepsOfType = std::uint64_t{1} << 10U;

class BestSplit final : public Method {
public:
    explicit BestSplit(const Splitting& splitting) : splitting_(splitting) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return divided_outcome(
            task, splitting_, {.boxes = kBoxEffort, .steps_of_type = kStepsOfType}, context);
    }

    [[nodiscard]] std::optional<std::size_t> divides_by_marginals_above() const override {
        return splitting_.by_margins_above();
    }

    [[nodiscard]] std::optional<MarginalDivision> divide_by_marginals(
        const Task& task, std::span<const Marginal> marginals) const override {
        return divide_class_by_marginals(task, splitting_, marginals);
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
