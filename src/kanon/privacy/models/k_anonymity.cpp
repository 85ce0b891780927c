// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/k_anonymity.hpp"

#include "kanon/privacy/class_values.hpp"
#include "kanon/privacy/distinct_values.hpp"
#include "kanon/privacy/models/candidates_over_releases.hpp"
#include "kanon/privacy/parameters.hpp"

#include <string>
#include <utility>

namespace kanon {
namespace {

class KAnonymity final : public PrivacyModel, public DistinctValues {
public:
    KAnonymity(std::uint64_t k, std::string person, const std::optional<ModelContext>& tracked)
        : k_(k), person_(std::move(person)) {
        if (tracked) {
            persons_.emplace(*tracked);
        }
    }

    [[nodiscard]] std::string_view name() const override { return "k-anonymity"; }

    [[nodiscard]] std::string describe() const override {
        const std::string text = std::to_string(k_) + "-anonymity";
        return persons_ ? text + " of distinct " + person_ : text;
    }

    [[nodiscard]] bool holds(const ClassView& view) const override { return subjects(view) >= k_; }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(subjects(view));
    }

    [[nodiscard]] double required() const override { return static_cast<double>(k_); }

    [[nodiscard]] std::optional<std::size_t> tracked() const override {
        return persons_ ? std::optional(persons_->place()) : std::nullopt;
    }

    [[nodiscard]] std::optional<double> best_possible() const override {
        return persons_ ? persons_->of_table() : std::nullopt;
    }

    [[nodiscard]] bool counts_values() const override { return persons_.has_value(); }

    [[nodiscard]] std::uint64_t least_rows() const override { return k_; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

    /// Of persons.
    [[nodiscard]] std::uint64_t least_values() const override { return k_; }

    [[nodiscard]] std::optional<Code> counted(Code code) const override {
        return persons_ ? persons_->counted(code) : std::nullopt;
    }

private:
    [[nodiscard]] std::uint64_t subjects(const ClassView& view) const {
        return persons_ ? persons_->distinct(view) : view.rows;
    }

    std::uint64_t k_;
    std::string person_;
    std::optional<privacy::ClassValues> persons_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_k_anonymity(const PrivacyRequirement& requirement,
                                                     const std::optional<ModelContext>& tracked) {
    const std::uint64_t k = privacy::check_parameters(requirement).whole("k");
    const std::string person = requirement.attribute.empty() ? "persons" : requirement.attribute;
    if (tracked && tracked->histories) {
        return make_candidates_over_releases(k, person, *tracked);
    }
    return std::make_shared<KAnonymity>(k, person, tracked);
}

}  // namespace kanon
