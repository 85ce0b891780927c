// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// The rows of a table as CSV text.
///
/// Lines end in "\n". The missing value is an empty cell; a text is quoted if it holds the
/// delimiter, a quote (doubled then), a line end or `#`, which is decided once for each value of a
/// dictionary. Safe to share between threads.
class CsvText {
public:
    /// The table must outlive it. Cost O(characters of all dictionaries).
    CsvText(const Table& table, char delimiter, unsigned threads);

    /// The line of the columns' names.
    [[nodiscard]] std::string head() const;

    /// The lines of the rows [first, last).
    [[nodiscard]] std::string rows(std::size_t first, std::size_t last) const;

private:
    /// How a value is written.
    enum class Style : std::uint8_t { plain, quoted, doubled, missing };

    [[nodiscard]] Style style_of(std::string_view text) const;
    [[nodiscard]] std::vector<Style> styles_of(const Dictionary& dictionary) const;
    static char* put(char* at, std::string_view text, Style style);

    const Table& table_;
    char delimiter_;
    std::vector<std::vector<Style>> styles_;  ///< of each column's codes
};

}  // namespace kanon::io
