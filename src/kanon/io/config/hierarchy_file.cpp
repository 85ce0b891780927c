// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/config/hierarchy_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/io/text/text_encoding.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{256} << 20U;
constexpr std::size_t kMaxRows = 10'000'000;
constexpr std::size_t kMaxFields = 65;
constexpr std::size_t kSniffedRows = 100;
constexpr std::array<char, 3> kDelimiters{';', '\t', ','};

/// Takes a text apart, row by row. A fault ends the reading.
class RowReader {
public:
    enum class Step { row, end, fault };

    RowReader(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

    /// Read the next row that is not blank into `fields`.
    Step next(std::vector<std::string>& fields) {
        fields.clear();
        skip_blank_lines();
        row_line_ = line_;
        if (at_ == text_.size()) {
            return Step::end;
        }
        while (true) {
            fields.emplace_back();
            if (!read_field(fields.back())) {
                return Step::fault;
            }
            if (at_ == text_.size()) {
                return Step::row;
            }
            if (text_[at_] == delimiter_) {
                ++at_;
                continue;
            }
            at_ += text_[at_] == '\r' ? 2U : 1U;
            start_line();
            return Step::row;
        }
    }

    /// True if blanks around a field were left out.
    [[nodiscard]] bool left_out_blanks() const { return left_out_blanks_; }

    /// Line where the last row began.
    [[nodiscard]] std::uint64_t row_line() const { return row_line_; }

    /// After Step::fault: what is wrong, and where.
    [[nodiscard]] const std::string& fault() const { return fault_; }

    [[nodiscard]] Where where(const std::string& file) const {
        return {.file = file,
                .line = line_,
                .column = code_point_count(text_.substr(line_start_, at_ - line_start_)) + 1,
                .attribute = ""};
    }

private:
    void start_line() {
        ++line_;
        line_start_ = at_;
    }

    void skip_blank_lines() {
        while (at_ < text_.size()) {
            const std::size_t stop = text_.find_first_not_of(' ', at_);
            if (stop == std::string_view::npos) {
                at_ = text_.size();
                return;
            }
            const bool crlf = text_.substr(stop, 2) == "\r\n";
            if (!crlf && text_[stop] != '\n') {
                return;
            }
            at_ = stop + (crlf ? 2U : 1U);
            start_line();
        }
    }

    bool fail(std::string what) {
        fault_ = std::move(what);
        return false;
    }

    /// Read up to the delimiter, line end or end of text, which stay unread.
    bool read_field(std::string& field) {
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '"') {
            return read_quoted(field);
        }
        const std::array<char, 3> stops{delimiter_, '\n', '\r'};
        const std::size_t stop =
            std::min(text_.find_first_of(std::string_view(stops.data(), 3), at_), text_.size());
        field = text_.substr(at_, stop - at_);
        const std::size_t kept = field.find_last_not_of(blanks()) + 1;
        left_out_blanks_ = left_out_blanks_ || kept < field.size();
        field.resize(kept);
        at_ = stop;
        return check_end();
    }

    /// A tab is none where it parts fields.
    [[nodiscard]] std::string_view blanks() const {
        return delimiter_ == '\t' ? std::string_view(" ") : std::string_view(" \t");
    }

    void skip_blanks() {
        const std::size_t stop = std::min(text_.find_first_not_of(blanks(), at_), text_.size());
        left_out_blanks_ = left_out_blanks_ || stop > at_;
        at_ = stop;
    }

    bool check_end() {
        if (at_ < text_.size() && text_[at_] == '\r' && text_.substr(at_, 2) != "\r\n") {
            return fail(
                "a carriage return without a line feed; save the file with LF or CRLF line ends");
        }
        return true;
    }

    bool read_quoted(std::string& field) {
        const std::size_t opened = at_;
        const std::size_t opened_start = line_start_;
        const std::uint64_t opened_line = line_;
        ++at_;
        while (true) {
            const std::size_t quote = text_.find('"', at_);
            if (quote == std::string_view::npos) {
                at_ = opened;
                line_ = opened_line;
                line_start_ = opened_start;
                return fail(R"(a quote is opened here and never closed; write " as "" in quotes)");
            }
            take(field, quote);
            at_ = quote + 1;
            if (at_ == text_.size() || text_[at_] != '"') {
                break;
            }
            field += '"';
            ++at_;
        }
        skip_blanks();
        const bool ends = at_ == text_.size() || text_[at_] == delimiter_ || text_[at_] == '\n' ||
                          text_[at_] == '\r';
        return ends ? check_end()
                    : fail(R"(text goes on after a closing quote; write " as "" in quotes)");
    }

    /// Append the text up to `end`, counting lines.
    void take(std::string& field, std::size_t end) {
        field += text_.substr(at_, end - at_);
        for (std::size_t line = text_.find('\n', at_); line < end; line = text_.find('\n', at_)) {
            at_ = line + 1;
            start_line();
        }
    }

    std::string_view text_;
    char delimiter_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t row_line_ = 1;
    bool left_out_blanks_ = false;
    std::string fault_;
};

/// How a delimiter suits the first rows.
struct Fit {
    std::size_t fields = 0;  ///< of the first row
    bool regular = true;     ///< all rows looked at have as many
};

Fit fit_of(std::string_view text, char delimiter) {
    RowReader reader(text, delimiter);
    Fit fit;
    std::vector<std::string> fields;
    for (std::size_t row = 0; row < kSniffedRows && fit.regular; ++row) {
        const RowReader::Step step = reader.next(fields);
        if (step == RowReader::Step::end) {
            break;
        }
        fit.fields = row == 0 ? fields.size() : fit.fields;
        fit.regular = step == RowReader::Step::row && fields.size() == fit.fields;
    }
    return fit;
}

/// The first delimiter that makes all rows equal, else the first that parts the first row, else
/// the first of all.
char sniff(std::string_view text) {
    char parting = '\0';
    for (const char delimiter : kDelimiters) {
        const Fit fit = fit_of(text, delimiter);
        if (fit.fields > 1 && fit.regular) {
            return delimiter;
        }
        parting = fit.fields > 1 && parting == '\0' ? delimiter : parting;
    }
    return parting == '\0' ? kDelimiters[0] : parting;
}

[[noreturn]] void refuse(const std::string& file, std::uint64_t line, const std::string& message) {
    throw Error(ErrorCode::bad_hierarchy,
                message,
                {.file = file, .line = line, .column = 0, .attribute = ""});
}

std::string name_of(char delimiter) {
    return delimiter == '\t' ? "tabs" : "'" + std::string(1, delimiter) + "'";
}

void check_row(const HierarchyRows& read,
               const std::vector<std::string>& fields,
               std::uint64_t line,
               char delimiter) {
    if (fields.size() < 2) {
        refuse(read.file,
               line,
               "only one field; a line holds a value and its generalizations, parted by ';', ',' "
               "or tabs, such as 94142;9414*;*");
    }
    if (fields.size() > kMaxFields) {
        refuse(read.file,
               line,
               std::to_string(fields.size()) + " fields; a value has at most " +
                   std::to_string(kMaxFields - 1) + " generalizations");
    }
    if (!read.rows.empty() && fields.size() != read.rows[0].size()) {
        refuse(read.file,
               line,
               std::to_string(fields.size()) + " fields parted by " + name_of(delimiter) +
                   ", but line " + std::to_string(read.lines[0]) + " has " +
                   std::to_string(read.rows[0].size()) +
                   "; give every value as many generalizations");
    }
    if (read.rows.size() == kMaxRows) {
        refuse(read.file, line, "more than " + std::to_string(kMaxRows) + " values");
    }
}

struct Encoding {
    std::string name = "utf-8";
    bool is_found = false;  ///< by a look, with nothing that says so
};

/// As that of a table is found: its mark, UTF-16 by its zero bytes, and what is no UTF-8 and reads
/// well as Windows-1252.
Encoding encoding_of(std::string_view bytes, const HierarchyFileOptions& options) {
    constexpr std::size_t kLook = 4096;
    if (!options.encoding.empty()) {
        return {.name = options.encoding};
    }
    const io::StartEncoding start = io::encoding_of_start(bytes.substr(0, kLook));
    if (!start.name.empty()) {
        return {.name = start.name, .is_found = !start.marked};
    }
    io::EncodingScan scan;
    scan.eat(bytes);
    scan.finish();
    return scan.reads_as_windows_1252() ? Encoding{.name = "Windows-1252", .is_found = true}
                                        : Encoding{};
}

/// \throws Error{bad_hierarchy}, Error{usage} for an encoding that is not known
std::string decoded(std::string_view bytes, const std::string& encoding, const std::string& file) {
    std::string out;
    try {
        io::Decoder decoder(encoding, file, [&out](std::string_view text) { out += text; });
        decoder.eat(bytes);
        decoder.finish();
    } catch (const Error& fault) {
        if (fault.code() != ErrorCode::bad_input) {
            throw;
        }
        throw Error(ErrorCode::bad_hierarchy,
                    "bytes that are no text in " + encoding + "; say its `encoding`",
                    fault.where());
    }
    return out;
}

std::string in_quotes(std::string_view field) {
    constexpr std::string_view kBlanks = " \t";
    const bool has_blanks =
        !field.empty() && (kBlanks.find(field.front()) != std::string_view::npos ||
                           kBlanks.find(field.back()) != std::string_view::npos);
    if (field.find_first_of(";\"\r\n") == std::string_view::npos && without_bom(field) == field &&
        !has_blanks) {
        return std::string(field);
    }
    std::string out = "\"";
    for (const char c : field) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

}  // namespace

HierarchyRows read_hierarchy_file(const std::string& path,
                                  const HierarchyFileOptions& options,
                                  const RunContext& context) {
    const std::string bytes =
        read_text_file(path, "hierarchy", ErrorCode::bad_hierarchy, kMaxBytes, context);
    const Encoding encoding = encoding_of(bytes, options);
    if (io::is_utf8_name(encoding.name)) {
        return parse_hierarchy_text(bytes, path, options);
    }
    HierarchyRows read = parse_hierarchy_text(decoded(bytes, encoding.name, path), path, options);
    read.found_encoding = encoding.is_found ? encoding.name : "";
    return read;
}

HierarchyRows parse_hierarchy_text(std::string_view text,
                                   const std::string& name,
                                   const HierarchyFileOptions& options) {
    const std::string_view body = without_bom(text);
    check_text(body, name, ErrorCode::bad_hierarchy);
    const char delimiter = options.delimiter ? *options.delimiter : sniff(body);
    RowReader reader(body, delimiter);
    HierarchyRows read;
    read.file = name;
    std::vector<std::string> fields;
    RowReader::Step step = reader.next(fields);
    if (options.header && step == RowReader::Step::row) {
        step = reader.next(fields);
    }
    for (; step == RowReader::Step::row; step = reader.next(fields)) {
        check_row(read, fields, reader.row_line(), delimiter);
        read.lines.push_back(reader.row_line());
        read.rows.push_back(std::move(fields));
    }
    if (step == RowReader::Step::fault) {
        throw Error(ErrorCode::bad_hierarchy, reader.fault(), reader.where(name));
    }
    read.left_out_blanks = reader.left_out_blanks();
    if (read.rows.empty()) {
        refuse(name, 0, "the hierarchy file is empty; give one line per value: value;group;...;*");
    }
    return read;
}

std::string hierarchy_text(std::span<const std::vector<std::string>> rows) {
    std::string out;
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t field = 0; field < row.size(); ++field) {
            out += (field == 0 ? "" : ";") + in_quotes(row[field]);
        }
        out += '\n';
    }
    return out;
}

}  // namespace kanon
