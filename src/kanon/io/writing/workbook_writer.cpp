// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/workbook_writer.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/io/writing/workbook_cells.hpp"
#include "kanon/io/writing/workbook_proof.hpp"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

constexpr const char* kSheetName = "Table";
constexpr std::size_t kRowsToReport = 4096;

[[noreturn]] void refuse_unwritten(const std::string& name) {
    throw Error(ErrorCode::bad_output,
                "the workbook could not be written whole; the disk may be full: make room or write "
                "elsewhere",
                {.file = name});
}

/// While it lives, this thread writes numbers with points, whatever the locale of the program is.
class NumbersWithPoints {
public:
    NumbersWithPoints()
        : plain_(::newlocale(LC_NUMERIC_MASK, "C", nullptr)), before_(::uselocale(plain_)) {}

    ~NumbersWithPoints() {
        ::uselocale(before_);
        ::freelocale(plain_);
    }

    NumbersWithPoints(const NumbersWithPoints&) = delete;
    NumbersWithPoints& operator=(const NumbersWithPoints&) = delete;
    NumbersWithPoints(NumbersWithPoints&&) = delete;
    NumbersWithPoints& operator=(NumbersWithPoints&&) = delete;

private:
    locale_t plain_;
    locale_t before_;
};

/// The folder for what is not packed yet: that of the file. A file without a name is in none, and
/// the library takes the one for temporary files.
std::string folder_beside(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (path.starts_with("/proc/") || slash == std::string::npos) {
        return slash == std::string::npos ? "." : "";
    }
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// True if so many bytes fit into a folder's disk, and a file of them within the limit of this
/// process. What cannot be told is taken to fit.
bool has_room(const std::string& folder, off_t bytes) {
    struct statvfs disk {};

    struct rlimit limit {};

    const auto needed = static_cast<std::uint64_t>(bytes);
    const bool is_full = !folder.empty() && ::statvfs(folder.c_str(), &disk) == 0 &&
                         std::uint64_t{disk.f_bavail} * disk.f_frsize < needed;
    const bool is_limited = ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < needed;
    return !is_full && !is_limited;
}

/// Given up rather than closed: nothing is packed then.
struct GiveUp {
    void operator()(lxw_workbook* workbook) const {
        for (lxw_sheet* sheet = STAILQ_FIRST(workbook->sheets); sheet != nullptr;
             sheet = STAILQ_NEXT(sheet, list_pointers)) {
            if (sheet->u.worksheet->optimize_tmpfile != nullptr) {
                std::fclose(sheet->u.worksheet->optimize_tmpfile);  // the library forgets it
            }
        }
        lxw_workbook_free(workbook);
    }
};

using OwnedWorkbook = std::unique_ptr<lxw_workbook, GiveUp>;

/// A workbook without a sheet yet, which keeps in `folder` what is not packed; "": as the library
/// likes. \throws Error{bad_output}
OwnedWorkbook new_workbook(const std::string& path, std::string& folder, const std::string& name) {
    lxw_workbook_options options{.constant_memory = LXW_TRUE,
                                 .tmpdir = folder.empty() ? nullptr : folder.data(),
                                 .use_zip64 = LXW_FALSE};
    OwnedWorkbook workbook(workbook_new_opt(path.c_str(), &options));
    if (!workbook) {
        refuse_unwritten(name);
    }
    return workbook;
}

/// A workbook on its way to a file.
class SheetWriter {
public:
    SheetWriter(const Table& table, const std::string& path, const std::string& name)
        : table_(table),
          name_(name),
          folder_(folder_beside(path)),
          workbook_(new_workbook(path, folder_, name)),
          sheet_(workbook_add_worksheet(workbook_.get(), kSheetName)) {
        if (sheet_ == nullptr) {
            refuse_unwritten(name);
        }
        set_properties();
        bold_ = add_format();
        format_set_bold(bold_);
        days_ = format_of("yyyy-mm-dd");
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            add_column(j);
        }
    }

    void write(const RunContext& context) {
        write_names();
        for (std::size_t row = 0; row < table_.row_count(); ++row) {
            if (row % kRowsToReport == 0) {
                throw_if_cancelled(context);
                check_disk();
                context.report(
                    {"write", static_cast<double>(row), static_cast<double>(table_.row_count())});
            }
            for (std::size_t j = 0; j < columns_.size(); ++j) {
                write_cell(row, j);
            }
        }
    }

    /// Pack what was written. The library copies it before, and where that fails it says so on
    /// standard error, in its own words: so there must be room.
    void close() {
        constexpr off_t kMostWithout = 4'000'000'000;  // bytes of a file in a plain archive
        constexpr off_t kOtherParts = 65536;
        check_disk();
        const off_t size = ::ftello(sheet_->optimize_tmpfile);
        if (!has_room(folder_, size + kOtherParts)) {
            refuse_unwritten(name_);
        }
        workbook_->options.use_zip64 = size > kMostWithout ? LXW_TRUE : LXW_FALSE;
        if (workbook_close(workbook_.release()) != LXW_NO_ERROR) {
            refuse_unwritten(name_);
        }
    }

    [[nodiscard]] const std::vector<SheetColumn>& columns() const { return columns_; }

private:
    lxw_format* add_format() {
        lxw_format* format = workbook_add_format(workbook_.get());
        KANON_CHECK(format != nullptr);
        return format;
    }

    lxw_format* format_of(const std::string& code) {
        lxw_format*& format = formats_[code];
        if (format == nullptr) {
            format = add_format();
            format_set_num_format(format, code.c_str());
        }
        return format;
    }

    /// Nothing of where, when and by whom.
    void set_properties() {
        constexpr std::time_t kSameForAll = 315532800;  // 1980-01-01, as in archives
        lxw_doc_properties properties{};
        properties.created = kSameForAll;
        workbook_set_properties(workbook_.get(), &properties);
        worksheet_freeze_panes(sheet_, 1, 0);
        // Digits that are meant as text are no mistake.
        const auto last_column = static_cast<lxw_col_t>(table_.column_count() - 1);
        const std::string all = "A1:" + column_letters(last_column) +
                                std::to_string(std::max<std::size_t>(table_.row_count(), 1) + 1);
        worksheet_ignore_errors(sheet_, LXW_IGNORE_NUMBER_STORED_AS_TEXT, all.c_str());
    }

    void add_column(std::size_t j) {
        constexpr std::size_t kNarrowest = 8;
        constexpr std::size_t kWidest = 50;
        const Column& column = table_.column(j);
        SheetColumn& added = columns_.emplace_back(sheet_column(column));
        number_formats_.push_back(
            added.decimals
                ? format_of(*added.decimals == 0 ? "0" : "0." + std::string(*added.decimals, '0'))
                : nullptr);
        const std::size_t longest = std::max({added.longest, column.name.size(), kNarrowest});
        const auto place = static_cast<lxw_col_t>(j);
        worksheet_set_column(
            sheet_, place, place, static_cast<double>(std::min(longest, kWidest)) + 1, nullptr);
    }

    void write_names() {
        for (std::size_t j = 0; j < table_.column_count(); ++j) {
            note(worksheet_write_string(sheet_,
                                        0,
                                        static_cast<lxw_col_t>(j),
                                        sheet_text(table_.column(j).name).c_str(),
                                        bold_));
        }
    }

    void write_cell(std::size_t row, std::size_t j) {
        const Code code = table_.column(j).codes[row];
        const std::string_view text = table_.column(j).dictionary->text(code);
        const auto at = static_cast<lxw_row_t>(row + 1);
        const auto column = static_cast<lxw_col_t>(j);
        switch (columns_[j].values[code]) {
            case SheetValue::none:
                return;
            case SheetValue::text:
                note(worksheet_write_string(sheet_, at, column, sheet_text(text).c_str(), nullptr));
                return;
            case SheetValue::number:
                note(worksheet_write_number(
                    sheet_, at, column, number_of(text), number_formats_[j]));
                return;
            case SheetValue::date:
                note(worksheet_write_number(sheet_, at, column, day_of_sheet(text), days_));
                return;
            case SheetValue::boolean:
                note(worksheet_write_boolean(sheet_, at, column, text == "true" ? 1 : 0, nullptr));
                return;
        }
    }

    static double number_of(std::string_view text) {
        double number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    }

    void note(lxw_error error) const {
        if (error != LXW_NO_ERROR) {
            refuse_unwritten(name_);
        }
    }

    /// The library does not say that a write failed.
    void check_disk() const {
        if (std::fflush(sheet_->optimize_tmpfile) != 0 ||
            std::ferror(sheet_->optimize_tmpfile) != 0) {
            refuse_unwritten(name_);
        }
    }

    const Table& table_;
    const std::string& name_;
    std::string folder_;
    OwnedWorkbook workbook_;
    lxw_worksheet* sheet_;
    lxw_format* bold_ = nullptr;
    lxw_format* days_ = nullptr;
    std::map<std::string, lxw_format*> formats_;
    std::vector<SheetColumn> columns_;
    std::vector<lxw_format*> number_formats_;  ///< of each column
};

}  // namespace

void write_workbook(const Table& table,
                    const std::string& path,
                    const std::string& name,
                    const RunContext& context) {
    check_fits_sheet(table, name);
    std::vector<SheetColumn> columns;
    {
        const NumbersWithPoints numbers;
        SheetWriter writer(table, path, name);
        writer.write(context);
        throw_if_cancelled(context);
        columns = writer.columns();
        writer.close();
    }
    throw_if_cancelled(context);
    prove_workbook(table, columns, path, name, context);
}

}  // namespace kanon::io
