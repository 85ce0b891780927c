// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/table.hpp"
#include "kanon/table/values/value_type.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kanon {

class ColumnBuilder;

/// Makes a table from memory, a column at a time, all of one length. A range of values is anything
/// that a `for` runs over, of values or of optional ones; an empty optional or text is missing.
/// The table is the one that a file with the same cells gives.
///
///     TableBuilder builder;
///     builder.add_integers("age", std::vector{34, 35}).add_text("city", names);
///     const Table table = builder.finish();
///
/// Every add_ function \throws Error{bad_input}: no name or one that another column has, another
/// number of rows than the columns before, more than Table::kMostRows, or a cell that no table can
/// hold. It then leaves the builder as it was. Cost O(rows), and a hash per cell but for codes.
class TableBuilder {
public:
    TableBuilder();
    ~TableBuilder();
    TableBuilder(TableBuilder&& other) noexcept;
    TableBuilder& operator=(TableBuilder&& other) noexcept;
    TableBuilder(const TableBuilder&) = delete;
    TableBuilder& operator=(const TableBuilder&) = delete;

    /// Texts, in valid UTF-8. \throws also if `declared` is given and a text is not of that type.
    template <class Values>
    TableBuilder& add_text(std::string name,
                           const Values& values,
                           std::optional<ValueType> declared = std::nullopt) {
        return fill<std::string_view>({std::move(name), "VARCHAR"}, values, declared);
    }

    /// Whole numbers of at most 64 bits with a sign.
    template <class Values>
    TableBuilder& add_integers(std::string name, const Values& values) {
        return fill<std::int64_t>({std::move(name), "BIGINT"}, values);
    }

    /// Numbers; NaN is missing. \throws also if one is infinite.
    template <class Values>
    TableBuilder& add_numbers(std::string name, const Values& values) {
        return fill<double>({std::move(name), "DOUBLE"}, values);
    }

    /// Days as std::chrono::sys_days or what converts to it. \throws also past the year 9999.
    template <class Values>
    TableBuilder& add_dates(std::string name, const Values& values) {
        return fill<std::chrono::sys_days>({std::move(name), "DATE"}, values);
    }

    /// A categorical column: codes are places in `words`, a negative one is the missing value.
    /// Words are copied once each, those that no row has not at all; equal ones are one value.
    /// \throws also if a code is past the last word.
    template <class Words>
    TableBuilder& add_codes(std::string name,
                            std::span<const std::int32_t> codes,
                            const Words& words) {
        const std::vector<std::string_view> views(std::begin(words), std::end(words));
        return add_coded(std::move(name), codes, views);
    }

    /// A column that was built by itself.
    TableBuilder& add(ColumnBuilder column, std::optional<ValueType> declared = std::nullopt);

    /// The table of the columns so far; the builder is empty afterwards.
    [[nodiscard]] Table finish();

private:
    template <class Value>
    struct Optional : std::false_type {};

    template <class Value>
    struct Optional<std::optional<Value>> : std::true_type {};

    /// A column that is being filled, cell by cell.
    class Cells {
    public:
        Cells(std::string name, std::string storage_type);
        ~Cells();
        Cells(Cells&& other) = delete;
        Cells(const Cells& other) = delete;
        Cells& operator=(Cells&& other) = delete;
        Cells& operator=(const Cells& other) = delete;

        void append(std::string_view text);
        void append(std::int64_t value);
        void append(double value);
        void append(std::chrono::sys_days day);
        void append_missing();
        [[nodiscard]] ColumnBuilder take();

    private:
        std::unique_ptr<ColumnBuilder> column_;
    };

    template <class Cell, class Values>
    TableBuilder& fill(Cells column,
                       const Values& values,
                       std::optional<ValueType> declared = std::nullopt) {
        const auto append = [&](Cell cell) { column.append(cell); };
        for (const auto& value : values) {
            if constexpr (Optional<std::remove_cvref_t<decltype(value)>>::value) {
                value ? append(*value) : column.append_missing();
            } else {
                append(value);
            }
        }
        return add_cells(column, declared);
    }

    TableBuilder& add_cells(Cells& cells, std::optional<ValueType> declared);
    TableBuilder& add_coded(std::string name,
                            std::span<const std::int32_t> codes,
                            std::span<const std::string_view> words);

    std::vector<std::shared_ptr<const Column>> columns_;
};

}  // namespace kanon
