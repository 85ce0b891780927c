// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/class_values.hpp"

#include <cstdint>
#include <optional>

namespace kanon::privacy {

/// Entropy of the values of a class in nats: log n - (1/n) sum c log c for counts c of n rows that
/// have a value; none if no row has.
[[nodiscard]] std::optional<double> shannon_entropy(const ClassValues& values,
                                                    const ClassView& view);

/// An estimate of the entropy of what the class was drawn from: log n - (1/n) sum c G(c).
///
/// Grassberger: Entropy Estimates from Insufficient Samplings, 2003. It corrects for values that a
/// small sample does not show, so it is mostly above shannon_entropy(), and above log n where every
/// value occurs once. Differs: cut off at the logarithm of the number of values of the class.
[[nodiscard]] std::optional<double> grassberger_entropy(const ClassValues& values,
                                                        const ClassView& view);

/// Grassberger's G, near log c for large c: G(2j) = G(2j + 1) = digamma(j + 1/2) + log 2. Exact to
/// 1e-14. Cost O(1). \pre count >= 1
[[nodiscard]] double grassberger_log(std::uint64_t count);

}  // namespace kanon::privacy
