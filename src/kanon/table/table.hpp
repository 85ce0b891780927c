// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kanon {

struct Column;

/// A table of codes: immutable, cheap to copy (columns are shared). All columns have row_count()
/// codes; names are distinct and not empty. At most kMostRows rows. TableBuilder makes one.
class Table {
public:
    /// Numbers of rows, and one more mark, are 32 bits wide.
    static constexpr std::uint64_t kMostRows = 0xFFFF'FFFE;

    Table() = default;

    /// \pre no column is null; codes are below the size of their dictionary.
    /// \throws Error{bad_input}: duplicate or empty names, more than kMostRows rows, or a column of
    /// another number of codes.
    Table(std::vector<std::shared_ptr<const Column>> columns, std::size_t rows);

    [[nodiscard]] std::size_t row_count() const { return rows_; }

    [[nodiscard]] std::size_t column_count() const { return columns_.size(); }

    [[nodiscard]] const Column& column(std::size_t index) const { return *columns_[index]; }

    [[nodiscard]] const std::shared_ptr<const Column>& shared_column(std::size_t index) const {
        return columns_[index];
    }

    /// The place of a column, if there is one of that name.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;

    /// Names in column order.
    [[nodiscard]] std::vector<std::string_view> names() const;

private:
    std::vector<std::shared_ptr<const Column>> columns_;
    std::size_t rows_ = 0;
};

}  // namespace kanon
