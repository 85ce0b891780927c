// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/risk/risk_classes.hpp"
#include "kanon/risk/risk_options.hpp"

#include <cstdint>
#include <optional>

namespace kanon::risk {

/// What one attacker can expect of the rows of a table: shares in 0..1, 0 without rows.
struct AttackerRisk {
    double highest = 0;            ///< of a row
    double average = 0;            ///< over the rows
    std::uint64_t rows_above = 0;  ///< whose risk is above the threshold
};

/// The risk that rows are found to be whose they are, by one who knows the quasi-identifiers.
struct Reidentification {
    std::uint64_t rows = 0;
    std::uint64_t classes = 0;
    std::uint64_t uniques = 0;  ///< rows in classes of one subject
    double threshold = kUsualThreshold;
    /// Knows that a person is in the table: a row is found with 1 / subjects of its class.
    AttackerRisk prosecutor{};
    /// Wants to find anybody, and does not know who is in the table: 1 / people of the class. None
    /// where the population is not known.
    std::optional<AttackerRisk> journalist{};
    /// Links all rows with a list of the population, or, where that is not known, of the subjects
    /// of the table alone: the share of the rows that is linked with its own person.
    double marketer = 0;
    /// People of the smallest class in the population: k of k-map.
    std::optional<double> least_people{};
};

/// El Emam, Dankar: Protecting privacy using k-anonymity, JAMIA 2008; El Emam 2013, chapter 16,
/// whose names these are: pRa, pRb, pRc; jRa, jRb, jRc = max(classes / people, mean of 1 / people);
/// mR. With several rows of a person, averages are over rows. A risk that is the threshold is not
/// above it; figures that differ by a part in 10^9 are the same. Cost O(classes).
/// \pre 0 < threshold <= 1
[[nodiscard]] Reidentification reidentification(const RiskClasses& classes,
                                                double threshold = kUsualThreshold);

/// Add the rows of another part of a table, of other classes, to those of some. \pre the same
/// threshold, no population, so no journalist; people are those of each class
void add_part(Reidentification& sum, const Reidentification& part);

/// The risk of the rows where each class has one of its own. Same order; sums are taken in it.
[[nodiscard]] AttackerRisk attacker_risk(const RiskClasses& classes,
                                         const std::vector<double>& risk_of_class,
                                         double threshold);

}  // namespace kanon::risk
