// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kanon::engine {

/// Puts rows of texts and numbers into a table of an engine, many at once: by its own way, else as
/// one array for each column, where the dialect has them, else as lists of values. Cost O(bytes); a
/// statement holds at most about a megabyte, or four where the dialect has large ones.
class RowWriter {
public:
    using Value = WrittenValue;

    /// Into the table of that (quoted) name, which must be there and has columns of these types.
    /// \pre the connection outlives this
    RowWriter(Connection& connection, const std::string& table, std::span<const std::string> types);

    /// Add a row, a value per column. \throws EngineFault, Error{bad_input} for a text with a NUL
    void add(std::span<const Value> values);

    /// Send what is left. \throws EngineFault
    void finish();

private:
    void add_to_list(std::span<const Value> values);
    void add_to_arrays(std::span<const Value> values);
    [[nodiscard]] bool is_full() const;
    [[nodiscard]] std::string statement_of_arrays() const;

    Connection& connection_;
    std::unique_ptr<RowAppender> appender_;  ///< null: by statements
    std::string head_;
    std::vector<std::string> types_;
    std::string list_;                 ///< of rows, or
    std::vector<std::string> arrays_;  ///< of the values of each column
    std::size_t bytes_ = 0;
    std::size_t rows_ = 0;
};

}  // namespace kanon::engine
