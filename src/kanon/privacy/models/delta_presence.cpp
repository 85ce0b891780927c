// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/delta_presence.hpp"

#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

namespace kanon {
namespace {

class DeltaPresence final : public PrivacyModel {
public:
    DeltaPresence(double least, double greatest) : least_(least), greatest_(greatest) {}

    [[nodiscard]] std::string_view name() const override { return "delta-presence"; }

    [[nodiscard]] std::string describe() const override {
        return fmt::format("({}, {})-presence", least_, greatest_);
    }

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return privacy::at_most(share(view), greatest_) && privacy::at_least(share(view), least_);
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        const double there = share(view);
        if (least_ == 0) {
            return privacy::settled(there, greatest_);
        }
        const double missed = there > 0 ? least_ / there : std::numeric_limits<double>::infinity();
        return privacy::settled(std::max(there / greatest_, missed), 1);
    }

    [[nodiscard]] double required() const override { return least_ == 0 ? greatest_ : 1; }

    [[nodiscard]] bool more_is_better() const override { return false; }

    [[nodiscard]] bool counts_population() const override { return true; }

    [[nodiscard]] bool judges_absent() const override { return least_ > 0; }

    [[nodiscard]] std::uint64_t least_rows() const override { return 1; }

    /// The share in a union lies between those in its parts.
    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    /// Rows that the population lacks are in it all the same: everybody there is in the table.
    [[nodiscard]] static double share(const ClassView& view) {
        return view.rows >= view.population
                   ? 1
                   : static_cast<double>(view.rows) / static_cast<double>(view.population);
    }

    double least_;
    double greatest_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_delta_presence(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& /*tracked*/) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    const double least = parameters.decimal("min");
    const double greatest = parameters.decimal("max");
    if (least > greatest) {
        privacy::refuse(requirement,
                        fmt::format("delta-presence needs min <= max, and {} is above {}; swap "
                                    "them",
                                    least,
                                    greatest));
    }
    return std::make_shared<DeltaPresence>(least, greatest);
}

}  // namespace kanon
