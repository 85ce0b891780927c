// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/k_anonymity.hpp"

#include "kanon/privacy/parameters.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon {
namespace {

class KAnonymity final : public PrivacyModel {
public:
    KAnonymity(std::uint64_t k, std::string person, std::optional<ModelContext> tracked)
        : k_(k), person_(std::move(person)), tracked_(std::move(tracked)) {
        if (tracked_) {
            best_ = privacy::values_of_table(*tracked_, privacy::Missing::left_out);
            tracked_->distribution = {};  // as long as there are persons, and not asked for again
        }
    }

    [[nodiscard]] std::string_view name() const override { return "k-anonymity"; }

    [[nodiscard]] std::string describe() const override {
        const std::string text = std::to_string(k_) + "-anonymity";
        return tracked_ ? text + " of distinct " + person_ : text;
    }

    [[nodiscard]] bool holds(const ClassView& view) const override { return subjects(view) >= k_; }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(subjects(view));
    }

    [[nodiscard]] double required() const override { return static_cast<double>(k_); }

    [[nodiscard]] std::optional<std::size_t> tracked() const override {
        return tracked_ ? std::optional(tracked_->place) : std::nullopt;
    }

    [[nodiscard]] std::optional<double> best_possible() const override { return best_; }

    [[nodiscard]] std::uint64_t least_rows() const override { return k_; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

private:
    [[nodiscard]] std::uint64_t subjects(const ClassView& view) const {
        if (!tracked_) {
            return view.rows;
        }
        const std::span<const Code> persons = view.histograms[tracked_->place].values;
        const bool has_missing =
            tracked_->missing &&
            std::binary_search(persons.begin(), persons.end(), *tracked_->missing);
        return persons.size() - (has_missing ? 1 : 0);
    }

    std::uint64_t k_;
    std::string person_;
    std::optional<ModelContext> tracked_;
    std::optional<double> best_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_k_anonymity(const PrivacyRequirement& requirement,
                                                     std::optional<ModelContext> tracked) {
    privacy::check_kind(requirement, "");
    const std::uint64_t k = privacy::whole_parameter(requirement, "k");
    const std::string person = requirement.attribute.empty() ? "persons" : requirement.attribute;
    return std::make_shared<KAnonymity>(k, person, std::move(tracked));
}

}  // namespace kanon
