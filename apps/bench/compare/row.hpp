// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::bench {

/// What came of one method on one table for one k and objective. Without a release there are no
/// figures but the seconds.
struct SuiteRow {
    std::string dataset;
    std::uint64_t k = 0;
    const MethodInfo* method = nullptr;
    Objective objective = Objective::gcp;
    std::string ending;  ///< of the search, or `refused`
    std::string reason;  ///< why there is no release
    std::optional<double> value;
    std::optional<double> lower_bound;
    std::optional<double> gap;
    std::vector<std::optional<double>> losses;  ///< in the suite's order; none where undefined
    std::optional<std::uint64_t> suppressed_rows;
    std::optional<std::uint64_t> classes;
    std::vector<std::pair<std::string, double>> stats;  ///< of the search
    double seconds = 0;                                 ///< of the search, on the wall

    /// Method and objective, for messages.
    [[nodiscard]] std::string title() const;

    /// A figure of the search by its name.
    [[nodiscard]] std::optional<double> stat(const std::string& name) const;
};

/// What two rows of one table and k say that cannot both be true, or "": a value below what another
/// proved of the same recoding model and objective. So proven optima agree, and
/// where an exact method finds no release none does.
[[nodiscard]] std::string contradiction(const std::vector<SuiteRow>& rows);

}  // namespace kanon::bench
