// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/table_builder.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/column_builder.hpp"

#include <limits>

namespace kanon {
namespace {

constexpr Code kUnknown = std::numeric_limits<Code>::max();

/// \throws Error if no table can have a column of that name.
void check_name(std::string_view name) {
    if (first_invalid_utf8(name) || name.find('\0') != std::string_view::npos) {
        throw Error(ErrorCode::bad_input,
                    "the name of a column is not valid UTF-8, or holds a NUL byte; rename it");
    }
}

}  // namespace

TableBuilder::TableBuilder() = default;
TableBuilder::~TableBuilder() = default;
TableBuilder::TableBuilder(TableBuilder&& other) noexcept = default;
TableBuilder& TableBuilder::operator=(TableBuilder&& other) noexcept = default;

TableBuilder::Cells::Cells(std::string name, std::string storage_type)
    : column_(std::make_unique<ColumnBuilder>(std::move(name), std::move(storage_type))) {}

TableBuilder::Cells::~Cells() = default;

void TableBuilder::Cells::append(std::string_view text) {
    column_->append(column_->code_of(text));
}

void TableBuilder::Cells::append(std::int64_t value) {
    column_->append(column_->code_of_integer(value));
}

void TableBuilder::Cells::append(double value) {
    column_->append(column_->code_of_number(value));
}

void TableBuilder::Cells::append(std::chrono::sys_days day) {
    column_->append(column_->code_of_date(day));
}

void TableBuilder::Cells::append_missing() {
    column_->append(column_->code_of_missing());
}

ColumnBuilder TableBuilder::Cells::take() {
    return std::move(*column_);
}

TableBuilder& TableBuilder::add_cells(Cells& cells, std::optional<ValueType> declared) {
    return add(cells.take(), declared);
}

TableBuilder& TableBuilder::add_coded(std::string name,
                                      std::span<const std::int32_t> codes,
                                      std::span<const std::string_view> words) {
    ColumnBuilder column(std::move(name));
    std::vector<Code> code_of_word(words.size(), kUnknown);
    for (const std::int32_t code : codes) {
        if (code < 0) {
            column.append(column.code_of_missing());
            continue;
        }
        const auto place = static_cast<std::size_t>(code);
        if (place >= words.size()) {
            throw Error(ErrorCode::bad_input,
                        "row " + std::to_string(column.row_count() + 1) + " has code " +
                            std::to_string(code) + ", and there are " +
                            count_text(words.size(), "word") + "; codes count from 0",
                        {.attribute = column.name()});
        }
        if (code_of_word[place] == kUnknown) {
            code_of_word[place] = column.code_of(words[place]);
        }
        column.append(code_of_word[place]);
    }
    return add(std::move(column));
}

TableBuilder& TableBuilder::add(ColumnBuilder column, std::optional<ValueType> declared) {
    check_name(column.name());
    const std::size_t rows = column.row_count();
    if (!columns_.empty() && columns_[0]->codes.size() != rows) {
        throw Error(ErrorCode::bad_input,
                    "has " + count_text(rows, "row") + ", and '" + columns_[0]->name + "' has " +
                        count_text(columns_[0]->codes.size(), "row") +
                        "; give all columns the same length",
                    {.attribute = column.name()});
    }
    std::vector<std::shared_ptr<const Column>> columns = columns_;
    columns.push_back(std::make_shared<const Column>(column.finish(declared)));
    static_cast<void>(Table(columns, rows));  // refuses names that are empty or not distinct
    columns_ = std::move(columns);
    return *this;
}

Table TableBuilder::finish() {
    const std::size_t rows = columns_.empty() ? 0 : columns_[0]->codes.size();
    return {std::exchange(columns_, {}), rows};
}

}  // namespace kanon
