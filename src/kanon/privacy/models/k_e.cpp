// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/k_e.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon {
namespace {

class RangeOfValues final : public privacy::ColumnModel {
public:
    RangeOfValues(const privacy::Parameters& parameters,
                  const std::string& attribute,
                  const ModelContext& context)
        : ColumnModel("k-e",
                      fmt::format("(k {}, e {})-anonymity of {}",
                                  parameters.whole("k"),
                                  parameters.decimal("e"),
                                  attribute),
                      privacy::ClassValues(context)),
          k_(parameters.whole("k")),
          e_(parameters.decimal("e")),
          dictionary_(context.values),
          best_possible_(range_of_table(context)) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return privacy::at_least(range(view), e_);
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return privacy::settled(range(view), e_);
    }

    [[nodiscard]] double required() const override { return e_; }

    [[nodiscard]] std::optional<double> best_possible() const override { return best_possible_; }

    [[nodiscard]] std::uint64_t least_rows() const override { return k_; }

    /// More rows take no value away and make no range narrower.
    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

private:
    [[nodiscard]] double range(const ClassView& view) const {
        Code least = 0;
        Code greatest = 0;
        std::uint64_t distinct = 0;
        values().each(view, [&](Code value, std::uint64_t) {
            least = distinct == 0 ? value : least;
            greatest = value;
            ++distinct;
        });
        return distinct < k_ ? 0 : dictionary_->number(greatest) - dictionary_->number(least);
    }

    [[nodiscard]] std::optional<double> range_of_table(const ModelContext& context) const {
        std::vector<Code> codes;
        std::vector<std::uint32_t> counts;
        for (Code code = 0; code < context.distribution.size(); ++code) {
            if (context.distribution[code] > 0) {
                codes.push_back(code);
                counts.push_back(1);
            }
        }
        if (codes.empty()) {
            return std::nullopt;
        }
        std::vector<HistogramView> histograms(context.place + 1);
        histograms.back() = {.values = codes, .counts = counts};
        return privacy::settled(range({.rows = codes.size(), .histograms = histograms}), e_);
    }

    std::uint64_t k_;
    double e_;
    std::shared_ptr<const Dictionary> dictionary_;
    std::optional<double> best_possible_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_k_e(const PrivacyRequirement& requirement,
                                             const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    const ModelContext& context = privacy::column_of(requirement, tracked);
    const bool is_trial = context.values == nullptr;
    if (!is_trial && !context.values->is_numeric()) {
        privacy::refuse(requirement,
                        "(k,e)-anonymity needs numbers or dates, but the column is text; protect "
                        "another, or give its type (`type:`, --types)");
    }
    return std::make_shared<RangeOfValues>(parameters, requirement.attribute, context);
}

}  // namespace kanon
