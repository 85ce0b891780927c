// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/secret_random.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

namespace kanon {

/// The same rows in random order, all orders alike likely; the order depends on what is drawn and
/// the number of rows alone (Fisher, Yates). Dictionaries are shared. Cost O(n m), 4 bytes per row
/// beyond the result.
[[nodiscard]] Table shuffled(const Table& table, SecretRandom& random);

}  // namespace kanon
