// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace kanon::engine {

/// What is put into a table: a text, or a number that is not negative.
using WrittenValue = std::variant<std::string_view, std::uint64_t>;

/// An engine's own way to put rows into a table, faster than statements are.
class RowAppender {
public:
    RowAppender() = default;
    virtual ~RowAppender() = default;
    RowAppender(const RowAppender&) = delete;
    RowAppender& operator=(const RowAppender&) = delete;

    /// Add a row, a value per column; a text becomes of the column's type. \throws EngineFault
    virtual void add(std::span<const WrittenValue> values) = 0;

    /// All rows are in the table from here on. \throws EngineFault
    virtual void finish() = 0;
};

}  // namespace kanon::engine
