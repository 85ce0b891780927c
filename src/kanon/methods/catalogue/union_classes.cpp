// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/union_classes.hpp"

#include "kanon/privacy/model.hpp"

#include <utility>

namespace kanon {
namespace {

class InClasses final : public Method {
public:
    explicit InClasses(std::unique_ptr<Method> method) : method_(std::move(method)) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        Outcome outcome = method_->run(task_of_classes(task), context);
        if (outcome.ending == Ending::optimal) {
            outcome.ending = Ending::feasible;
        }
        outcome.lower_bound.reset();
        if (outcome.ending == Ending::infeasible && outcome.unserved_types.empty()) {
            outcome.reason =
                "of classes that keep every promise against whoever knows all "
                "quasi-identifiers, which this method makes: " +
                outcome.reason;
        }
        return outcome;
    }

private:
    std::unique_ptr<Method> method_;
};

}  // namespace

Task task_of_classes(const Task& task) {
    Task out = task;
    out.models = models_of_classes(task.models);
    return out;
}

std::unique_ptr<Method> keep_in_classes(std::unique_ptr<Method> method) {
    return std::make_unique<InClasses>(std::move(method));
}

}  // namespace kanon
