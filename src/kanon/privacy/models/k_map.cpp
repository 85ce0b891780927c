// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/k_map.hpp"

#include "kanon/privacy/parameters.hpp"

#include <string>

namespace kanon {
namespace {

class KMap final : public PrivacyModel {
public:
    explicit KMap(std::uint64_t k) : k_(k) {}

    [[nodiscard]] std::string_view name() const override { return "k-map"; }

    [[nodiscard]] std::string describe() const override { return std::to_string(k_) + "-map"; }

    [[nodiscard]] bool holds(const ClassView& view) const override { return view.population >= k_; }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(view.population);
    }

    [[nodiscard]] double required() const override { return static_cast<double>(k_); }

    [[nodiscard]] bool counts_population() const override { return true; }

    [[nodiscard]] std::uint64_t least_rows() const override { return 1; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

private:
    std::uint64_t k_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_k_map(const PrivacyRequirement& requirement,
                                               const std::optional<ModelContext>& /*tracked*/) {
    return std::make_shared<KMap>(privacy::check_parameters(requirement).whole("k"));
}

}  // namespace kanon
