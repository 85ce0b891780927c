// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/t_closeness.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/parameters.hpp"
#include "kanon/privacy/value_distances.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace kanon {
namespace {

/// What rounding may make of a distance of 0.
constexpr double kNoDistance = 1e-12;

class Closeness final : public privacy::ColumnModel {
public:
    Closeness(double t,
              std::string describe,
              const ModelContext& context,
              std::unique_ptr<const privacy::ValueDistance> distance)
        : ColumnModel("t-closeness",
                      std::move(describe),
                      privacy::ClassValues(context, privacy::MissingIs::a_value)),
          t_(t),
          distance_(std::move(distance)) {}

    [[nodiscard]] bool holds(const ClassView& view) const override { return achieved(view) <= t_; }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        const double distance = distance_->of(view);
        return std::abs(distance - t_) <= kNoDistance ? t_ : privacy::settled(distance, t_);
    }

    [[nodiscard]] double required() const override { return t_; }

    [[nodiscard]] bool more_is_better() const override { return false; }

    /// The distance is convex: that of a mixture is at most the mean of its parts' (their Property
    /// 2). More rows of one value alone break it.
    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    double t_;
    std::unique_ptr<const privacy::ValueDistance> distance_;
};

std::unique_ptr<const privacy::ValueDistance> distance_of(const PrivacyRequirement& requirement,
                                                          const std::string& kind,
                                                          const ModelContext& context) {
    if (context.distribution.empty() || kind == "equal") {
        return std::make_unique<privacy::EqualDistance>(context);  // of a trial nothing is judged
    }
    if (kind == "ordered") {
        if (privacy::lacks_order(context)) {
            privacy::refuse(
                requirement,
                "t-closeness of kind ordered needs numbers or dates, but the column is text; give "
                "it a hierarchy that lists the values in their order (`hierarchy:`, "
                "--hierarchy), or take kind equal");
        }
        return std::make_unique<privacy::OrderedDistance>(context);
    }
    if (context.hierarchy == nullptr) {
        privacy::refuse(
            requirement,
            "t-closeness of kind hierarchical needs a hierarchy of the attribute; give it one "
            "(`hierarchy:`, --hierarchy)");
    }
    return std::make_unique<privacy::HierarchicalDistance>(context);
}

}  // namespace

std::shared_ptr<const PrivacyModel> make_t_closeness(const PrivacyRequirement& requirement,
                                                     const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    const ModelContext& context = privacy::column_of(requirement, tracked);
    const double t = parameters.decimal("t");
    return std::make_shared<Closeness>(
        t,
        fmt::format("{} {}-closeness of {}", parameters.kind, t, requirement.attribute),
        context,
        distance_of(requirement, parameters.kind, context));
}

}  // namespace kanon
