// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/workbook.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/foreign/workbook_sheet.hpp"
#include "kanon/io/text/csv_dialect.hpp"
#include "kanon/io/text/header_evidence.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace kanon::io {
namespace {

constexpr std::size_t kRowsJudged = 1000;
constexpr std::size_t kCellsJudged = std::size_t{1} << 18U;

[[noreturn]] void refuse_workbook(const ForeignFile& file, const std::string& message) {
    throw Error(ErrorCode::bad_input, message, {.file = file.name});
}

std::vector<std::string> sheet_names(const std::vector<WorkbookSheet>& sheets) {
    std::vector<std::string> out;
    out.reserve(sheets.size());
    for (const WorkbookSheet& sheet : sheets) {
        out.push_back(sheet.name);
    }
    return out;
}

/// The sheet that is asked for, or the only one that is shown.
const WorkbookSheet& chosen_sheet(const ForeignFile& file, const WorkbookPackage& package) {
    const std::vector<WorkbookSheet>& sheets = package.sheets();
    const std::vector<std::string> names = sheet_names(sheets);
    const std::string& wanted = file.options.sheet;
    if (!wanted.empty()) {
        const auto found = std::ranges::find(sheets, wanted, &WorkbookSheet::name);
        if (found == sheets.end()) {
            const std::vector<std::string_view> known(names.begin(), names.end());
            refuse_workbook(file,
                            "has no sheet '" + wanted + "'" + suggestion(wanted, known) +
                                "; its sheets: " + names_text(names));
        }
        return *found;
    }
    const auto shown = [](const WorkbookSheet& sheet) { return !sheet.hidden; };
    if (std::ranges::count_if(sheets, shown) != 1) {
        refuse_workbook(file,
                        sheets.empty()
                            ? "the workbook has no sheet of cells; name another file"
                            : "has several sheets; name one by --sheet: " + names_text(names));
    }
    return *std::ranges::find_if(sheets, shown);
}

/// A sheet as a table: its columns are found by a look at its first rows.
class WorkbookTable final : public ForeignTable {
public:
    explicit WorkbookTable(const ForeignFile& file)
        : file_(file),
          package_(file),
          sheet_(chosen_sheet(file, package_)),
          strings_(package_, file.name),
          styles_(package_) {
        find_columns();
    }

    [[nodiscard]] const std::vector<ForeignColumn>& columns() const override { return columns_; }

    void read(RowSink& sink) override {
        SheetHandler handler(context(), [&](const SheetRow& row) {
            return row.number < first_row_ || put_row(row, sink);
        });
        package_.scan(sheet_.part, handler);
        facts_ = handler.facts();
    }

    [[nodiscard]] std::vector<std::string> said() const override;

private:
    [[nodiscard]] SheetContext context() const {
        return {file_.name, strings_, styles_, package_.counts_from_1904()};
    }

    /// The first rows with cells.
    [[nodiscard]] std::vector<SheetRow> first_rows() const {
        std::vector<SheetRow> rows;
        std::size_t cells = 0;
        SheetHandler handler(context(), [&](const SheetRow& row) {
            rows.push_back(row);
            cells += row.cells.size();
            return rows.size() < kRowsJudged && cells < kCellsJudged;
        });
        package_.scan(sheet_.part, handler);
        if (rows.empty()) {
            refuse_workbook(
                file_,
                "the sheet '" + sheet_.name + "' is empty; a table needs a header and a row");
        }
        return rows;
    }

    void find_columns();
    [[nodiscard]] bool find_header(const std::vector<SheetRow>& rows);
    void take_names(const SheetRow& header);
    bool put_row(const SheetRow& row, RowSink& sink) const;

    ForeignFile file_;
    WorkbookPackage package_;
    WorkbookSheet sheet_;
    WorkbookStrings strings_;
    WorkbookStyles styles_;
    std::vector<ForeignColumn> columns_;
    std::map<std::size_t, std::size_t> place_of_;  ///< column of the sheet -> of the table
    std::size_t first_row_ = 0;                    ///< number of the first row that is data
    std::size_t left_ = 0;                         ///< first column of the sheet with a value
    std::size_t right_ = 0;                        ///< last one
    std::optional<bool> guessed_header_;
    SheetFacts facts_;
};

void WorkbookTable::find_columns() {
    const std::vector<SheetRow> rows = first_rows();
    left_ = rows[0].cells.front().column;
    for (const SheetRow& row : rows) {
        left_ = std::min(left_, row.cells.front().column);
        right_ = std::max(right_, row.cells.back().column);
    }
    if (find_header(rows)) {
        first_row_ = rows[0].number + 1;
        take_names(rows[0]);
        return;
    }
    first_row_ = rows[0].number;
    for (std::size_t column = left_; column <= right_; ++column) {
        place_of_[column] = columns_.size();
        columns_.push_back({.name = "column" + std::to_string(columns_.size() + 1)});
    }
}

bool WorkbookTable::find_header(const std::vector<SheetRow>& rows) {
    if (file_.options.header) {
        return *file_.options.header;
    }
    std::vector<std::vector<std::string>> records;
    const std::size_t width = right_ - left_ + 1;
    const std::size_t judged = std::min(rows.size(), 2 + kCellsJudged / width);
    for (std::size_t i = 0; i < judged; ++i) {
        records.emplace_back(width);
        for (const SheetCell& cell : rows[i].cells) {
            records.back()[cell.column - left_] = cell.text;
        }
    }
    const FirstRecord found = judge_first_record(records, file_.options.known_names);
    if (found != FirstRecord::doubt) {
        if (!judge_by_names(records[0], file_.options.known_names)) {
            guessed_header_ = found == FirstRecord::header;
        }
        return found == FirstRecord::header;
    }
    if (!file_.options.header_in_doubt) {
        refuse_workbook(file_,
                        "the first row may name the columns or be one like the others; say which, "
                        "by --header or --no-header");
    }
    return *file_.options.header_in_doubt;
}

void WorkbookTable::take_names(const SheetRow& header) {
    std::map<std::string_view, std::size_t> seen;
    for (const SheetCell& cell : header.cells) {
        const auto [earlier, is_new] = seen.emplace(cell.text, cell.column);
        if (!is_new) {
            refuse_workbook(file_,
                            "columns " + column_letters(earlier->second) + " and " +
                                column_letters(cell.column) +
                                " have the same name; rename one of them");
        }
        place_of_[cell.column] = columns_.size();
        columns_.push_back({.name = cell.text});
    }
}

bool WorkbookTable::put_row(const SheetRow& row, RowSink& sink) const {
    for (const SheetCell& cell : row.cells) {
        const auto place = place_of_.find(cell.column);
        if (place == place_of_.end()) {
            refuse_workbook(file_,
                            "cell " + column_letters(cell.column) + std::to_string(row.number) +
                                " stands in a column without a name; name every column in row " +
                                std::to_string(first_row_ - 1) + ", and take out what is no table");
        }
        sink.put(place->second, cell.kind, cell.text);
    }
    return sink.end_row();
}

std::vector<std::string> WorkbookTable::said() const {
    std::vector<std::string> lines;
    if (guessed_header_) {
        lines.push_back(header_line(*guessed_header_));
    }
    const std::vector<WorkbookSheet>& sheets = package_.sheets();
    if (file_.options.sheet.empty() && sheets.size() > 1) {
        lines.push_back("the sheet '" + sheet_.name + "' is read; hidden ones are not");
    }
    if (facts_.errors > 0) {
        lines.push_back("errors such as #N/A are taken for missing values: " +
                        count_text(facts_.errors, "cell"));
    }
    if (facts_.merged > 0) {
        lines.push_back("of merged cells the first has the value, the others are missing: " +
                        count_text(facts_.merged, "range"));
    }
    return lines;
}

}  // namespace

std::unique_ptr<ForeignTable> open_workbook(const ForeignFile& file) {
    return std::make_unique<WorkbookTable>(file);
}

}  // namespace kanon::io
