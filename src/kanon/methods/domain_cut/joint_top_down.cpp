// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/joint_top_down.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_recoding.hpp"
#include "kanon/methods/domain_cut/specialization.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace kanon::domain_cut {
namespace {

class JointTopDown final : public JointSpecialization {
public:
    JointTopDown(const Task& task, std::span<const std::size_t> places, std::size_t attributes)
        : domains_(ordered_domains(task, DomainOrder::natural)),
          places_(places.begin(), places.end()),
          search_(task, domains_, places, attributes) {
        KANON_CHECK(search_.proves_none());
    }

    RowDivision coarsest(std::size_t attribute) override {
        const auto value = static_cast<std::uint32_t>(attribute);
        std::vector<RankRun> parts = coarsest_parts(domain_of(attribute));
        if (parts.size() == 1) {
            return {.value = value, .parts = 1};
        }
        search_.groups().plan(value, std::move(parts));
        return planned(value);
    }

    void begin() override { search_.begin(); }

    std::optional<Proposal> best() override {
        best_ = search_.best();
        if (!best_) {
            return std::nullopt;
        }
        return Proposal{.attribute = search_.groups().values()[best_->value].attribute,
                        .score = best_->score};
    }

    RowDivision carry_out_own() override {
        KANON_CHECK(best_.has_value());
        RowDivision out = planned(best_->value);
        search_.carry_out();
        best_.reset();
        return out;
    }

    void carry_out_coarsest(std::size_t attribute) override {
        const auto value = static_cast<std::uint32_t>(attribute);
        if (!search_.groups().values()[value].parts.empty()) {
            search_.groups().specialize(value);
        }
    }

    void carry_out(const RowDivision& told) override {
        search_.carry_out_as_told(told.value, told.parts, told.part_of_row);
        best_.reset();
    }

    [[nodiscard]] std::optional<ValueRows> find(std::uint32_t value) const override {
        const CutGroups& groups = search_.groups();
        if (value >= groups.values().size() || groups.values()[value].replaced) {
            return std::nullopt;
        }
        return ValueRows{.attribute = groups.values()[value].attribute,
                         .rows = groups.count_types_with(value)};
    }

    [[nodiscard]] bool is_release() const override { return search_.is_release(); }

    [[nodiscard]] GlobalRecoding recoding() const override {
        KANON_CHECK(is_release());
        return recode_to_parts(domains_, search_.groups().cuts(), search_.groups().failing_types());
    }

private:
    [[nodiscard]] const OrderedDomain& domain_of(std::size_t attribute) const {
        const auto place = std::ranges::find(places_, attribute);
        KANON_CHECK(place != places_.end());
        return domains_[static_cast<std::size_t>(place - places_.begin())];
    }

    /// Its parts are numbered by their first rows, whose order is common to all: their own order,
    /// of values, is nobody else's business.
    [[nodiscard]] RowDivision planned(std::uint32_t value) {
        CutGroups& groups = search_.groups();
        const std::vector<RankRun> parts = groups.values()[value].parts;
        RowDivision out{.value = value,
                        .parts = static_cast<std::uint32_t>(parts.size()),
                        .part_of_row = groups.planned_parts(value)};
        std::vector<std::optional<std::uint32_t>> number(parts.size());
        std::vector<RankRun> by_first_row;
        const auto take = [&](std::uint32_t part) {
            if (!number[part]) {
                number[part] = static_cast<std::uint32_t>(by_first_row.size());
                by_first_row.push_back(parts[part]);
            }
            return *number[part];
        };
        for (std::uint32_t& part : out.part_of_row) {
            part = take(part);
        }
        for (std::uint32_t part = 0; part < out.parts; ++part) {
            take(part);
        }
        groups.plan(value, std::move(by_first_row));
        return out;
    }

    std::vector<OrderedDomain> domains_;
    std::vector<std::size_t> places_;
    Specialization search_;
    std::optional<Merit> best_;
};

}  // namespace

std::unique_ptr<JointSpecialization> make_joint_top_down(const Task& task,
                                                         std::span<const std::size_t> places,
                                                         std::size_t attributes) {
    return std::make_unique<JointTopDown>(task, places, attributes);
}

}  // namespace kanon::domain_cut
