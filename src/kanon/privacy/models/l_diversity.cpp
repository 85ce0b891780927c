// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/l_diversity.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/distinct_values.hpp"
#include "kanon/privacy/entropies.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace kanon {
namespace {

using privacy::ClassValues;

class DistinctDiversity final : public privacy::ColumnModel, public DistinctValues {
public:
    DistinctDiversity(std::uint64_t l, const std::string& attribute, ClassValues values)
        : ColumnModel("l-diversity",
                      fmt::format("distinct {}-diversity of {}", l, attribute),
                      std::move(values)),
          l_(l) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return values().distinct(view) >= l_;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(values().distinct(view));
    }

    [[nodiscard]] double required() const override { return static_cast<double>(l_); }

    [[nodiscard]] std::optional<double> best_possible() const override {
        return values().of_table();
    }

    [[nodiscard]] bool counts_values() const override { return true; }

    [[nodiscard]] std::uint64_t least_rows() const override { return l_; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

    [[nodiscard]] std::uint64_t least_values() const override { return l_; }

    [[nodiscard]] std::optional<Code> counted(Code code) const override {
        return values().counted(code);
    }

private:
    std::uint64_t l_;
};

/// A way to know the entropy of a class, at most log of its values and log of its rows.
struct EntropyKind {
    std::string_view name;
    std::optional<double> (*of)(const ClassValues& values, const ClassView& view);
    Monotony monotony;
};

/// Entropy is concave: that of a mixture is at least the mean of its parts'.
constexpr EntropyKind kShannon{
    .name = "entropy", .of = privacy::shannon_entropy, .monotony = Monotony::merge};

/// The correction shrinks as classes grow: two classes of one row each of two values pass at l = 2,
/// their union, estimated at 1.93 values, does not.
constexpr EntropyKind kGrassberger{
    .name = "entropy-grassberger", .of = privacy::grassberger_entropy, .monotony = Monotony::none};

class EntropyDiversity final : public privacy::ColumnModel {
public:
    EntropyDiversity(double l,
                     const std::string& attribute,
                     ClassValues values,
                     const EntropyKind& kind)
        : ColumnModel("l-diversity",
                      fmt::format("{} {}-diversity of {}", kind.name, l, attribute),
                      std::move(values)),
          l_(l),
          log_l_(std::log(l)),
          kind_(kind) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        const std::optional<double> reached = kind_.of(values(), view);
        return reached && *reached >= log_l_ - privacy::kTolerance;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        const std::optional<double> reached = kind_.of(values(), view);
        if (!reached) {
            return 0;
        }
        // The same tolerance, so that achieved() < required() exactly where holds() is false.
        return std::abs(*reached - log_l_) <= privacy::kTolerance ? l_ : std::exp(*reached);
    }

    [[nodiscard]] double required() const override { return l_; }

    [[nodiscard]] std::optional<double> best_possible() const override {
        return values().of_table();
    }

    [[nodiscard]] bool counts_values() const override { return true; }

    [[nodiscard]] std::uint64_t least_rows() const override {
        return static_cast<std::uint64_t>(std::ceil(l_ * (1 - privacy::kTolerance)));
    }

    [[nodiscard]] Monotony monotony() const override { return kind_.monotony; }

private:
    double l_;
    double log_l_;
    EntropyKind kind_;
};

class RecursiveDiversity final : public privacy::ColumnModel {
public:
    RecursiveDiversity(const privacy::Parameters& parameters,
                       const std::string& attribute,
                       ClassValues values)
        : ColumnModel("l-diversity",
                      fmt::format("recursive ({}, {})-diversity of {}",
                                  parameters.decimal("c"),
                                  parameters.whole("l"),
                                  attribute),
                      std::move(values)),
          c_(parameters.decimal("c")),
          l_(parameters.whole("l")) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return privacy::below(ratio(view), c_);
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return privacy::settled(ratio(view), c_);
    }

    [[nodiscard]] double required() const override { return c_; }

    [[nodiscard]] bool more_is_better() const override { return false; }

    [[nodiscard]] bool is_strict() const override { return true; }

    [[nodiscard]] std::optional<double> best_possible() const override {
        const std::optional<double> all = values().of_table();
        if (!all) {
            return std::nullopt;
        }
        // One row of each value.
        const double rest = *all - static_cast<double>(l_) + 1;
        return rest < 1 ? std::numeric_limits<double>::infinity() : 1 / rest;
    }

    [[nodiscard]] std::uint64_t least_rows() const override { return l_; }

    /// The l-1 greatest counts of a union are at most the sums of its parts' l-1 greatest, so what
    /// is left is at least the sum of what is left of them, and r1 at most that of theirs (their
    /// section 4.3). More rows of the commonest value alone break it.
    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    /// r1 / (r_l + ... + r_m).
    [[nodiscard]] double ratio(const ClassView& view) const {
        std::vector<std::uint64_t> counts;
        values().each(view, [&](Code, std::uint64_t rows) { counts.push_back(rows); });
        if (counts.size() < l_) {
            return std::numeric_limits<double>::infinity();
        }
        const auto rest = counts.begin() + static_cast<std::ptrdiff_t>(l_) - 1;
        std::nth_element(counts.begin(), rest, counts.end(), std::greater<>());
        std::uint64_t sum = 0;
        std::for_each(rest, counts.end(), [&sum](std::uint64_t count) { sum += count; });
        const std::uint64_t most = *std::max_element(counts.begin(), rest + 1);
        return static_cast<double>(most) / static_cast<double>(sum);
    }

    double c_;
    std::uint64_t l_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_l_diversity(const PrivacyRequirement& requirement,
                                                     const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    const std::string& attribute = requirement.attribute;
    ClassValues values(privacy::column_of(requirement, tracked));
    if (parameters.kind == "entropy" || parameters.kind == "entropy-grassberger") {
        return std::make_shared<EntropyDiversity>(
            parameters.decimal("l"),
            attribute,
            std::move(values),
            parameters.kind == "entropy" ? kShannon : kGrassberger);
    }
    if (parameters.kind == "recursive") {
        return std::make_shared<RecursiveDiversity>(parameters, attribute, std::move(values));
    }
    return std::make_shared<DistinctDiversity>(parameters.whole("l"), attribute, std::move(values));
}

}  // namespace kanon
