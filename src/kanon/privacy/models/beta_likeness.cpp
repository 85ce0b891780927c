// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/beta_likeness.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kanon {
namespace {

class Likeness final : public privacy::ColumnModel {
public:
    Likeness(const privacy::Parameters& parameters,
             const std::string& attribute,
             const ModelContext& context)
        : ColumnModel(
              "beta-likeness",
              fmt::format(
                  "{} {}-likeness of {}", parameters.kind, parameters.decimal("beta"), attribute),
              privacy::ClassValues(context, privacy::MissingIs::a_value)),
          beta_(parameters.decimal("beta")),
          enhanced_(parameters.kind == "enhanced"),
          table_(context) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return privacy::at_most(greatest_gain(view), beta_);
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return privacy::settled(greatest_gain(view), beta_);
    }

    [[nodiscard]] double required() const override { return beta_; }

    [[nodiscard]] bool more_is_better() const override { return false; }

    /// The share of a value in a union lies between those in its parts, so no gain is greater.
    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    [[nodiscard]] double greatest_gain(const ClassView& view) const {
        const auto rows = static_cast<double>(view.rows);
        double greatest = 0;
        values().each(view, [&](Code value, std::uint64_t count) {
            const double p = table_.share_of(value);
            const double gain = (static_cast<double>(count) / rows - p) / p;
            if (gain > 0) {
                const double limit = enhanced_ ? std::min(beta_, -std::log(p)) : beta_;
                greatest = std::max(greatest, gain / limit * beta_);
            }
        });
        return greatest;
    }

    double beta_;
    bool enhanced_;
    privacy::TableValues table_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_beta_likeness(const PrivacyRequirement& requirement,
                                                       const std::optional<ModelContext>& tracked) {
    return std::make_shared<Likeness>(privacy::check_parameters(requirement),
                                      requirement.attribute,
                                      privacy::column_of(requirement, tracked));
}

}  // namespace kanon
