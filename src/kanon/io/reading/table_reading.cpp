// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/table_reading.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/io/reading/table_encoder.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace kanon::io {
namespace {

constexpr std::uint64_t kRowsToReport = std::uint64_t{1} << 16U;

/// The columns that are wanted, and how the query asks for each.
struct Wanted {
    std::vector<EncodedColumn> columns;
    std::vector<std::string> expressions;
    std::vector<std::string> others;  ///< how it asks for the row's own that are not wanted
    bool drops_rows = false;
};

Wanted wanted_columns(const SourceLayout& layout,
                      const ReadOptions& options,
                      const MarksOf& marks) {
    Wanted out;
    for (std::size_t j = 0; j < layout.names.size(); ++j) {
        const std::string& name = layout.names[j];
        const bool of_row = !names_column(layout.folder_columns, name);
        if (names_column(options.skip, name)) {
            out.others.resize(out.others.size() + (of_row ? 1 : 0), layout.expressions[j]);
        } else {
            const bool must_have = names_column(options.drop_rows_missing, name);
            out.columns.push_back({.name = name,
                                   .storage_type = layout.storage_types[j],
                                   .must_have = must_have,
                                   .of_row = of_row,
                                   .missing_marks = marks_of(name, options, marks)});
            out.expressions.push_back(layout.expressions[j]);
            out.drops_rows = out.drops_rows || must_have;
        }
    }
    return out;
}

/// SQL of a text that is null where none of these has more than blanks.
std::string any_value(const std::vector<std::string>& expressions) {
    std::string out;
    for (const std::string& expression : expressions) {
        out += (out.empty() ? "" : ", ") + ("NULLIF(trim(" + expression + "), '')");
    }
    return "COALESCE(" + out + ")";
}

/// Reads the columns that are wanted.
class TableReading {
public:
    TableReading(const SourceFiles& source,
                 const SourceLayout& layout,
                 const ReadOptions& options,
                 const ReadingPass& pass,
                 const RunContext& context)
        : source_(source),
          layout_(layout),
          options_(options),
          context_(context),
          wanted_(wanted_columns(layout, options, pass.marks)),
          encoder_(wanted_.columns, pass.blank, context) {
        check_columns_left(!wanted_.columns.empty(), source.names[0]);
        if (pass.blank == BlankRows::by_others) {
            wanted_.expressions.push_back(any_value(wanted_.others));
        }
    }

    FoundTable run(Database& database) {
        if (options_.row_limit == 0 && !wanted_.drops_rows) {
            check_most_rows(layout_.total_rows, options_, source_.names[0]);
        }
        encoder_.attach(database);
        // Threads run ahead of the rows that are next by as many answers as are held here.
        database.execute("SET streaming_buffer_size='64MB'");
        try {
            fetch_all(database);
        } catch (const DatabaseFault&) {
            encoder_.rethrow_failure();
            throw;
        }
        if (encoder_.has_nul_byte()) {
            refuse_nul_byte(encoder_.nul_byte());
        }
        return finish();
    }

private:
    [[nodiscard]] std::string query() const {
        std::string cells;
        for (const std::string& expression : wanted_.expressions) {
            cells += (cells.empty() ? "" : ", ") + expression;
        }
        // The limit stands below: rows that are not wanted must not be encoded.
        const std::string rows = options_.row_limit == 0
                                     ? layout_.relation
                                     : "(SELECT * FROM " + layout_.relation + " LIMIT " +
                                           std::to_string(options_.row_limit) + ")";
        return "SELECT kanon_encode(" + cells + ") FROM " + rows;
    }

    /// Run the query to its end, or to the first NUL byte.
    void fetch_all(Database& database) {
        Stream stream(database, query());
        for (Chunk answers = stream.next(); answers && !encoder_.has_nul_byte();
             answers = stream.next()) {
            throw_if_cancelled(context_);
            const std::uint64_t before = encoder_.taken_rows();
            encoder_.take_answers(answers);
            check_most_rows(encoder_.kept_rows(), options_, source_.names[0]);
            if (before / kRowsToReport != encoder_.taken_rows() / kRowsToReport) {
                report(database);
            }
        }
    }

    /// By rows where their number is known, else by the bytes that were read.
    void report(const Database& database) const {
        if (!context_.progress) {
            return;
        }
        const std::optional<double> share = layout_.total_rows > 0
                                                ? static_cast<double>(encoder_.taken_rows()) /
                                                      static_cast<double>(layout_.total_rows)
                                                : database.progress();
        context_.report({"read", share.value_or(0), share ? 1.0 : 0.0});
    }

    [[noreturn]] void refuse_nul_byte(const NulByte& fault) const {
        if (has_lines(source_.format)) {
            refuse_source(source_, layout_, DatabaseFault("NUL"), context_);
        }
        throw Error(ErrorCode::bad_input,
                    "row " + std::to_string(fault.row + 1) +
                        " holds a NUL byte, which no text table can hold; take it out",
                    {.file = source_.names[0], .attribute = wanted_.columns[fault.column].name});
    }

    FoundTable finish() {
        FoundTable out{.columns = std::vector<FoundColumn>(wanted_.columns.size()),
                       .rows = encoder_.kept_rows(),
                       .dropped_rows = encoder_.dropped_rows(),
                       .blank_rows = encoder_.blank_rows()};
        if (out.rows == 0) {
            return out;  // no column has anything to be finished
        }
        const auto finish_some = [&](std::size_t begin, std::size_t end) {
            for (std::size_t j = begin; j < end; ++j) {
                throw_if_cancelled(context_);
                out.columns[j] = finish_column(j);
            }
        };
        parallel_for(out.columns.size(), 1, context_.threads, finish_some);
        check_doubtful(out.columns);
        return out;
    }

    void check_doubtful(const std::vector<FoundColumn>& columns) const {
        for (const FoundColumn& one : columns) {
            const bool renamed = names_column(layout_.doubtful, one.column.name) &&
                                 one.column.dictionary->value_count() == 0;
            if (renamed) {
                throw Error(ErrorCode::bad_input,
                            "two keys differ only in case (one of them was taken for '" +
                                one.column.name + "'); rename one of them",
                            {.file = source_.names[0]});
            }
        }
    }

    FoundColumn finish_column(std::size_t j) {
        const std::string& name = wanted_.columns[j].name;
        try {
            return encoder_.finish(j, rules_of(options_, name));
        } catch (const Error& fault) {
            throw Error(fault.code(), fault.what(), {.file = source_.names[0], .attribute = name});
        }
    }

    const SourceFiles& source_;
    const SourceLayout& layout_;
    const ReadOptions& options_;
    const RunContext& context_;
    Wanted wanted_;
    TableEncoder encoder_;
};

}  // namespace

bool names_column(const std::vector<std::string>& list, const std::string& name) {
    return std::ranges::find(list, name) != list.end();
}

void check_asked_names(const std::vector<std::string>& names,
                       const ReadOptions& options,
                       const std::string& file) {
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto check = [&](const std::string& name) {
        if (!names_column(names, name)) {
            throw Error(ErrorCode::bad_input,
                        "has no column '" + name + "'" + suggestion(name, known),
                        {.file = file});
        }
    };
    std::ranges::for_each(options.skip, check);
    std::ranges::for_each(options.drop_rows_missing, check);
    for (const auto& [name, type] : options.types) {
        check(name);
    }
    for (const auto& [name, order] : options.dates_of) {
        check(name);
    }
}

void check_column_names(const std::vector<std::string>& names, const std::string& file) {
    std::set<std::string_view> seen;
    for (std::size_t j = 0; j < names.size(); ++j) {
        const char* fault = nullptr;
        if (first_invalid_utf8(names[j]) || names[j].find('\0') != std::string::npos) {
            fault = "'s name is no UTF-8 text; rename it, or name the --encoding";
        } else if (names[j].empty()) {
            fault = " has no name; name every column";
        } else if (!seen.insert(names[j]).second) {
            fault = " has the same name as another one; rename it";
        }
        if (fault != nullptr) {
            throw Error(
                ErrorCode::bad_input, "column " + std::to_string(j + 1) + fault, {.file = file});
        }
    }
}

std::vector<std::string> skipped_columns(const std::vector<std::string>& names,
                                         const ReadOptions& options) {
    std::vector<std::string> out;
    std::ranges::copy_if(names, std::back_inserter(out), [&](const std::string& name) {
        return names_column(options.skip, name);
    });
    return out;
}

void check_column_count(std::size_t columns, const std::string& file) {
    constexpr std::size_t kMostColumns = 32767;  // of SPSS and SAS
    if (columns > kMostColumns) {
        throw Error(ErrorCode::bad_input,
                    "has more than 32,767 columns, which is the most that is read; leave some out",
                    {.file = file});
    }
}

void check_columns_left(bool any, const std::string& file) {
    if (!any) {
        throw Error(
            ErrorCode::bad_input, "no column is left to read; skip fewer columns", {.file = file});
    }
}

void check_most_rows(std::uint64_t rows, const ReadOptions& options, const std::string& file) {
    if (rows > options.most_rows) {
        throw Error(ErrorCode::bad_input,
                    "has more than " + std::to_string(options.most_rows) +
                        " rows, which is the most that is read; split the table",
                    {.file = file});
    }
}

void check_kept_rows(const FoundTable& found, const std::string& file) {
    if (found.rows > 0) {
        return;
    }
    if (found.dropped_rows == 0) {
        throw Error(ErrorCode::bad_input,
                    found.blank_rows > 0
                        ? "no row below the header has a value; a table needs at least one"
                        : "has no rows below the header; a table needs at least one",
                    {.file = file});
    }
    throw Error(ErrorCode::bad_input,
                "every row lacks a value that it must have; drop fewer rows",
                {.file = file});
}

bool skips_own_columns(const SourceLayout& layout, const ReadOptions& options) {
    return std::ranges::any_of(layout.names, [&](const std::string& name) {
        return names_column(options.skip, name) && !names_column(layout.folder_columns, name);
    });
}

FoundTable read_by_database(const SourceFiles& source,
                            const SourceLayout& layout,
                            const ReadOptions& options,
                            const ReadingPass& pass,
                            Database& database) {
    return TableReading(source, layout, options, pass, database.context()).run(database);
}

}  // namespace kanon::io
