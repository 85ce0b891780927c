// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/classes/table_facts.hpp"
#include "kanon/release/recoding/recoding_text.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

namespace kanon {

/// A recoding as it may leave the house beside its release: classes and released values that
/// released rows have, and original values only where their released rows, taken as a class of
/// their own, hold every model and are not starred. Cost O(t m) for t row types, m attributes, plus
/// what table.holds() costs for each original value.
[[nodiscard]] SavedRecoding save_recoding(const TableFacts& table, const RecodingView& recoding);

}  // namespace kanon
