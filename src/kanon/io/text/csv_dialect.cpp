// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/csv_dialect.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/io/text/blank_trim.hpp"
#include "kanon/io/text/header_evidence.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace kanon::io {
namespace {

constexpr std::string_view kDelimiters = ",;\t|";
constexpr std::size_t kSampledRecords = 200;
constexpr std::size_t kJudgedRecords = 5000;  ///< as far as the text goes

struct Record {
    std::vector<std::string> cells;
    std::vector<bool> was_quoted;
    bool ended = false;  ///< a line break or the end of the text came outside quotes
};

/// Takes a text apart record by record.
class RecordCutter {
public:
    RecordCutter(std::string_view text, char delimiter, std::optional<char> quote)
        : text_(text), delimiter_(delimiter), quote_(quote) {}

    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

    Record next() {
        Record record;
        for (bool more = true; more;) {
            more = cell(record);
        }
        return record;
    }

private:
    /// One cell; true if a further one follows on the line.
    bool cell(Record& record) {
        std::string out;
        const bool opened = !at_end() && quote_ == text_[at_];
        bool quoted = opened;
        at_ += opened ? 1U : 0U;
        for (; !at_end(); ++at_) {
            const char c = text_[at_];
            if (quoted && quote_ == c) {
                const bool doubled = at_ + 1 < text_.size() && text_[at_ + 1] == c;
                at_ += doubled ? 1U : 0U;
                quoted = doubled;
                out.append(doubled ? 1 : 0, c);
            } else if (!quoted && (c == delimiter_ || c == '\n' || c == '\r')) {
                break;
            } else {
                out += c;
            }
        }
        record.cells.push_back(std::move(out));
        record.was_quoted.push_back(opened);
        record.ended = !quoted;
        if (!at_end() && text_[at_] == delimiter_) {
            ++at_;
            return true;
        }
        if (!at_end()) {
            at_ += text_.substr(at_).starts_with("\r\n") ? 2U : 1U;
        }
        return false;
    }

    std::string_view text_;
    char delimiter_;
    std::optional<char> quote_;
    std::size_t at_ = 0;
};

std::vector<Record> sample(std::string_view text,
                           bool whole,
                           char delimiter,
                           std::optional<char> quote,
                           std::size_t most = kSampledRecords) {
    RecordCutter cutter(text, delimiter, quote);
    std::vector<Record> records;
    while (!cutter.at_end() && records.size() < most) {
        records.push_back(cutter.next());
    }
    const bool last_is_cut = !whole && cutter.at_end() && records.size() > 1;
    if (last_is_cut) {
        records.pop_back();
    }
    return records;
}

/// Records as wide as the first one, which must have more than one cell; then its width.
std::pair<std::size_t, std::size_t> score(const std::vector<Record>& records) {
    const std::size_t width = records.empty() ? 0 : records[0].cells.size();
    if (width < 2) {
        return {0, 0};
    }
    const auto alike =
        std::ranges::count_if(records, [&](const Record& r) { return r.cells.size() == width; });
    return {static_cast<std::size_t>(alike), width};
}

std::optional<char> sniff_quote(std::string_view text, const CsvHints& hints) {
    if (hints.quote) {
        return hints.quote;
    }
    if (text.find('"') != std::string_view::npos) {
        return '"';
    }
    // An apostrophe quotes only where some cell begins with one and every such cell ends with one.
    for (const char delimiter : kDelimiters) {
        const std::vector<Record> plain = sample(text, false, delimiter, std::nullopt);
        bool any = false;
        bool all = score(plain).first == plain.size();
        for (const Record& record : plain) {
            for (const std::string& cell : record.cells) {
                const bool opens = cell.starts_with('\'');
                any = any || opens;
                all = all && (!opens || (cell.size() > 1 && cell.ends_with('\'')));
            }
        }
        if (any && all) {
            return '\'';
        }
    }
    return '"';
}

char sniff_delimiter(std::string_view text,
                     bool whole,
                     std::optional<char> quote,
                     const CsvHints& hints) {
    char best = ',';
    std::pair<std::size_t, std::size_t> best_score{0, 0};
    for (const char candidate : kDelimiters) {
        const auto found = score(sample(text, whole, candidate, quote));
        if (found > best_score) {
            best = candidate;
            best_score = found;
        }
    }
    return hints.delimiter.value_or(best);
}

/// Tell whether the first record is a header. \throws Error{bad_input} if that is in doubt.
void find_header(std::string_view text,
                 bool whole,
                 CsvDialect& dialect,
                 const CsvHints& hints,
                 const Where& where) {
    if (hints.header) {
        dialect.header = *hints.header;
        return;
    }
    std::vector<std::vector<std::string>> records;
    for (Record& record : sample(text, whole, dialect.delimiter, dialect.quote, kJudgedRecords)) {
        const bool blank = record.cells.size() == 1 && record.cells[0].empty();
        if (!blank || records.empty()) {
            records.push_back(std::move(record.cells));
        }
    }
    const FirstRecord found = judge_first_record(records, hints.known_names);
    dialect.header = found == FirstRecord::doubt ? hints.header_in_doubt.value_or(false)
                                                 : found == FirstRecord::header;
    dialect.guessed_header =
        found != FirstRecord::doubt && !judge_by_names(records[0], hints.known_names);
    if (found == FirstRecord::doubt && !hints.header_in_doubt) {
        throw Error(ErrorCode::bad_input,
                    "the first line may name the columns or be a row like the others; say which, "
                    "by --header or --no-header",
                    where);
    }
}

/// Check the names that stand in the file; `line` is where they stand.
void check_names(const Record& record, std::uint64_t line, const std::string& file) {
    const auto refuse = [&](std::size_t index, const std::string& message) {
        throw Error(
            ErrorCode::bad_input, message, {.file = file, .line = line, .column = index + 1});
    };
    std::map<std::string_view, std::size_t> seen;
    for (std::size_t index = 0; index < record.cells.size(); ++index) {
        const std::string& name = record.cells[index];
        if (first_invalid_utf8(name).has_value() || name.find('\0') != std::string::npos) {
            refuse(index, "the header is not UTF-8 text; convert it, or name its --encoding");
        }
        if (name.empty()) {
            const bool surplus = index > 0 && index + 1 == record.cells.size();
            refuse(
                index,
                "column " + std::to_string(index + 1) + " has no name; name every column" +
                    (surplus ? ", or take the delimiter at the line's end out of every line" : ""));
        }
        const auto [earlier, is_new] = seen.emplace(name, index);
        if (!is_new) {
            refuse(index,
                   "columns " + std::to_string(earlier->second + 1) + " and " +
                       std::to_string(index + 1) + " have the same name; rename one of them");
        }
    }
}

/// Take a first line that names the delimiter off a text: `sep=;`, in letters of any case, perhaps
/// in quotes. None if the first line is none.
std::optional<char> strip_named_delimiter(std::string_view& text) {
    constexpr std::string_view kWord = "sep=";
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    const bool is_quoted = line.size() > 2 && line.front() == '"' && line.back() == '"';
    const std::string_view bare = is_quoted ? line.substr(1, line.size() - 2) : line;
    const bool names =
        bare.size() == kWord.size() + 1 && line.size() < text.size() &&
        std::ranges::equal(bare.substr(0, kWord.size()), kWord, [](char a, char b) {
            return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
        });
    if (!names) {
        return std::nullopt;
    }
    text.remove_prefix(line.size());
    text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
    return bare.back();
}

std::uint64_t strip_blank_lines(std::string_view& text) {
    std::uint64_t count = 0;
    while (text.starts_with('\n') || text.starts_with('\r')) {
        text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
        ++count;
    }
    return count;
}

}  // namespace

std::optional<Delimiting> find_blanks(std::string_view text, const CsvHints& hints) {
    text = without_bom(text);
    static_cast<void>(strip_blank_lines(text));
    const std::optional<char> named = strip_named_delimiter(text);
    const std::optional<char> known = hints.delimiter ? hints.delimiter : named;
    const std::string given(1, known.value_or(','));
    for (const char candidate : known ? std::string_view(given) : kDelimiters) {
        const Delimiting by{.delimiter = candidate, .quote = hints.quote.value_or('"')};
        std::string trimmed;
        BlankTrimmer trimmer(
            by.delimiter, by.quote, [&trimmed](std::string_view piece) { trimmed += piece; });
        trimmer.eat(text);
        if (trimmer.found_blanks() &&
            sniff_delimiter(trimmed, false, by.quote, hints) == candidate) {
            return by;
        }
    }
    return std::nullopt;
}

std::string header_line(bool is_header) {
    return is_header
               ? "the first line names the columns, judging by its values; --no-header makes "
                 "it a row"
               : "the first line is a row, judging by its values; --header makes it the names "
                 "of the columns";
}

CsvHead sniff_csv(std::string_view text,
                  bool whole,
                  const CsvHints& hints,
                  const std::string& file) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        throw Error(
            ErrorCode::bad_input, "is UTF-16 text; name its --encoding", {.file = file, .line = 1});
    }
    if (text.starts_with("PAR1\x15")) {
        throw Error(ErrorCode::bad_input,
                    "is a Parquet file; rename it, or say --input-format parquet",
                    {.file = file});
    }
    text = without_bom(text);
    CsvHead head;
    head.dialect.skipped_lines = strip_blank_lines(text);
    CsvHints known = hints;
    if (const std::optional<char> named = strip_named_delimiter(text)) {
        known.delimiter = hints.delimiter.value_or(*named);
        head.dialect.delimiter_is_named = true;
        ++head.dialect.skipped_lines;
    }
    const std::uint64_t line = head.dialect.skipped_lines + 1;
    if (text.empty()) {
        throw Error(ErrorCode::bad_input,
                    "is empty; a table needs a header and at least one row",
                    {.file = file});
    }
    head.dialect.quote = sniff_quote(text, known);
    head.dialect.delimiter = sniff_delimiter(text, whole, head.dialect.quote, known);
    RecordCutter cutter(text, head.dialect.delimiter, head.dialect.quote);
    const Record first = cutter.next();
    if (!first.ended) {
        throw Error(ErrorCode::bad_input,
                    "a quote opens here and never closes; close or double it",
                    {.file = file, .line = line, .column = first.cells.size()});
    }
    find_header(text, whole, head.dialect, hints, {.file = file, .line = line});
    if (head.dialect.header) {
        check_names(first, line, file);
        head.names = first.cells;
    } else {
        for (std::size_t index = 1; index <= first.cells.size(); ++index) {
            head.names.push_back("column" + std::to_string(index));
        }
    }
    return head;
}

}  // namespace kanon::io
