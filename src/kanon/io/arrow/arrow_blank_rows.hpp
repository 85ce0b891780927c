// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/arrow/arrow_interface.hpp"
#include "kanon/io/arrow/arrow_type.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::io {

/// Finds the rows of record batches that have no value in any column, those not read included. Of
/// columns whose type holds no cells, whatever is not null is a value.
class ArrowBlankRows {
public:
    /// \pre the schema is one of record batches, and of its children none is null
    explicit ArrowBlankRows(const ArrowSchema& schema);

    /// Append the numbers, counted from `first` on, of the blank rows [begin, begin + count) of a
    /// batch. Cost O(count), and of the columns behind the first one what is left of the rows.
    /// \throws ArrowFault
    void find(const ArrowArray& batch,
              std::size_t begin,
              std::size_t count,
              std::size_t first,
              std::vector<std::uint32_t>& blank) const;

private:
    struct Child {
        std::optional<ArrowType> type;   ///< none: of no cells
        std::optional<ArrowType> words;  ///< of a dictionary
        bool has_words = false;
        bool tells_nulls = true;  ///< the first buffer has a bit for each value
    };

    static Child child_of(const ArrowSchema& schema);
    static void keep_blank(const Child& child,
                           const ArrowArray& array,
                           std::vector<std::size_t>& rows);

    std::vector<Child> children_;
};

}  // namespace kanon::io
