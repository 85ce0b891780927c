// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/candidates_over_releases.hpp"

#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace kanon {
namespace {

class CandidatesOverReleases final : public PrivacyModel {
public:
    CandidatesOverReleases(std::uint64_t k, std::string person, const ModelContext& tracked)
        : k_(k),
          person_(std::move(person)),
          place_(tracked.place),
          missing_(tracked.missing),
          histories_(tracked.histories) {}

    [[nodiscard]] std::string_view name() const override { return "k-anonymity"; }

    [[nodiscard]] std::string describe() const override {
        const std::string promise = fmt::format("{}-anonymity of distinct {}", k_, person_);
        return histories_->releases == 0
                   ? promise
                   : fmt::format("{} over this release and {}",
                                 promise,
                                 count_text(histories_->releases, "earlier one"));
    }

    [[nodiscard]] bool holds(const ClassView& view) const override { return least(view) >= k_; }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(least(view));
    }

    [[nodiscard]] double required() const override { return static_cast<double>(k_); }

    [[nodiscard]] std::optional<std::size_t> tracked() const override { return place_; }

    [[nodiscard]] std::uint64_t least_rows() const override { return k_; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    using Persons = std::map<std::uint32_t, std::uint64_t>;

    static std::uint64_t candidates(const Persons& persons,
                                    const std::vector<std::uint32_t>& containing) {
        std::uint64_t out = 0;
        if (containing.size() > persons.size()) {
            for (const auto& [history, count] : persons) {
                out += std::ranges::binary_search(containing, history) ? count : 0;
            }
            return out;
        }
        for (const std::uint32_t history : containing) {
            const auto found = persons.find(history);
            out += found == persons.end() ? 0 : found->second;
        }
        return out;
    }

    /// The fewest candidates that a person of the class has left.
    [[nodiscard]] std::uint64_t least(const ClassView& view) const {
        Persons persons;
        for (const Code code : view.histograms[place_].values) {
            if (code != missing_) {
                ++persons[histories_->of_code[code]];
            }
        }
        std::uint64_t out = persons.empty() ? 0 : view.rows;
        for (const auto& [history, count] : persons) {
            out = std::min(out, candidates(persons, histories_->containing[history]));
        }
        return out;
    }

    std::uint64_t k_;
    std::string person_;
    std::size_t place_;
    std::optional<Code> missing_;
    std::shared_ptr<const PersonHistories> histories_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_candidates_over_releases(std::uint64_t k,
                                                                  std::string person,
                                                                  const ModelContext& tracked) {
    return std::make_shared<CandidatesOverReleases>(k, std::move(person), tracked);
}

}  // namespace kanon
