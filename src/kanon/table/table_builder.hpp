// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column_builder.hpp"
#include "kanon/table/dictionary.hpp"
#include "kanon/table/table.hpp"

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
    /// Texts, in valid UTF-8. \throws also if `declared` is given and a text is not of that type.
    template <class Values>
    TableBuilder& add_text(std::string name,
                           const Values& values,
                           std::optional<ValueType> declared = std::nullopt) {
        return add(
            fill(std::move(name),
                 "VARCHAR",
                 values,
                 [](ColumnBuilder& column, std::string_view text) { return column.code_of(text); }),
            declared);
    }

    /// Whole numbers of at most 64 bits with a sign.
    template <class Values>
    TableBuilder& add_integers(std::string name, const Values& values) {
        return add(fill(std::move(name),
                        "BIGINT",
                        values,
                        [](ColumnBuilder& column, std::int64_t value) {
                            return column.code_of_integer(value);
                        }),
                   std::nullopt);
    }

    /// Numbers; NaN is missing. \throws also if one is infinite.
    template <class Values>
    TableBuilder& add_numbers(std::string name, const Values& values) {
        return add(
            fill(std::move(name),
                 "DOUBLE",
                 values,
                 [](ColumnBuilder& column, double value) { return column.code_of_number(value); }),
            std::nullopt);
    }

    /// Days as std::chrono::sys_days or what converts to it. \throws also past the year 9999.
    template <class Values>
    TableBuilder& add_dates(std::string name, const Values& values) {
        return add(fill(std::move(name),
                        "DATE",
                        values,
                        [](ColumnBuilder& column, std::chrono::sys_days day) {
                            return column.code_of_date(day);
                        }),
                   std::nullopt);
    }

    /// A categorical column: codes are places in `words`, a negative one is the missing value.
    /// Words are copied once each, those that no row has not at all; equal ones are one value.
    /// \throws also if a code is past the last word.
    template <class Words>
    TableBuilder& add_codes(std::string name,
                            std::span<const std::int32_t> codes,
                            const Words& words) {
        const std::vector<std::string_view> views(std::begin(words), std::end(words));
        return add(coded(std::move(name), codes, views), std::nullopt);
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

    template <class Values, class CodeOf>
    static ColumnBuilder fill(std::string name,
                              std::string storage_type,
                              const Values& values,
                              const CodeOf& code) {
        ColumnBuilder column(std::move(name), std::move(storage_type));
        for (const auto& value : values) {
            if constexpr (Optional<std::remove_cvref_t<decltype(value)>>::value) {
                column.append(value ? code(column, *value) : column.code_of_missing());
            } else {
                column.append(code(column, value));
            }
        }
        return column;
    }

    static ColumnBuilder coded(std::string name,
                               std::span<const std::int32_t> codes,
                               std::span<const std::string_view> words);

    std::vector<std::shared_ptr<const Column>> columns_;
};

}  // namespace kanon
