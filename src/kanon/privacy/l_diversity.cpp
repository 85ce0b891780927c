// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/l_diversity.hpp"

#include "kanon/base/error.hpp"
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
        : l_(l),
          attribute_(std::move(attribute)),
          place_(context.place),
          best_(privacy::values_of_table(context, privacy::Missing::counted)) {}

    [[nodiscard]] std::string_view name() const override { return kName; }

    [[nodiscard]] std::string describe() const override {
        return fmt::format("distinct {}-diversity of {}", l_, attribute_);
    }

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return view.histograms[place_].values.size() >= l_;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(view.histograms[place_].values.size());
    }

    [[nodiscard]] double required() const override { return static_cast<double>(l_); }

    [[nodiscard]] std::optional<std::size_t> tracked() const override { return place_; }

    [[nodiscard]] std::optional<double> best_possible() const override { return best_; }

    [[nodiscard]] std::uint64_t least_rows() const override { return l_; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

private:
    std::uint64_t l_;
    std::string attribute_;
    std::size_t place_;
    std::optional<double> best_;
};

/// Entropy of a class's values in nats: log n - (1/n) sum c log c.
double entropy(const HistogramView& histogram, std::uint64_t rows) {
    double weighted = 0;
    for (const std::uint32_t count : histogram.counts) {
        weighted += static_cast<double>(count) * std::log(static_cast<double>(count));
    }
    const auto n = static_cast<double>(rows);
    return rows == 0 ? 0 : std::log(n) - weighted / n;
}

class EntropyDiversity final : public PrivacyModel {
public:
    EntropyDiversity(double l, std::string attribute, const ModelContext& context)
        : l_(l),
          log_l_(std::log(l)),
          attribute_(std::move(attribute)),
          place_(context.place),
          best_(privacy::values_of_table(context, privacy::Missing::counted)) {}

    [[nodiscard]] std::string_view name() const override { return kName; }

    [[nodiscard]] std::string describe() const override {
        return fmt::format("entropy {}-diversity of {}", l_, attribute_);
    }

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return entropy(view.histograms[place_], view.rows) >= log_l_ - kTolerance;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        const double reached = entropy(view.histograms[place_], view.rows);
        // The same tolerance, so that achieved() < required() exactly where holds() is false.
        return std::abs(reached - log_l_) <= kTolerance ? l_ : std::exp(reached);
    }

    [[nodiscard]] double required() const override { return l_; }

    [[nodiscard]] std::optional<std::size_t> tracked() const override { return place_; }

    [[nodiscard]] std::optional<double> best_possible() const override { return best_; }

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
    std::size_t place_;
    std::optional<double> best_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_l_diversity(const PrivacyRequirement& requirement,
                                                     std::optional<ModelContext> tracked) {
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
