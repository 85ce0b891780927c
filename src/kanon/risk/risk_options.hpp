// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

namespace risk {

/// The threshold where nobody names one: 5 persons that nobody can tell apart, which is what the
/// field mostly asks for (El Emam: Guide to the De-Identification of Personal Health Information,
/// 2013, chapter 16).
inline constexpr double kUsualThreshold = 0.2;

}  // namespace risk

/// How the risk of a table is to be measured.
struct RiskOptions {
    double threshold = risk::kUsualThreshold;  ///< above 0, at most 1
    /// Share of the population that was sampled, above 0 and at most 1; none: not known.
    std::optional<double> fraction{};
    std::string weights{};  ///< column of sampling weights; "": none
    /// Columns that tell the strata apart within which rows are counted as well; empty: none.
    std::vector<std::string> strata{};
    bool suda = false;          ///< look for minimal sample uniques
    std::size_t suda_size = 0;  ///< of up to so many columns; 0: as many as take some seconds
    bool rows = false;          ///< make a table of the risk of each row
    bool shuffled = false;      ///< the released rows stand in another order
};

}  // namespace kanon
