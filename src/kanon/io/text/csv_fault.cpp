// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/csv_fault.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/io/files/byte_source.hpp"
#include "kanon/io/files/text_file.hpp"

#include <utility>

namespace kanon::io {
namespace {

/// A machine that eats a text table byte by byte and stops at the first fault.
class CsvScan {
public:
    CsvScan(const CsvDialect& dialect, std::size_t columns)
        : dialect_(dialect), columns_(columns) {}

    /// False once a fault is found.
    bool eat(char c) {
        if (c == '\0') {
            return fault(line_ + inner_lines_,
                         cell_,
                         "a NUL byte; take it out, or the file is no text table");
        }
        if (after_return_ && c == '\n') {
            after_return_ = false;
            return end_line("\r\n");
        }
        if (after_return_) {
            after_return_ = false;
            if (!end_line("\r")) {
                return false;
            }
        }
        return state_ == State::quoted ? eat_quoted(c) : eat_open(c);
    }

    /// The end of the file. False if that is a fault.
    bool finish() {
        if (after_return_ && !end_line("\r")) {
            return false;
        }
        if (state_ == State::quoted) {
            return fault(quote_line_, quote_cell_, kOpenQuote);
        }
        return is_blank() || end_record();
    }

    [[nodiscard]] std::optional<CsvFault> found() const { return found_; }

private:
    enum class State { start, bare, quoted, closed };

    static constexpr const char* kOpenQuote =
        "a quote opens here and never closes; close or double it";

    bool fault(std::uint64_t line, std::uint64_t column, std::string message) {
        found_ = CsvFault{line, column, std::move(message)};
        return false;
    }

    [[nodiscard]] bool is_blank() const { return state_ == State::start && cell_ == 1; }

    bool eat_quoted(char c) {
        if (dialect_.quote == c) {
            state_ = State::closed;
            return true;
        }
        bytes_ += c;
        inner_lines_ += c == '\n' || (c == '\r') ? 1 : 0;
        if (c == '\n' && bytes_.ends_with("\r\n")) {
            --inner_lines_;
        }
        return true;
    }

    bool eat_open(char c) {
        if (c == '\n') {
            return end_line("\n");
        }
        if (c == '\r') {
            after_return_ = true;
            return true;
        }
        if (c == dialect_.delimiter) {
            return end_cell();
        }
        if (dialect_.quote == c && state_ == State::start) {
            state_ = State::quoted;
            quote_line_ = line_ + inner_lines_;
            quote_cell_ = cell_;
            return true;
        }
        if (state_ == State::closed) {
            if (dialect_.quote != c) {
                return fault(line_ + inner_lines_,
                             cell_,
                             "text follows a closing quote; double the quotes within quotes");
            }
            state_ = State::quoted;
            bytes_ += c;
            return true;
        }
        state_ = State::bare;
        bytes_ += c;
        return true;
    }

    bool check_bytes() {
        if (first_invalid_utf8(bytes_).has_value()) {
            return fault(
                line_, cell_, "bytes that are no UTF-8 text; convert it, or name its --encoding");
        }
        bytes_.clear();
        return true;
    }

    bool end_cell() {
        if (!check_bytes()) {
            return false;
        }
        ++cell_;
        state_ = State::start;
        return true;
    }

    bool end_record() {
        if (!check_bytes()) {
            return false;
        }
        const bool is_record = line_ > (dialect_.delimiter_is_named ? dialect_.skipped_lines : 0);
        if (is_record && cell_ != columns_) {
            // An empty cell at the end is a delimiter too many, most of the time.
            const bool surplus = cell_ == columns_ + 1 && state_ == State::start;
            return fault(line_,
                         0,
                         count_text(cell_, "cell") + " where the table has " +
                             count_text(columns_, "column") + "; " +
                             (surplus ? "take out the delimiter at the end of the row"
                                      : "correct the row, or quote cells that hold the delimiter"));
        }
        line_ += inner_lines_;
        inner_lines_ = 0;
        cell_ = 1;
        state_ = State::start;
        return true;
    }

    bool end_line(std::string_view line_end) {
        if (line_end_.empty()) {
            line_end_ = line_end;
        }
        if (line_end_ != line_end) {
            return fault(line_,
                         0,
                         "this line ends in other bytes than the first one; give all lines the "
                         "same line end");
        }
        if (!is_blank() && !end_record()) {
            return false;
        }
        ++line_;
        return true;
    }

    CsvDialect dialect_;
    std::size_t columns_;
    State state_ = State::start;
    std::string bytes_;
    std::string line_end_;
    std::uint64_t line_ = 1;
    std::uint64_t inner_lines_ = 0;  ///< line breaks within quotes of the record so far
    std::uint64_t cell_ = 1;
    std::uint64_t quote_line_ = 1;
    std::uint64_t quote_cell_ = 1;
    bool after_return_ = false;
    std::optional<CsvFault> found_;
};

}  // namespace

std::optional<CsvFault> find_csv_fault(const std::string& path,
                                       const CsvDialect& dialect,
                                       std::size_t columns,
                                       const RunContext& context) {
    ByteSource source(path);
    CsvScan scan(dialect, columns);
    std::string buffer(std::size_t{1} << 18U, '\0');
    bool first = true;
    while (const std::size_t got = source.read(buffer)) {
        throw_if_cancelled(context);
        const std::string_view read(buffer.data(), got);
        const std::string_view bytes = first ? without_bom(read) : read;
        first = false;
        for (const char c : bytes) {
            if (!scan.eat(c)) {
                return scan.found();
            }
        }
    }
    scan.finish();
    return scan.found();
}

}  // namespace kanon::io
