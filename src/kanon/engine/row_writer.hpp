// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace kanon::engine {

/// Puts rows of texts and numbers into a table of an engine, many at once. Cost O(bytes); a
/// statement holds at most some hundred kilobytes.
class RowWriter {
public:
    /// A text, or a number that is not negative.
    using Value = std::variant<std::string_view, std::uint64_t>;

    /// Into the table of that (quoted) name, which must be there. \pre the connection outlives this
    RowWriter(Connection& connection, const std::string& table);

    /// Add a row, a value per column. \throws EngineFault, Error{bad_input} for a text with a NUL
    void add(std::span<const Value> values);

    /// Send what is left. \throws EngineFault
    void finish();

private:
    Connection& connection_;
    std::string head_;
    std::string statement_;
    std::size_t rows_ = 0;
};

}  // namespace kanon::engine
