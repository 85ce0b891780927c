// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/alpha_k.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/parameters.hpp"
#include "kanon/privacy/shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kanon {
namespace {

class AlphaK final : public privacy::ColumnModel {
public:
    /// `only`: the one value that is protected; none: all are.
    AlphaK(const privacy::Parameters& parameters,
           std::string describe,
           std::optional<Code> only,
           const ModelContext& context)
        : ColumnModel("alpha-k",
                      std::move(describe),
                      privacy::ClassValues(context, privacy::MissingIs::a_value)),
          alpha_(parameters.decimal("alpha")),
          k_(parameters.whole("k")),
          only_(only) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return view.rows >= k_ && privacy::at_most(greatest_share(view), alpha_);
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return view.rows < k_ ? 1 : privacy::settled(greatest_share(view), alpha_);
    }

    [[nodiscard]] double required() const override { return alpha_; }

    [[nodiscard]] bool more_is_better() const override { return false; }

    [[nodiscard]] std::uint64_t least_rows() const override {
        // One row of some value is a share of 1 / rows.
        const double rows = only_ ? 1 : std::ceil(1 / alpha_ * (1 - privacy::kTolerance));
        return std::max(k_, static_cast<std::uint64_t>(std::max(1.0, rows)));
    }

    /// The share of a value in a union lies between those in its parts. More rows of that value
    /// alone break it.
    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    [[nodiscard]] double greatest_share(const ClassView& view) const {
        return privacy::greatest_share(values(), view, only_);
    }

    double alpha_;
    std::uint64_t k_;
    std::optional<Code> only_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_alpha_k(const PrivacyRequirement& requirement,
                                                 const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    const ModelContext& context = privacy::column_of(requirement, tracked);
    const std::uint64_t k = parameters.whole("k");
    const std::string of_k = k > 1 ? fmt::format(", k {}", k) : "";
    return std::make_shared<AlphaK>(parameters,
                                    fmt::format("(alpha {}{})-anonymity of {}{}",
                                                parameters.decimal("alpha"),
                                                of_k,
                                                requirement.value.empty() ? "" : "one value of ",
                                                requirement.attribute),
                                    privacy::protected_value(requirement, context),
                                    context);
}

}  // namespace kanon
