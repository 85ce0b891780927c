// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/found_columns.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/table/column_builder.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// A column of a file of another program.
struct ForeignColumn {
    std::string name;
    /// What its values, as they are spelled here, are called; empty: they have no labels.
    std::map<std::string, std::string, std::less<>> labels{};
};

/// What a cell is to its file.
enum class CellKind : std::uint8_t { missing, text, integer, decimal, date, date_time, boolean };

/// A double that is a whole number and exactly that.
[[nodiscard]] std::optional<std::int64_t> whole_number_of(double value);

/// Makes the columns of a table from cells that come row by row. Columns that the options skip are
/// not kept, and rows without a value that they must have are left out, or without any.
class RowSink {
public:
    /// `options` and `context` must outlive the sink. `marks`: of missing values, besides those of
    /// the options. `file` stands in messages. \throws Error{bad_input}: no column is left.
    RowSink(std::vector<ForeignColumn> columns,
            const ReadOptions& options,
            const MarksOf& marks,
            const RunContext& context,
            std::string file);

    /// True if the cells of a column are kept.
    [[nodiscard]] bool wants(std::size_t column) const { return places_[column] != kSkipped; }

    /// Give a cell of the row under way; cells that are not given are missing.
    /// `date_time`: of a date and a time, ISO, parted by a blank.
    void put(std::size_t column, CellKind kind, std::string_view text);

    /// Put a number as text: the fewest digits that tell it from others, `34.0` for a whole one.
    /// NaN is missing. \throws Error{bad_input} if it is infinite.
    void put_integer(std::size_t column, std::int64_t value);
    void put_number(std::size_t column, double value);
    void put_number(std::size_t column, float value);

    /// The same of a file that has no other numbers: `34` for a whole one.
    void put_number_as_whole(std::size_t column, double value);

    /// A cell of the row under way has a value that is missing by what the file says of it.
    void note_value() { is_blank_ = false; }

    /// Refuse a cell of the row under way for a fault, said as what follows `row 3 `.
    [[noreturn]] void refuse(std::size_t column, const std::string& fault) const;

    /// A cell that all rows from here on have.
    void fix(std::size_t column, std::string text);

    /// The row is whole. False if no more rows are wanted. \throws Error{bad_input}, with the
    /// column of a cell that no table can hold; Error{cancelled}
    bool end_row();

    /// False once the options want no more rows.
    [[nodiscard]] bool wants_more() const {
        return options_.row_limit == 0 || taken_rows() < options_.row_limit;
    }

    /// Values become their labels, as the options say. The sink is empty afterwards.
    /// \throws Error{bad_input}: no rows, or a value is not of the declared type.
    [[nodiscard]] FoundTable finish();

    /// What was taken for what, known after finish().
    [[nodiscard]] const std::vector<std::string>& said() const { return said_; }

private:
    static constexpr std::size_t kSkipped = ~std::size_t{0};

    struct Cell {
        CellKind kind = CellKind::missing;
        std::string text;
    };

    struct Kept {
        ForeignColumn about;
        ColumnBuilder builder;
        std::vector<std::string> missing_marks;
        bool must_have = false;
        unsigned kinds = 0;  ///< bits of the CellKinds that came
        Cell cell{};
        std::string fixed{};
        std::set<std::string, std::less<>> days_in_text{};  ///< texts that read as a date
    };

    [[nodiscard]] std::uint64_t taken_rows() const { return rows_ + dropped_rows_ + blank_rows_; }

    template <class Number>
    void put_any(std::size_t column, Number value);
    [[nodiscard]] static bool is_missing(const Kept& kept);
    [[nodiscard]] Code code_of(Kept& kept) const;
    void store_row();
    [[nodiscard]] FoundColumn finish_column(Kept& kept);
    [[nodiscard]] bool takes_labels(const Kept& kept, const Dictionary& values) const;

    const ReadOptions& options_;
    const RunContext& context_;
    std::string file_;
    std::vector<std::size_t> places_;  ///< per column of the file: its place among those kept
    std::vector<Kept> kept_;
    std::uint64_t rows_ = 0;
    std::uint64_t dropped_rows_ = 0;
    std::uint64_t blank_rows_ = 0;
    bool is_blank_ = true;  ///< of the row under way: it has no value yet
    std::vector<std::string> labelled_;
    std::vector<std::string> unlabelled_;
    std::vector<std::string> said_;
};

}  // namespace kanon::io
