// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/database.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::io {

/// A NUL byte in a cell: where, for the message.
struct NulByte {
    std::uint64_t row = 0;  ///< 0-based, of the source: rows that are left out count
};

/// Turns the cells of one column into codes as they come.
///
/// Codes stand in blocks, each as wide as the dictionary asked for when it was filled, so that
/// memory is near that of the finished column. Cells of at most 12 bytes (DuckDB's inlined strings)
/// are first looked up in a small direct-mapped cache. Not safe to share between threads.
class ColumnEncoder {
public:
    /// `missing_marks` must outlive the encoder.
    ColumnEncoder(std::string name,
                  std::string storage_type,
                  const std::vector<std::string>& missing_marks);

    /// True if a cell is the missing value.
    [[nodiscard]] bool is_missing(duckdb_vector column, std::size_t row) const;

    /// Append the cells of a VARCHAR vector at the given rows; `first_row` is the source's number
    /// of the vector's first row. \throws NulByte, Error.
    void append(duckdb_vector column, std::span<const std::uint32_t> rows, std::uint64_t first_row);

    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] std::size_t row_count() const { return rows_; }

    /// The finished column; the encoder is empty afterwards.
    /// \throws Error{bad_input} if a value is not of the declared type.
    [[nodiscard]] Column finish(std::optional<ValueType> declared);

private:
    struct Recent {
        std::uint64_t low = ~std::uint64_t{0};  ///< no string is that long: never equal
        std::uint64_t high = 0;
        Code code = 0;
    };

    Code code_of(const duckdb_string_t& cell);
    Code code_of_text(std::string_view text);
    [[nodiscard]] bool is_mark(std::string_view text) const;
    void store(std::span<const Code> codes);

    std::string name_;
    std::string storage_type_;
    const std::vector<std::string>& missing_marks_;
    DictionaryBuilder builder_;
    std::vector<Recent> recent_;  ///< grows with the dictionary, up to 1.5 MB
    unsigned recent_bits_;
    std::vector<CodeVector> blocks_;  ///< kBlockRows codes each
    std::vector<Code> buffer_;
    std::size_t rows_ = 0;
    std::uint64_t row_ = 0;  ///< of the source, the one being appended
};

}  // namespace kanon::io
