// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arrow.h"
#include <cpp11/list.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// A data frame on its way in: columns as Arrow lays them out. Whole numbers and integer64 are read
// where R has them; R's own objects are not touched after this, so another thread may read it. The
// vectors must be kept by the caller as long as the frame is read.
namespace kanon_r {

struct Words {
    std::string characters;
    std::vector<std::int64_t> offsets{0};

    void append(const char* text, std::size_t size) {
        characters.append(text, size);
        offsets.push_back(static_cast<std::int64_t>(characters.size()));
    }

    std::int64_t size() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

struct Column {
    std::string name;
    std::string format;
    const void* cells = nullptr;  // R's, or `own`
    std::vector<std::uint8_t> own;
    std::vector<std::uint8_t> valid;  // a bit a row; empty: no cell is missing
    std::int64_t missing = 0;
    std::shared_ptr<const Words> words;  // the cells are codes of it
};

struct Frame {
    std::vector<Column> columns;
    std::int64_t rows = 0;
};

// `columns`: of each a list of `name`, `kind` and `data`, see R/frame_in.R.
std::shared_ptr<const Frame> frame_of(const cpp11::list& columns, std::int64_t rows);

// A stream of one batch, which keeps the frame.
void open_stream(const std::shared_ptr<const Frame>& frame, ArrowArrayStream* out);

}  // namespace kanon_r
