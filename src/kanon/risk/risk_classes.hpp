// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/classes/released_classes.hpp"
#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <vector>

namespace kanon::risk {

/// Rows by what an attacker can tell apart, as counts alone, whoever counted them. One entry for
/// each class; where a release is judged by candidates, for rows with as many of them.
struct RiskClasses {
    std::vector<std::uint64_t> rows;  ///< of each class, >= 1
    /// Whom a row of the class may belong to: persons or candidates, >= 1. Empty: each row is one.
    std::vector<std::uint64_t> subjects{};
    /// People of the population in each class, at least its subjects. Empty: not known.
    std::vector<double> people{};

    [[nodiscard]] std::size_t size() const { return rows.size(); }

    [[nodiscard]] std::uint64_t subjects_of(std::size_t index) const {
        return subjects.empty() ? rows[index] : subjects[index];
    }
};

/// The distinct rows of a table; each row is a subject.
[[nodiscard]] RiskClasses risk_classes(const RowTypes& types);

/// The classes of a release; suppressed rows are in none.
[[nodiscard]] RiskClasses risk_classes(const ReleasedClasses& classes);

/// So many classes have a size.
struct SizeCount {
    std::uint64_t size = 0;  ///< subjects
    std::uint64_t classes = 0;

    friend bool operator==(const SizeCount&, const SizeCount&) = default;
};

/// Sizes ascending, each once; no class is lost.
using SizeCounts = std::vector<SizeCount>;

/// Cost O(c log c) for c classes.
[[nodiscard]] SizeCounts count_sizes(const RiskClasses& classes);

/// Subjects in all classes.
[[nodiscard]] std::uint64_t subjects_in(const SizeCounts& sizes);

[[nodiscard]] std::uint64_t classes_in(const SizeCounts& sizes);

/// Classes of one size.
[[nodiscard]] std::uint64_t classes_of_size(const SizeCounts& sizes, std::uint64_t size);

}  // namespace kanon::risk
