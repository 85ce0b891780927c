// SPDX-License-Identifier: Apache-2.0
#include "kanon/tables.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/table/column.hpp"

#include <string>

namespace kanon {

std::vector<std::optional<std::string_view>> cells_of(const Table& table, std::string_view column) {
    const std::optional<std::size_t> place = table.find(column);
    if (!place) {
        throw Error(ErrorCode::usage,
                    "the table has no column '" + std::string(column) + "'" +
                        suggestion(column, table.names()),
                    {.attribute = std::string(column)});
    }
    const Column& found = table.column(*place);
    const std::optional<Code> missing = found.dictionary->missing();
    std::vector<std::optional<std::string_view>> out(table.row_count());
    for (std::size_t row = 0; row < out.size(); ++row) {
        const Code code = found.codes[row];
        if (code != missing) {
            out[row] = found.dictionary->text(code);
        }
    }
    return out;
}

}  // namespace kanon
