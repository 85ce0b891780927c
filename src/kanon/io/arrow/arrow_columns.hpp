// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/arrow/arrow_interface.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <memory>
#include <string>
#include <vector>

namespace kanon::io {

/// The memory of an Arrow array: its buffers, what keeps them alive, its children and dictionary,
/// which are released with it.
struct ArrowMemory {
    ArrowMemory() = default;
    ArrowMemory(const ArrowMemory&) = delete;
    ArrowMemory& operator=(const ArrowMemory&) = delete;
    ~ArrowMemory();

    std::vector<const void*> buffers;
    std::vector<std::shared_ptr<const void>> kept;
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> child_pointers;
    ArrowArray dictionary{};
};

/// An array over memory that it owns; its release gives the memory back.
[[nodiscard]] ArrowArray make_arrow_array(std::unique_ptr<ArrowMemory> memory,
                                          std::size_t length,
                                          std::size_t null_count);

/// A column as Arrow has it. The owner of the array releases it.
struct ArrowColumn {
    std::string format;
    std::string dictionary_format;  ///< "": no dictionary
    ArrowArray array{};
};

/// A column as to_arrow() says.
[[nodiscard]] ArrowColumn make_arrow_column(const std::shared_ptr<const Column>& column,
                                            unsigned threads);

}  // namespace kanon::io
