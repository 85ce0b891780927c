// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/invariant_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::invariance {

/// Rows that are classed among themselves, for the classes of all have one signature.
struct Bucket {
    std::vector<std::uint32_t> values;             ///< the signature, ascending
    std::vector<std::vector<std::uint32_t>> rows;  ///< of each of them

    /// Classes that it is divided into: the most rows of a value. Of each other value counterfeits
    /// make up what is missing.
    [[nodiscard]] std::size_t classes() const;
};

/// Counterfeits without which no classes keep m-invariance. A class has each value of a signature
/// of m values or more once, so there are as many classes as the commonest value has persons, of
/// persons of one signature as of all; and a row for each value of each class. Cost O(n log n).
[[nodiscard]] std::uint64_t least_counterfeits(const InvariantRows& rows);

/// Phases 1 to 3 of invariant_classes(): every row is in one bucket, and each bucket has rows.
/// Cost O(n log n + n / m v log v) for v values. \throws Error{infeasible}
[[nodiscard]] std::vector<Bucket> fill_buckets(const InvariantRows& rows);

}  // namespace kanon::invariance
