// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/risk_limit.hpp"

#include "kanon/base/text/odds_text.hpp"
#include "kanon/privacy/class_values.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kanon {
namespace {

/// What both limits are about.
class RiskOfRows : public PrivacyModel {
public:
    RiskOfRows(double limit, const std::optional<ModelContext>& tracked) : limit_(limit) {
        if (tracked) {
            persons_.emplace(*tracked);
        }
    }

    [[nodiscard]] std::string_view name() const override { return "risk"; }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return privacy::settled(1 / static_cast<double>(std::max<std::uint64_t>(1, subjects(view))),
                                limit_);
    }

    [[nodiscard]] double required() const override { return limit_; }

    [[nodiscard]] bool more_is_better() const override { return false; }

    [[nodiscard]] std::optional<std::size_t> tracked() const override {
        return persons_ ? std::optional(persons_->place()) : std::nullopt;
    }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

protected:
    [[nodiscard]] double limit() const { return limit_; }

    [[nodiscard]] std::uint64_t subjects(const ClassView& view) const {
        return persons_ ? persons_->distinct(view) : view.rows;
    }

private:
    double limit_;
    std::optional<privacy::ClassValues> persons_;
};

class HighestRisk final : public RiskOfRows {
public:
    using RiskOfRows::RiskOfRows;

    [[nodiscard]] std::string describe() const override {
        return fmt::format("risk of at most {} for each row", odds_text(limit()));
    }

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return subjects(view) >= least_rows();
    }

    [[nodiscard]] std::uint64_t least_rows() const override { return rows_of_risk(limit()); }
};

class AverageRisk final : public RiskOfRows {
public:
    using RiskOfRows::RiskOfRows;

    [[nodiscard]] std::string describe() const override {
        return fmt::format("average risk of at most {}", odds_text(limit()));
    }

    [[nodiscard]] bool holds(const ClassView& /*view*/) const override { return true; }

    [[nodiscard]] std::uint64_t least_rows() const override { return 1; }

    [[nodiscard]] bool judges_average() const override { return true; }
};

}  // namespace

std::uint64_t rows_of_risk(double limit) {
    return static_cast<std::uint64_t>(std::ceil(1 / limit * (1 - privacy::kTolerance)));
}

std::shared_ptr<const PrivacyModel> make_risk_limit(const PrivacyRequirement& requirement,
                                                    const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    if (requirement.parameters.contains("highest")) {
        return std::make_shared<HighestRisk>(parameters.decimal("highest"), tracked);
    }
    if (!requirement.parameters.contains("average")) {
        privacy::refuse(requirement, "risk needs a limit: write highest, average or both");
    }
    return std::make_shared<AverageRisk>(parameters.decimal("average"), tracked);
}

}  // namespace kanon
