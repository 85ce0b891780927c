// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/dialect/dialect.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <string>
#include <string_view>

namespace kanon::engine {

/// The type in which files and data frames hold the values of an engine's type
/// (Column::storage_type); `VARCHAR` where their texts are all that is kept.
[[nodiscard]] std::string storage_type_of(const Dialect& dialect, std::string_view type);

/// True if the texts of a column, which are an engine's, are those of the same values in such a
/// type: whatever is written in it can be held against them. Cost O(values).
[[nodiscard]] bool keeps_texts(const Dictionary& texts, std::string_view storage_type);

}  // namespace kanon::engine
