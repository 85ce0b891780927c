// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/table.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/table/column.hpp"

#include <set>
#include <utility>

namespace kanon {

Table::Table(std::vector<std::shared_ptr<const Column>> columns, std::size_t rows)
    : columns_(std::move(columns)), rows_(rows) {
    if (rows_ > kMostRows) {
        throw Error(ErrorCode::bad_input,
                    "the table has " + count_text(rows_, "row") + ", and at most " +
                        count_text(kMostRows, "row") + " can be held; split it");
    }
    std::set<std::string_view> seen;
    for (std::size_t index = 0; index < columns_.size(); ++index) {
        const Column& column = *columns_[index];
        if (column.codes.size() != rows_) {
            throw Error(ErrorCode::bad_input,
                        "has " + count_text(column.codes.size(), "row") + ", and the table " +
                            count_text(rows_, "row") + "; give all columns the same length",
                        {.attribute = column.name});
        }
        if (column.name.empty()) {
            throw Error(ErrorCode::bad_input,
                        "column " + std::to_string(index + 1) + " has no name; name every column");
        }
        if (!seen.insert(column.name).second) {
            throw Error(ErrorCode::bad_input,
                        "two columns are named '" + column.name + "'; rename one of them");
        }
    }
}

std::optional<std::size_t> Table::find(std::string_view name) const {
    for (std::size_t index = 0; index < columns_.size(); ++index) {
        if (columns_[index]->name == name) {
            return index;
        }
    }
    return std::nullopt;
}

std::vector<std::string_view> Table::names() const {
    std::vector<std::string_view> out;
    out.reserve(columns_.size());
    for (const auto& column : columns_) {
        out.emplace_back(column->name);
    }
    return out;
}

}  // namespace kanon
