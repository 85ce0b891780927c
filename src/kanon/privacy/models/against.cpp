// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/against.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon {
namespace {

class Against final : public PrivacyModel {
public:
    Against(std::shared_ptr<const PrivacyModel> model,
            const Adversary& adversary,
            std::vector<std::size_t> attributes)
        : model_(std::move(model)),
          describe_(model_->describe() + " against whoever knows " + known_text(adversary)),
          known_(attributes.empty() ? adversary.any : attributes.size()),
          attributes_(std::move(attributes)) {}

    [[nodiscard]] std::string_view name() const override { return model_->name(); }

    [[nodiscard]] std::string describe() const override { return describe_; }

    [[nodiscard]] bool holds(const ClassView& view) const override { return model_->holds(view); }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return model_->achieved(view);
    }

    [[nodiscard]] double required() const override { return model_->required(); }

    [[nodiscard]] bool more_is_better() const override { return model_->more_is_better(); }

    [[nodiscard]] bool is_strict() const override { return model_->is_strict(); }

    [[nodiscard]] std::optional<std::size_t> tracked() const override { return model_->tracked(); }

    [[nodiscard]] std::size_t known_values() const override { return known_; }

    [[nodiscard]] std::span<const std::size_t> known_attributes() const override {
        return attributes_;
    }

    [[nodiscard]] std::shared_ptr<const PrivacyModel> of_classes() const override { return model_; }

    [[nodiscard]] std::uint64_t least_sharing_rows() const override { return model_->least_rows(); }

    [[nodiscard]] std::optional<double> best_possible() const override {
        return model_->best_possible();
    }

    [[nodiscard]] bool counts_values() const override { return model_->counts_values(); }

    /// A class over all quasi-identifiers may be smaller than what the adversary sees.
    [[nodiscard]] std::uint64_t least_rows() const override { return 1; }

    [[nodiscard]] Monotony monotony() const override { return model_->monotony(); }

private:
    std::shared_ptr<const PrivacyModel> model_;
    std::string describe_;
    std::size_t known_;
    std::vector<std::size_t> attributes_;
};

}  // namespace

std::string known_text(const Adversary& adversary) {
    if (adversary.any > 0) {
        return "any " + std::to_string(adversary.any) + " of the quasi-identifiers";
    }
    std::string out;
    for (std::size_t i = 0; i < adversary.columns.size(); ++i) {
        const bool is_last = i + 1 == adversary.columns.size();
        out += i == 0 ? "" : is_last ? " and " : ", ";
        out += adversary.columns[i];
    }
    return out;
}

std::vector<Adversary> adversaries_of(const std::vector<PrivacyRequirement>& privacy) {
    std::vector<Adversary> out;
    for (const PrivacyRequirement& requirement : privacy) {
        if (std::ranges::find(out, requirement.against) == out.end()) {
            out.push_back(requirement.against);
        }
    }
    return out.empty() ? std::vector{Adversary{}} : out;
}

std::shared_ptr<const PrivacyModel> make_against(std::shared_ptr<const PrivacyModel> model,
                                                 const Adversary& adversary,
                                                 std::vector<std::size_t> attributes) {
    KANON_CHECK(!adversary.knows_all() && model->monotony() != Monotony::none);
    KANON_CHECK(model->known_values() == 0 && !model->judges_average() &&
                !model->counts_population());
    return std::make_shared<Against>(std::move(model), adversary, std::move(attributes));
}

}  // namespace kanon
