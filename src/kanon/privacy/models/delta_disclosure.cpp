// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/delta_disclosure.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kanon {
namespace {

class Disclosure final : public privacy::ColumnModel {
public:
    Disclosure(double delta,
               bool of_all_values,
               const std::string& attribute,
               const ModelContext& context)
        : ColumnModel("delta-disclosure",
                      fmt::format("{}-disclosure privacy of {}{}",
                                  delta,
                                  attribute,
                                  of_all_values ? "" : ", values present"),
                      privacy::ClassValues(context, privacy::MissingIs::a_value)),
          delta_(delta),
          of_all_values_(of_all_values),
          table_(context) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return privacy::below(disclosed(view), delta_);
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return privacy::settled(disclosed(view), delta_);
    }

    [[nodiscard]] double required() const override { return delta_; }

    [[nodiscard]] bool more_is_better() const override { return false; }

    [[nodiscard]] bool is_strict() const override { return true; }

    [[nodiscard]] std::uint64_t least_rows() const override {
        return of_all_values_ ? std::max<std::uint64_t>(1, table_.values()) : 1;
    }

    /// Shares of a union lie between those of its parts, so its ratios stay in the same interval;
    /// but where an absent value is no fault, a part without it may pull a ratio down.
    [[nodiscard]] Monotony monotony() const override {
        return of_all_values_ ? Monotony::merge : Monotony::none;
    }

private:
    [[nodiscard]] double disclosed(const ClassView& view) const {
        const auto rows = static_cast<double>(view.rows);
        double most = 0;
        std::uint64_t present = 0;
        values().each(view, [&](Code value, std::uint64_t count) {
            ++present;
            const double share = static_cast<double>(count) / rows;
            most = std::max(most, std::abs(std::log(share / table_.share_of(value))));
        });
        return of_all_values_ && present < table_.values() ? std::numeric_limits<double>::infinity()
                                                           : most;
    }

    double delta_;
    bool of_all_values_;
    privacy::TableValues table_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_delta_disclosure(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    return std::make_shared<Disclosure>(parameters.decimal("delta"),
                                        parameters.kind == "all",
                                        requirement.attribute,
                                        privacy::column_of(requirement, tracked));
}

}  // namespace kanon
