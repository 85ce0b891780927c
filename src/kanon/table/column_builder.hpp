// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_blocks.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A column, and what was found of its values by rules.
struct FoundColumn {
    Column column;
    FoundValues found;
};

/// The shortest decimal that stands for a finite number, `1.0` for a whole one.
[[nodiscard]] std::string number_text(double value);
[[nodiscard]] std::string number_text(float value);

/// Gathers the cells of one column as they come: each value is given a provisional code, and codes
/// are appended. A value with a code is in the dictionary. Every value becomes a text, as it would
/// stand in a file: numbers with a point and no blanks, dates as `2024-02-29`. Not safe to share
/// between threads. A builder that threw is of no further use.
class ColumnBuilder {
public:
    /// `storage_type` is the SQL type that typed formats (Parquet, Arrow) write the column in.
    /// Values spelled as one of the marks are missing, and so is the empty text.
    explicit ColumnBuilder(std::string name,
                           std::string storage_type = "VARCHAR",
                           std::vector<std::string> missing_marks = {});

    /// \throws Error{bad_input} if the text holds a NUL or is not valid UTF-8.
    [[nodiscard]] Code code_of(std::string_view text);

    [[nodiscard]] Code code_of_integer(std::int64_t value);

    [[nodiscard]] Code code_of_unsigned(std::uint64_t value);

    /// The shortest decimal that stands for the number, `1.0` for a whole one. NaN is missing.
    /// \throws Error{bad_input} if it is infinite.
    [[nodiscard]] Code code_of_number(double value);

    [[nodiscard]] Code code_of_number(float value);

    /// The day, and behind it `time` as it stands, e.g. ` 12:30:00`.
    /// \throws Error{bad_input} if the year is not in 0000 to 9999.
    [[nodiscard]] Code code_of_date(std::chrono::sys_days day, std::string_view time = {});

    [[nodiscard]] Code code_of_missing() { return words_.add_missing(); }

    /// Append a cell. \pre this builder gave the code.
    void append(Code code);

    /// Append cells. \pre this builder gave the codes.
    void append(std::span<const Code> codes);

    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] std::size_t row_count() const { return blocks_.size() + recent_.size(); }

    /// The column; the builder is empty afterwards. Without `declared` the type is inferred.
    /// \throws Error{bad_input} if a value is not of the declared type.
    [[nodiscard]] Column finish(std::optional<ValueType> declared = std::nullopt);

    /// The same by rules.
    [[nodiscard]] FoundColumn finish(const ValueRules& rules);

    /// Refuse the next cell for a fault, said as what follows `row 3 `. \throws Error{bad_input}
    [[noreturn]] void refuse(const std::string& fault) const;

private:
    void flush();

    std::string name_;
    std::string storage_type_;
    std::vector<std::string> missing_marks_;
    DictionaryBuilder words_;
    CodeBlocks blocks_;
    std::vector<Code> recent_;  ///< cells that are not in a block yet
};

}  // namespace kanon
