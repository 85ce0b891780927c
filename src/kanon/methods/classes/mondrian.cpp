// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/mondrian.hpp"

#include "kanon/methods/classes/division.hpp"

namespace kanon::classes {
namespace {

class Mondrian final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return divided_outcome(task, SplitRule::widest, 0, context);
    }
};

}  // namespace

std::unique_ptr<Method> make_mondrian(const OptionMap&) {
    return std::make_unique<Mondrian>();
}

}  // namespace kanon::classes
