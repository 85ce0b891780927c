// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/arrow.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::python {

/// Cells of one column in memory of their own, as an Arrow array lays them out.
struct FrameColumn {
    std::string name;
    std::string format;                ///< the Arrow type of the cells
    std::vector<std::uint8_t> values;  ///< cells, or the offsets of texts
    std::string characters;            ///< of texts
    std::vector<std::uint8_t> valid;   ///< a bit a row; empty: no cell is missing
    std::size_t rows = 0;
    std::size_t missing = 0;
    std::shared_ptr<const FrameColumn> words;  ///< the cells are places in it; null: values

    /// Make room for the bits of all rows, none missing.
    void begin_validity();

    /// Take a cell for missing. \pre begin_validity()
    void set_missing(std::size_t row);
};

/// The column with its distinct numbers behind a dictionary, which are then spelled once each; null
/// if it is none of numbers of 32 or 64 bits, or most of them differ. Cost O(rows).
[[nodiscard]] std::shared_ptr<const FrameColumn> with_words(const FrameColumn& column);

/// A data frame as it was when it was handed over: columns of one length, copied while Python's
/// lock was held, so that what other threads do to the frame later does not matter. Immutable once
/// it is read; safe to read from several threads.
class Frame {
public:
    /// \throws Error{bad_input} if the column has another number of rows than those before.
    void add(std::shared_ptr<const FrameColumn> column);

    [[nodiscard]] std::size_t row_count() const { return rows_; }

    [[nodiscard]] const std::vector<std::shared_ptr<const FrameColumn>>& columns() const {
        return columns_;
    }

private:
    std::vector<std::shared_ptr<const FrameColumn>> columns_;
    std::size_t rows_ = 0;
};

/// A frame as a stream of one batch, which shares the frame's memory and keeps it.
void open_stream(const std::shared_ptr<const Frame>& frame, ArrowArrayStream* out);

/// Texts one behind the other, as Arrow's large texts are.
class TextCells {
public:
    void append(std::string_view text);

    [[nodiscard]] std::size_t size() const { return offsets_.size() - 1; }

    /// The column of these texts; empty afterwards.
    [[nodiscard]] FrameColumn finish(std::string name);

private:
    std::string characters_;
    std::vector<std::int64_t> offsets_{0};
};

}  // namespace kanon::python
