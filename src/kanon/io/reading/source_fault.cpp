// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/io/reading/source_layout.hpp"
#include "kanon/io/text/csv_fault.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kanon::io {
namespace {

/// The number behind the first of the given words in a message.
std::uint64_t number_after(std::string_view message, std::string_view words) {
    std::uint64_t number = 0;
    const std::size_t at = message.find(words);
    if (at != std::string_view::npos) {
        const std::string_view rest = message.substr(at + words.size());
        std::from_chars(rest.data(), rest.data() + rest.size(), number);
    }
    return number;
}

/// The line of a JSON file that a message names; DuckDB counts one too many where it cannot parse.
std::uint64_t json_line(std::string_view message) {
    const std::uint64_t line = number_after(message, "in line ");
    const bool one_ahead = message.find("Malformed JSON") != std::string_view::npos;
    return line > 0 && one_ahead ? line - 1 : line;
}

/// Which of the files a message names; the first one if none.
std::size_t named_file(const SourceFiles& source, std::string_view message) {
    for (std::size_t index = source.paths.size(); index-- > 1;) {
        if (message.find(source.paths[index]) != std::string_view::npos) {
            return index;
        }
    }
    return 0;
}

std::string csv_sentence(std::string_view message) {
    const std::uint64_t expected = number_after(message, "Expected Number of Columns: ");
    if (expected != 0) {
        return std::to_string(number_after(message, "Found: ")) + " cells where the table has " +
               std::to_string(expected) +
               " columns; correct the row, or quote cells that hold the delimiter";
    }
    if (message.find("nvalid unicode") != std::string_view::npos) {
        return "bytes that are no UTF-8 text; convert it, or name its --encoding";
    }
    if (message.find("quote") != std::string_view::npos &&
        message.find("unterminated") != std::string_view::npos) {
        return "a quote that does not close, or text after it; double the quotes within quotes";
    }
    return "cannot be read as a table; check quotes, delimiter and line ends";
}

/// Refuse the first fault in the bytes of the files, where there is one.
void check_bytes(const SourceFiles& source, const SourceLayout& layout, const RunContext& context) {
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        if (const auto fault =
                find_csv_fault(source.paths[index], layout.dialect, layout.cell_count, context)) {
            throw Error(
                ErrorCode::bad_input,
                fault->message,
                {.file = source.names[index], .line = fault->line, .column = fault->column});
        }
    }
}

[[noreturn]] void refuse_csv(const SourceFiles& source,
                             const SourceLayout& layout,
                             std::string_view message,
                             const RunContext& context) {
    check_bytes(source, layout, context);
    throw Error(ErrorCode::bad_input,
                csv_sentence(message),
                {.file = source.names[named_file(source, message)],
                 .line = number_after(message, "CSV Error on Line: ")});
}

}  // namespace

void check_narrow(const SourceFiles& source,
                  const SourceLayout& layout,
                  const RunContext& context) {
    if (has_lines(source.format) && layout.cell_count == 1) {
        check_bytes(source, layout, context);
    }
}

void refuse_source(const SourceFiles& source,
                   const SourceLayout& layout,
                   const DatabaseFault& fault,
                   const RunContext& context) {
    const std::string_view message = fault.what();
    const Where where{.file = source.names[named_file(source, message)],
                      .line = source.format == Format::json ? json_line(message) : 0};
    if (message.find("GZIP") != std::string_view::npos ||
        message.find("ZSTD") != std::string_view::npos) {
        throw Error(ErrorCode::bad_input, "the packed file is damaged; fetch it again", where);
    }
    if (source.format == Format::parquet) {
        throw Error(ErrorCode::bad_input, "the Parquet file is damaged; fetch it again", where);
    }
    if (source.format == Format::json) {
        throw Error(ErrorCode::bad_input,
                    message.find("UTF-8") != std::string_view::npos
                        ? "bytes that are no UTF-8 text; convert it, or name its --encoding"
                        : "is not JSON with one object a row; correct it, or give its format",
                    where);
    }
    refuse_csv(source, layout, message, context);
}

}  // namespace kanon::io
