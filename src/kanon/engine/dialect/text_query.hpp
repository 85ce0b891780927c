// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// The texts of an array as PostgreSQL writes it, `{a,"b c",NULL}`; they point into `storage`.
/// \throws EngineFault if it is none of so many texts
void read_array(std::string_view array, std::string& storage, std::span<Cell> cells);

/// Run a query for the texts of some expressions; `from` is what stands behind FROM. Where the
/// dialect has arrays a row comes as one of them, which costs a driver far less than many cells.
/// \throws as Connection::query()
void query_texts(Connection& connection,
                 std::span<const std::string> expressions,
                 const std::string& from,
                 const RowTaker& take);

}  // namespace kanon::engine
