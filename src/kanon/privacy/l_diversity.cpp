// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/l_diversity.hpp"

#include "kanon/base/error.hpp"
#include "kanon/privacy/class_values.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

namespace kanon {
namespace {

constexpr std::string_view kName = "l-diversity";

class DistinctDiversity final : public PrivacyModel {
public:
    DistinctDiversity(std::uint64_t l, std::string attribute, const ModelContext& context)
        : l_(l), attribute_(std::move(attribute)), values_(context) {}

    [[nodiscard]] std::string_view name() const override { return kName; }

    [[nodiscard]] std::string describe() const override {
        return fmt::format("distinct {}-diversity of {}", l_, attribute_);
    }

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return values_.distinct(view) >= l_;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(values_.distinct(view));
    }

    [[nodiscard]] double required() const override { return static_cast<double>(l_); }

    [[nodiscard]] std::optional<std::size_t> tracked() const override { return values_.place(); }

    [[nodiscard]] std::optional<double> best_possible() const override {
        return values_.of_table();
    }

    [[nodiscard]] std::uint64_t least_rows() const override { return l_; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

private:
    std::uint64_t l_;
    std::string attribute_;
    privacy::ClassValues values_;
};

class EntropyDiversity final : public PrivacyModel {
public:
    EntropyDiversity(double l, std::string attribute, const ModelContext& context)
        : l_(l), log_l_(std::log(l)), attribute_(std::move(attribute)), values_(context) {}

    [[nodiscard]] std::string_view name() const override { return kName; }

    [[nodiscard]] std::string describe() const override {
        return fmt::format("entropy {}-diversity of {}", l_, attribute_);
    }

    [[nodiscard]] bool holds(const ClassView& view) const override {
        const std::optional<double> reached = values_.entropy(view);
        return reached && *reached >= log_l_ - kTolerance;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        const std::optional<double> reached = values_.entropy(view);
        if (!reached) {
            return 0;
        }
        // The same tolerance, so that achieved() < required() exactly where holds() is false.
        return std::abs(*reached - log_l_) <= kTolerance ? l_ : std::exp(*reached);
    }

    [[nodiscard]] double required() const override { return l_; }

    [[nodiscard]] std::optional<std::size_t> tracked() const override { return values_.place(); }

    [[nodiscard]] std::optional<double> best_possible() const override {
        return values_.of_table();
    }

    [[nodiscard]] std::uint64_t least_rows() const override {
        // n rows have an entropy of log n at most.
        return static_cast<std::uint64_t>(std::ceil(l_ * (1 - kTolerance)));
    }

    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    static constexpr double kTolerance = 1e-9;
    double l_;
    double log_l_;
    std::string attribute_;
    privacy::ClassValues values_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_l_diversity(const PrivacyRequirement& requirement,
                                                     const std::optional<ModelContext>& tracked) {
    const std::string kind = privacy::check_kind(requirement, kDiversityKinds);
    if (!tracked) {
        throw Error(ErrorCode::bad_policy, "l-diversity needs the name of a sensitive attribute");
    }
    if (kind == "entropy") {
        return std::make_shared<EntropyDiversity>(
            privacy::decimal_parameter(requirement, "l"), requirement.attribute, *tracked);
    }
    return std::make_shared<DistinctDiversity>(
        privacy::whole_parameter(requirement, "l"), requirement.attribute, *tracked);
}

}  // namespace kanon
