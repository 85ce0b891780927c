// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/classes/table_facts.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/release/recoding/recoding_text.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// What a saved recoding comes to on this table, before the models are asked.
struct CarriedRecoding {
    Recoding recoding;
    /// Per attribute, per row type: its place in the released domain, or kNoValue where no released
    /// value fits it.
    std::vector<std::vector<std::uint32_t>> value_of_type;
    /// Rows of some types are in several classes; then a type has the value of one of them.
    bool splits_types = false;
};

/// Find a saved recoding over another table of the same quasi-identifiers; `file` stands in
/// messages. No row is suppressed yet but those of which no class has room.
///
/// Levels: where the table's own hierarchy gives every saved value the label it was released with,
/// all values take the hierarchy's labels at the saved level. Else, and for global recodings
/// without levels, a saved value is released as it was, another one as the saved released value
/// that covers it and fewest others, or by the hierarchy at the saved level, or it has no value.
/// Classes: see place_types().
///
/// Cost O(t m), plus the values that each released value covers. Same result for any thread count.
/// \throws Error{bad_input}: other quasi-identifiers, or a saved released value that does not cover
/// its original under the policy's hierarchy; Error{infeasible}: the policy forbids a level.
[[nodiscard]] CarriedRecoding find_carried(const TableFacts& table,
                                           const SavedRecoding& saved,
                                           const std::string& file,
                                           unsigned threads);

/// The same where the recoding was saved from this very table and says by SavedRecoding::placement
/// which rows are in which class; else none. Cost O(t m), and some 0.1 s.
[[nodiscard]] std::optional<CarriedRecoding> find_placed(const TableFacts& table,
                                                         const SavedRecoding& saved,
                                                         const std::string& file,
                                                         unsigned threads);

}  // namespace kanon
