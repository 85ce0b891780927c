// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/m_invariance.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

using privacy::ClassValues;

class MInvariance final : public privacy::ColumnModel {
public:
    MInvariance(std::uint64_t m, const std::string& attribute, ClassValues values)
        : ColumnModel(
              kInvariance, fmt::format("{}-invariance of {}", m, attribute), std::move(values)),
          m_(m) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return achieved(view) >= required();
    }

    /// Values of the class; 0 where one is there twice, or a row has none.
    [[nodiscard]] double achieved(const ClassView& view) const override {
        const std::uint64_t distinct = values().distinct(view);
        return distinct == view.rows ? static_cast<double>(distinct) : 0;
    }

    [[nodiscard]] double required() const override { return static_cast<double>(m_); }

    [[nodiscard]] std::uint64_t least_rows() const override { return m_; }

    [[nodiscard]] bool counts_values() const override { return true; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::none; }

private:
    std::uint64_t m_;
};

}  // namespace

const PrivacyRequirement* find_invariance(const std::vector<PrivacyRequirement>& privacy) {
    const auto found = std::ranges::find(privacy, kInvariance, &PrivacyRequirement::model);
    return found == privacy.end() ? nullptr : &*found;
}

std::shared_ptr<const PrivacyModel> make_m_invariance(const PrivacyRequirement& requirement,
                                                      const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    return std::make_shared<MInvariance>(parameters.whole("m"),
                                         requirement.attribute,
                                         ClassValues(privacy::column_of(requirement, tracked)));
}

}  // namespace kanon
