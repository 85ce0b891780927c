// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/source/reading.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::detail {

/// A row of an m-invariant release before it is generalized.
struct ClassedRow {
    std::uint32_t number = 0;  ///< of its class: as the release says it, from 1 on
    std::uint32_t row = 0;     ///< of the table: the person's, or one of the class
    /// Of a counterfeit: its sensitive value. It has the quasi-identifiers of `row`, which its
    /// class covers.
    std::optional<std::string> counterfeit{};
};

/// Bind the rows of an m-invariant release, in this order, as if they had been read so: those of
/// persons and counterfeits, with their classes in a quasi-identifying column (kClassColumn) of no
/// weight that is released as it is. Hierarchies, and what was assumed and warned of, are those of
/// the persons. \pre `persons` was bound to the source
[[nodiscard]] Problem bind_classed_rows(const PolicySource& source,
                                        const Problem& persons,
                                        std::span<const ClassedRow> rows,
                                        const RunContext& context);

/// An original and an m-invariant release of it, put together by a ledger.
struct ReadInvariantRelease {
    Problem original;
    Problem classed;  ///< row i is that of row i of the release
    Release release;
    /// Per released row the person's row: of its class in the ledger, and of its value; or kNoRow.
    std::vector<std::uint32_t> original_row;
    std::size_t at = 0;  ///< the release of the ledger
    std::vector<std::string> original_sha256;
    std::vector<std::string> release_sha256;
};

/// Read both. The release of the ledger is the last of these persons whose classes have these
/// values; else the last of these persons. \pre the source has a ledger \throws Error: as
/// read_with_release(); bad_input: no such release, or columns of it are lacking
[[nodiscard]] ReadInvariantRelease read_invariant_release(const ReleaseSource& source,
                                                          const RunContext& context);

}  // namespace kanon::detail
