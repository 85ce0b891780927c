// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/database.hpp"
#include "kanon/table/code_blocks.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// Turns cells of one column into provisional codes as they come.
///
/// Cells of at most 12 bytes (DuckDB's inlined strings) are first looked up in a small
/// direct-mapped cache. Not safe to share between threads.
class ColumnEncoder {
public:
    /// `missing_marks` must outlive the encoder.
    explicit ColumnEncoder(const std::vector<std::string>& missing_marks);

    /// True if a cell is the missing value.
    [[nodiscard]] bool is_missing(duckdb_vector column, std::size_t row) const;

    /// True if a cell is null, or has nothing but blanks in it.
    [[nodiscard]] static bool is_blank_cell(duckdb_vector column, std::size_t row);

    /// Append the cells of a VARCHAR vector at the given rows. \throws Error{bad_input}
    void append(duckdb_vector column, std::span<const std::uint32_t> rows);

    /// Places within the rows of the last append whose cell holds a NUL byte.
    [[nodiscard]] const std::vector<std::size_t>& nul_places() const { return nul_places_; }

    [[nodiscard]] const DictionaryBuilder& dictionary() const { return builder_; }

    /// The spelling of a cell that was appended. \pre row < number of rows appended
    [[nodiscard]] std::string_view text(std::size_t row) const {
        return builder_.text(codes_[row]);
    }

    /// Write the codes of the rows first .. first+count-1 as what they are mapped to, from `at` on.
    void copy_codes(std::size_t first,
                    std::size_t count,
                    std::span<const Code> code_of_provisional,
                    CodeVector& out,
                    std::size_t at) const {
        codes_.copy(first, count, code_of_provisional, out, at);
    }

    /// Hand over the dictionary; it is empty here afterwards, the codes stay.
    [[nodiscard]] DictionaryBuilder take_dictionary();

    /// Forget the codes.
    void clear_codes() { codes_.clear(); }

private:
    struct Recent {
        std::uint64_t low = ~std::uint64_t{0};  ///< no string is that long: never equal
        std::uint64_t high = 0;
        Code code = 0;
    };

    Code code_of(const duckdb_string_t& cell);
    Code code_of_text(std::string_view text);
    [[nodiscard]] bool is_mark(std::string_view text) const;
    void find_nul_bytes();

    const std::vector<std::string>& missing_marks_;
    DictionaryBuilder builder_;
    std::vector<Recent> recent_;  ///< grows with the dictionary, up to 1.5 MB
    unsigned recent_bits_;
    CodeBlocks codes_;
    std::vector<Code> buffer_;
    std::vector<Code> nul_codes_;  ///< whose text holds a NUL byte, ascending
    std::vector<std::size_t> nul_places_;
};

}  // namespace kanon::io
