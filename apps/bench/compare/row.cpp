// SPDX-License-Identifier: Apache-2.0
#include "compare/row.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace kanon::bench {
namespace {

bool comparable(const SuiteRow& a, const SuiteRow& b) {
    return a.objective == b.objective && a.method->recoding == b.method->recoding;
}

/// What no release of the row's recoding model can go below, so the row says.
std::optional<double> proven_bound(const SuiteRow& row) {
    if (row.ending == to_string(Ending::infeasible) && row.method->guarantee.starts_with("exact")) {
        return std::numeric_limits<double>::infinity();
    }
    return row.ending == to_string(Ending::optimal) ? row.value : row.lower_bound;
}

/// Room for sums in another order.
double slack(double value) {
    constexpr double kRounding = 1e-9;
    return kRounding * (1 + std::abs(value));
}

}  // namespace

std::string SuiteRow::title() const {
    return fmt::format("{} for {}", method->name, info(objective).name);
}

std::optional<double> SuiteRow::stat(const std::string& name) const {
    for (const auto& [known, figure] : stats) {
        if (known == name) {
            return figure;
        }
    }
    return std::nullopt;
}

std::string contradiction(const std::vector<SuiteRow>& rows) {
    for (const SuiteRow& proof : rows) {
        const std::optional<double> bound = proven_bound(proof);
        for (const SuiteRow& row : rows) {
            if (bound && row.value && comparable(proof, row) &&
                *row.value < *bound - slack(*row.value)) {
                return fmt::format("{} ends at {:.12g}, below the bound {:.12g} that {} proved",
                                   row.title(),
                                   *row.value,
                                   *bound,
                                   proof.method->name);
            }
        }
    }
    return "";
}

}  // namespace kanon::bench
