// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/adversary_risk.hpp"

#include "kanon/assess/subject_classes.hpp"
#include "kanon/base/subsets.hpp"
#include "kanon/risk/reidentification.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace kanon::detail {
namespace {

using Places = std::vector<std::size_t>;

/// Call use() with the places of the quasi-identifiers of each set that the adversary knows.
template <class Use>
void for_each_known_set(const Problem& problem,
                        const std::vector<std::string>& columns,
                        std::size_t any,
                        Use use) {
    const std::size_t attributes = problem.quasi_identifiers.size();
    if (any > 0) {
        for_each_subset(attributes, std::min(any, attributes), use);
        return;
    }
    Places places;
    for (std::size_t j = 0; j < attributes; ++j) {
        if (std::ranges::find(columns, problem.quasi_identifiers[j].name) != columns.end()) {
            places.push_back(j);
        }
    }
    use(static_cast<const Places&>(places));
}

/// Takes the worst of several sets.
class WorstSet {
public:
    void take(const risk::Reidentification& found, const Places& places) {
        ++sets_;
        if (sets_ == 1 || found.prosecutor.average > found_.prosecutor.average) {
            found_ = found;
            places_ = places;
        }
    }

    [[nodiscard]] risk::KnownSetRisk of(const Problem& problem) const {
        risk::KnownSetRisk out{.found = found_, .columns = {}};
        for (const std::size_t place : places_) {
            out.columns.push_back(problem.quasi_identifiers[place].name);
        }
        return out;
    }

    [[nodiscard]] std::uint64_t sets() const { return sets_; }

private:
    risk::Reidentification found_;
    Places places_;
    std::uint64_t sets_ = 0;
};

/// The released rows by what they show in some quasi-identifiers, as far as the release has them.
risk::RiskClasses alike_in(const ReleasedClasses& classes, const Places& places) {
    Places released;
    for (std::size_t j = 0; j < classes.attributes().size(); ++j) {
        if (std::ranges::find(places, classes.attributes()[j].place) != places.end()) {
            released.push_back(j);
        }
    }
    std::map<std::vector<Code>, std::uint64_t> rows;
    std::vector<Code> shown(released.size());
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (!classes.is_suppressed(index)) {
            std::ranges::transform(released, shown.begin(), [&](std::size_t attribute) {
                return classes.codes(attribute)[index];
            });
            rows[shown] += classes.rows()[index];
        }
    }
    risk::RiskClasses out;
    for (const auto& one : rows) {
        out.rows.push_back(one.second);
    }
    return out;
}

}  // namespace

std::vector<risk::AdversaryRisk> adversary_risks(const Problem& problem,
                                                 double threshold,
                                                 const RunContext& context) {
    std::vector<risk::AdversaryRisk> out;
    for (const Adversary& adversary : adversaries_of(problem.policy.privacy)) {
        if (adversary.knows_all()) {
            continue;
        }
        WorstSet worst;
        for_each_known_set(problem, adversary.columns, adversary.any, [&](const Places& places) {
            throw_if_cancelled(context);
            Places columns;
            for (const std::size_t place : places) {
                columns.push_back(problem.columns[place]);
            }
            worst.take(
                risk::reidentification(
                    known_rows(problem, columns, context.threads).counted.classes, threshold),
                places);
        });
        out.push_back({.columns = adversary.columns,
                       .any = adversary.any,
                       .sets = worst.sets(),
                       .before = worst.of(problem)});
    }
    return out;
}

void add_released(const Problem& problem,
                  const ReleasedClasses& classes,
                  std::vector<risk::AdversaryRisk>& risks) {
    for (risk::AdversaryRisk& one : risks) {
        WorstSet worst;
        for_each_known_set(problem, one.columns, one.any, [&](const Places& places) {
            worst.take(
                risk::reidentification(alike_in(classes, places), one.before.found.threshold),
                places);
        });
        one.after = worst.of(problem);
    }
}

}  // namespace kanon::detail
