// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/best_split.hpp"

#include "kanon/methods/classes/box_bound.hpp"
#include "kanon/methods/classes/division.hpp"

namespace kanon::classes {
namespace {

class BestSplit final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return divided_outcome(task, {.rule = SplitRule::best}, {.boxes = kBoxEffort}, context);
    }
};

}  // namespace

std::unique_ptr<Method> make_best_split(const OptionMap&) {
    return std::make_unique<BestSplit>();
}

}  // namespace kanon::classes
