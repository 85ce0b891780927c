// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace kanon {

/// One attribute of a table: its codes and what they mean.
struct Column {
    std::string name;
    std::shared_ptr<const Dictionary> dictionary;
    CodeVector codes;          ///< one per row, each below dictionary->size()
    std::string storage_type;  ///< the source's own SQL type (`VARCHAR`, `BIGINT`, `DATE`, ...)

    [[nodiscard]] std::string_view text(std::size_t row) const {
        return dictionary->text(codes[row]);
    }
};

}  // namespace kanon
