// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/mondrian.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/division/marginal_division.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <string>
#include <string_view>

namespace kanon::classes {
namespace {

class Mondrian final : public Method {
public:
    explicit Mondrian(const Splitting& splitting) : splitting_(splitting) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return divided_outcome(task, splitting_, {}, context);
    }

    [[nodiscard]] std::optional<std::size_t> divides_by_marginals_above() const override {
        // Relaxed classes may come out alike, wherever they are, and are one then.
        return splitting_.relaxed ? std::nullopt : std::optional(splitting_.by_margins_above());
    }

    [[nodiscard]] std::optional<MarginalDivision> divide_by_marginals(
        const Task& task, std::span<const Marginal> marginals) const override {
        return divide_class_by_marginals(task, splitting_, marginals);
    }

private:
    Splitting splitting_;
};

SplitRule rule_of(std::string_view split_by) {
    if (split_by == "entropy") {
        return SplitRule::entropy;
    }
    return split_by == "widest" ? SplitRule::widest : SplitRule::least_loss;
}

}  // namespace

std::unique_ptr<Method> make_mondrian(const OptionMap& options) {
    const std::string partitioning = word_option(options, kMondrianOptions[0]);
    const std::string split_by = word_option(options, kMondrianOptions[1]);
    const bool by_name = word_option(options, kMondrianOptions[2]) == "by-name";
    if (by_name && split_by == "least-loss") {
        throw Error(ErrorCode::bad_policy,
                    "option 'ties: by-name' looks at no rows, and 'split-by: least-loss' does; "
                    "leave one of them out");
    }
    return std::make_unique<Mondrian>(Splitting{
        .rule = rule_of(split_by), .relaxed = partitioning == "relaxed", .by_name = by_name});
}

}  // namespace kanon::classes
