// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstdint>

namespace kanon::linked {

/// What a model counts in a table whose subjects may have several rows. In the subjects' own table
/// all three are the same.
enum class Counted : std::uint8_t {
    /// Subjects with a value, among the rows that nobody can tell apart.
    subjects,
    /// These rows. Each subject of a class has as many of them as every other, so that a share of
    /// rows is the mean of the subjects' shares, each weighing alike.
    rows,
    /// Subjects with a value in any of their rows of the table: a row for each and value. What is
    /// inferred of a subject, whichever row it is from.
    subjects_over_all_rows
};

/// Distinct values are counted by subjects. Shares are of rows, for they add up to 1 there alone;
/// but alpha-k limits what is inferred of a subject, and so looks at all his rows.
[[nodiscard]] Counted counted_by(const PrivacyModel& model);

}  // namespace kanon::linked
