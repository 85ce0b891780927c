// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/described_names.hpp"

#include <fmt/format.h>

namespace kanon::engine {

std::vector<std::string> described_names(Connection& connection, const std::string& sql) {
    std::vector<std::string> out;
    connection.query(
        fmt::format(fmt::runtime(connection.dialect().describe), sql),
        [&out](std::span<const Cell> cells) { out.emplace_back(cells.front().value_or("")); });
    return out;
}

}  // namespace kanon::engine
