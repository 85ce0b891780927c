// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/p_sensitive.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/distinct_values.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <utility>

namespace kanon {
namespace {

/// Distinct values; of the extended kind the context's values are the labels of a level.
class Sensitivity final : public privacy::ColumnModel, public DistinctValues {
public:
    Sensitivity(std::uint64_t p, std::string describe, const ModelContext& context)
        : ColumnModel("p-sensitive", std::move(describe), privacy::ClassValues(context)), p_(p) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return values().distinct(view) >= p_;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(values().distinct(view));
    }

    [[nodiscard]] double required() const override { return static_cast<double>(p_); }

    [[nodiscard]] std::optional<double> best_possible() const override {
        return values().of_table();
    }

    [[nodiscard]] bool counts_values() const override { return true; }

    [[nodiscard]] std::uint64_t least_rows() const override { return p_; }

    /// More rows take no value away.
    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

    [[nodiscard]] std::uint64_t least_values() const override { return p_; }

    [[nodiscard]] std::optional<Code> counted(Code code) const override {
        return values().counted(code);
    }

private:
    std::uint64_t p_;
};

/// The column as if each value were its label at a level: the least code under it stands for it.
ModelContext by_labels(const PrivacyRequirement& requirement,
                       const ModelContext& context,
                       std::uint64_t level) {
    if (context.hierarchy == nullptr) {
        privacy::refuse(
            requirement,
            "p-sensitive of kind extended needs a hierarchy of the attribute; give it one "
            "(`hierarchy:`, --hierarchy)");
    }
    const Hierarchy& hierarchy = *context.hierarchy;
    if (level >= hierarchy.height()) {
        privacy::refuse(
            requirement,
            fmt::format("p-sensitive of kind extended needs a level below the top of the "
                        "hierarchy, which is {}; it is {}",
                        hierarchy.height(),
                        level));
    }
    ModelContext out = context;
    const auto at = static_cast<Level>(level);
    std::vector<Code> label_of(hierarchy.domain_size());
    for (Code code = 0; code < label_of.size(); ++code) {
        const Code value = context.value_of ? (*context.value_of)[code] : code;
        label_of[code] = hierarchy.least_code(at, hierarchy.label_of(at, value));
    }
    out.value_of = std::make_shared<const std::vector<Code>>(std::move(label_of));
    return out;
}

}  // namespace

std::shared_ptr<const PrivacyModel> make_p_sensitive(const PrivacyRequirement& requirement,
                                                     const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    const ModelContext& context = privacy::column_of(requirement, tracked);
    const std::uint64_t p = parameters.whole("p");
    if (parameters.kind != "extended") {
        return std::make_shared<Sensitivity>(
            p, fmt::format("{}-sensitivity of {}", p, requirement.attribute), context);
    }
    const std::uint64_t level = parameters.whole("level");
    const bool is_trial = context.distribution.empty();
    return std::make_shared<Sensitivity>(
        p,
        fmt::format("extended {}-sensitivity of {} at level {}", p, requirement.attribute, level),
        is_trial ? context : by_labels(requirement, context, level));
}

}  // namespace kanon
