// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/reidentification.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::risk {
namespace {

constexpr double kSlack = 1e-9;

std::vector<double> inverse(const std::vector<double>& counts) {
    std::vector<double> out(counts.size());
    std::ranges::transform(counts, out.begin(), [](double count) { return 1 / count; });
    return out;
}

std::vector<double> subjects_as_numbers(const RiskClasses& classes) {
    std::vector<double> out(classes.size());
    for (std::size_t index = 0; index < out.size(); ++index) {
        out[index] = static_cast<double>(classes.subjects_of(index));
    }
    return out;
}

/// The least people of a class may be fewer than its subjects where lists disagree; a class has
/// them all the same.
AttackerRisk journalist_risk(const RiskClasses& classes, double threshold) {
    AttackerRisk out = attacker_risk(classes, inverse(classes.people), threshold);
    const double people = std::accumulate(classes.people.begin(), classes.people.end(), 0.0);
    if (people > 0) {
        out.average = std::max(out.average, static_cast<double>(classes.size()) / people);
    }
    return out;
}

}  // namespace

AttackerRisk attacker_risk(const RiskClasses& classes,
                           const std::vector<double>& risk_of_class,
                           double threshold) {
    AttackerRisk out;
    double sum = 0;
    std::uint64_t rows = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const double risk = risk_of_class[index];
        out.highest = std::max(out.highest, risk);
        out.rows_above += risk > threshold * (1 + kSlack) ? classes.rows[index] : 0;
        sum += risk * static_cast<double>(classes.rows[index]);
        rows += classes.rows[index];
    }
    out.average = rows == 0 ? 0 : sum / static_cast<double>(rows);
    return out;
}

Reidentification reidentification(const RiskClasses& classes, double threshold) {
    Reidentification out{.classes = classes.size(), .threshold = threshold};
    for (std::size_t index = 0; index < classes.size(); ++index) {
        out.rows += classes.rows[index];
        out.uniques += classes.subjects_of(index) == 1 ? classes.rows[index] : 0;
    }
    out.prosecutor = attacker_risk(classes, inverse(subjects_as_numbers(classes)), threshold);
    out.marketer = out.prosecutor.average;
    if (!classes.people.empty()) {
        out.journalist = journalist_risk(classes, threshold);
        out.marketer = attacker_risk(classes, inverse(classes.people), threshold).average;
        out.least_people = *std::ranges::min_element(classes.people);
    }
    return out;
}

void add_part(Reidentification& sum, const Reidentification& part) {
    const double all = static_cast<double>(sum.rows) + static_cast<double>(part.rows);
    const auto mean = [&](double of_sum, double of_part) {
        return all == 0 ? 0
                        : (of_sum * static_cast<double>(sum.rows) +
                           of_part * static_cast<double>(part.rows)) /
                              all;
    };
    sum.prosecutor.highest = std::max(sum.prosecutor.highest, part.prosecutor.highest);
    sum.prosecutor.average = mean(sum.prosecutor.average, part.prosecutor.average);
    sum.prosecutor.rows_above += part.prosecutor.rows_above;
    sum.marketer = mean(sum.marketer, part.marketer);
    sum.rows += part.rows;
    sum.classes += part.classes;
    sum.uniques += part.uniques;
}

}  // namespace kanon::risk
