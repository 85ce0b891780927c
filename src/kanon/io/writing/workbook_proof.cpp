// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/workbook_proof.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/foreign/workbook_package.hpp"
#include "kanon/io/foreign/workbook_sheet.hpp"
#include "kanon/table/values/exact_decimal.hpp"

#include <cstddef>
#include <limits>
#include <string_view>

namespace kanon::io {
namespace {

/// Goes over a sheet beside the table.
class SheetProof {
public:
    SheetProof(const Table& table, const std::vector<SheetColumn>& columns, const std::string& name)
        : table_(table), columns_(columns), name_(name) {}

    void take(const SheetRow& row) {
        ++rows_;
        if (row.number != rows_ || rows_ > table_.row_count() + 1) {
            refuse();
        }
        if (rows_ == 1) {
            check_names(row);
        } else {
            check_row(row);
        }
    }

    void finish() const {
        if (rows_ != table_.row_count() + 1) {
            refuse();
        }
    }

    [[noreturn]] void refuse() const {
        throw Error(ErrorCode::bad_output,
                    "the workbook does not read back as it was written; the disk may be full or "
                    "damaged: make room or write elsewhere",
                    {.file = name_});
    }

private:
    void check_names(const SheetRow& row) const {
        bool same = row.cells.size() == table_.column_count();
        for (std::size_t j = 0; same && j < row.cells.size(); ++j) {
            same = row.cells[j].column == j && row.cells[j].text == table_.column(j).name;
        }
        if (!same) {
            refuse();
        }
    }

    void check_row(const SheetRow& row) const {
        std::size_t next = 0;
        for (std::size_t j = 0; j < table_.column_count(); ++j) {
            const Code code = table_.column(j).codes[rows_ - 2];
            const bool has_cell = next < row.cells.size() && row.cells[next].column == j;
            if (has_cell ? !is_same(row.cells[next], j, code)
                         : columns_[j].values[code] != SheetValue::none) {
                refuse();
            }
            next += has_cell ? 1 : 0;
        }
        if (next != row.cells.size()) {
            refuse();
        }
    }

    [[nodiscard]] bool is_same(const SheetCell& cell, std::size_t j, Code code) const {
        const std::string_view text = table_.column(j).dictionary->text(code);
        switch (columns_[j].values[code]) {
            case SheetValue::none:
                return false;
            case SheetValue::text:
                return cell.kind == CellKind::text && cell.text == text;
            case SheetValue::number:
                return (cell.kind == CellKind::integer || cell.kind == CellKind::decimal) &&
                       (cell.text == text || exact_decimal(cell.text) == exact_decimal(text));
            case SheetValue::date:
                return cell.kind == CellKind::date && cell.text == text;
            case SheetValue::boolean:
                return cell.kind == CellKind::boolean && cell.text == text;
        }
        return false;
    }

    const Table& table_;
    const std::vector<SheetColumn>& columns_;
    const std::string& name_;
    std::size_t rows_ = 0;  ///< taken so far, the names among them
};

void read_sheet(SheetProof& proof, const ForeignFile& file) {
    const WorkbookPackage package(file);
    const WorkbookStrings strings(package, file.name);
    const WorkbookStyles styles(package);
    if (package.sheets().size() != 1) {
        proof.refuse();
    }
    SheetHandler handler({file.name, strings, styles, package.counts_from_1904()},
                         [&proof](const SheetRow& row) {
                             proof.take(row);
                             return true;
                         });
    package.scan(package.sheets()[0].part, handler);
    proof.finish();
}

}  // namespace

void prove_workbook(const Table& table,
                    const std::vector<SheetColumn>& columns,
                    const std::string& path,
                    const std::string& name,
                    const RunContext& context) {
    SheetProof proof(table, columns, name);
    ReadOptions options;
    options.unpack_limit = std::numeric_limits<std::uint64_t>::max();
    try {
        read_sheet(proof, {.path = path, .name = name, .options = options, .context = context});
    } catch (const Error& fault) {
        if (fault.code() == ErrorCode::bad_input) {
            proof.refuse();
        }
        throw;
    }
}

}  // namespace kanon::io
