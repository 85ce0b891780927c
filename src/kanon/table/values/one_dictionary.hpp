// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <memory>
#include <utility>

namespace kanon {

/// The columns of two tables with the codes of one dictionary, which has the values of both. Where
/// `first` has them all already it stays as it is; else its type stays, and its codes are new.
/// The name of both is that of `first`.
/// Cost O(d log d) for d distinct values, and O(rows).
/// \throws Error{bad_input} if a value of `second` is not of the type of `first`; the message names
/// the number of such values and no value.
[[nodiscard]] std::pair<std::shared_ptr<const Column>, std::shared_ptr<const Column>>
with_one_dictionary(const std::shared_ptr<const Column>& first, const Column& second);

}  // namespace kanon
