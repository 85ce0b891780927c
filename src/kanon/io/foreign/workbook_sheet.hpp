// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/foreign/workbook_package.hpp"
#include "kanon/io/foreign/workbook_strings.hpp"
#include "kanon/io/foreign/workbook_styles.hpp"
#include "kanon/io/reading/row_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// A cell that has a value.
struct SheetCell {
    std::size_t column = 0;  ///< counted from 0
    CellKind kind = CellKind::text;
    std::string text;
};

/// The cells of a row that have a value, from left to right.
struct SheetRow {
    std::size_t number = 0;  ///< counted from 1
    std::vector<SheetCell> cells;
};

/// What else stands in a sheet.
struct SheetFacts {
    std::uint64_t errors = 0;  ///< cells with one, such as `#N/A`
    std::uint64_t merged = 0;  ///< ranges of merged cells; known at the sheet's end
};

/// What the cells of a workbook's sheets refer to.
struct SheetContext {
    const std::string& file;  ///< in messages
    const WorkbookStrings& strings;
    const WorkbookStyles& styles;
    bool from_1904 = false;
};

/// `A`, `XFD`: the letters of a column, counted from 0.
[[nodiscard]] std::string column_letters(std::size_t column);

/// What a number without a format of dates is read as, by its digits in the file and by its value.
[[nodiscard]] SheetCell cell_of_number(std::string_view stored, double number);

/// Runs over a sheet row by row: `take` is given each row with values and returns false if no more
/// are wanted. \throws Error{bad_input}, with the cell where there is one
class SheetHandler final : public XmlHandler {
public:
    static constexpr std::size_t kMostColumns = 16384;
    static constexpr std::size_t kMostRows = 1048576;

    SheetHandler(const SheetContext& context, std::function<bool(const SheetRow&)> take)
        : context_(context), take_(std::move(take)) {}

    void open(std::string_view element, const XmlAttributes& attributes) override;
    void close(std::string_view element) override;
    void text(std::string_view piece) override;

    [[nodiscard]] bool is_done() const override { return done_; }

    [[nodiscard]] const SheetFacts& facts() const { return facts_; }

private:
    void open_row(const XmlAttributes& attributes);
    void open_cell(const XmlAttributes& attributes);
    void close_cell();
    void add_cell(CellKind kind, std::string text);
    void add_number();
    [[noreturn]] void refuse(const std::string& message) const;
    [[noreturn]] void refuse_damaged() const;

    SheetContext context_;
    std::function<bool(const SheetRow&)> take_;
    SheetRow row_;
    SheetFacts facts_;
    std::size_t next_column_ = 0;  ///< where a cell stands that does not say it
    std::size_t column_ = 0;       ///< of the cell under way
    std::string type_;             ///< `s`, `str`, `inlineStr`, `b`, `e`, `d`, `n` or ""
    std::size_t style_ = 0;
    std::string value_;
    StringItem inline_;
    bool in_rows_ = false;
    bool in_cell_ = false;
    bool in_value_ = false;
    bool has_value_ = false;
    bool has_formula_ = false;
    bool done_ = false;
};

}  // namespace kanon::io
