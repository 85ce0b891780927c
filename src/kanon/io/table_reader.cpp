// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/table_reader.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/suggest.hpp"
#include "kanon/io/csv_fault.hpp"
#include "kanon/io/database.hpp"
#include "kanon/io/file_hash.hpp"
#include "kanon/io/json_numbers.hpp"
#include "kanon/io/source_files.hpp"
#include "kanon/io/source_layout.hpp"
#include "kanon/io/table_encoder.hpp"

#include <algorithm>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace kanon {
namespace {

constexpr std::uint64_t kReportRows = std::uint64_t{1} << 16U;

bool names(const std::vector<std::string>& list, const std::string& name) {
    return std::ranges::find(list, name) != list.end();
}

/// The columns that are wanted, and how the query asks for each.
struct Wanted {
    std::vector<io::EncodedColumn> columns;
    std::vector<std::string> expressions;
    bool drops_rows = false;
};

Wanted wanted_columns(const io::SourceLayout& layout, const ReadOptions& options) {
    Wanted out;
    for (std::size_t j = 0; j < layout.names.size(); ++j) {
        if (!names(options.skip, layout.names[j])) {
            const bool must_have = names(options.drop_rows_missing, layout.names[j]);
            out.columns.push_back({.name = layout.names[j],
                                   .storage_type = layout.storage_types[j],
                                   .must_have = must_have});
            out.expressions.push_back(layout.expressions[j]);
            out.drops_rows = out.drops_rows || must_have;
        }
    }
    return out;
}

/// Reads the columns that are wanted.
class TableReading {
public:
    TableReading(const io::SourceFiles& source,
                 const io::SourceLayout& layout,
                 const ReadOptions& options,
                 const RunContext& context)
        : source_(source),
          layout_(layout),
          options_(options),
          context_(context),
          wanted_(wanted_columns(layout, options)),
          encoder_(wanted_.columns, options.missing_marks, context) {
        check_names();
        if (wanted_.columns.empty()) {
            throw Error(ErrorCode::bad_input,
                        "no column is left to read; skip fewer columns",
                        {.file = source.names[0]});
        }
        std::ranges::copy_if(layout.names,
                             std::back_inserter(result_.skipped),
                             [&](const std::string& name) { return names(options.skip, name); });
        result_.folder_columns = layout.folder_columns;
        result_.format = source.format;
        result_.delimiter = layout.dialect.delimiter;
    }

    ReadTable run(io::Database& database) {
        if (options_.row_limit == 0 && !wanted_.drops_rows) {
            check_row_count(layout_.total_rows);
        }
        encoder_.attach(database);
        // Threads run ahead of the rows that are next by as many answers as are held here.
        database.execute("SET streaming_buffer_size='64MB'");
        try {
            fetch_all(database);
        } catch (const io::DatabaseFault&) {
            encoder_.rethrow_failure();
            throw;
        }
        if (encoder_.has_nul_byte()) {
            refuse_nul_byte(encoder_.nul_byte());
        }
        return finish();
    }

private:
    void check_names() const {
        const std::vector<std::string_view> known(layout_.names.begin(), layout_.names.end());
        const auto check = [&](const std::string& name) {
            if (std::ranges::find(known, name) == known.end()) {
                throw Error(ErrorCode::bad_input,
                            "has no column '" + name + "'" + suggestion(name, known),
                            {.file = source_.names[0]});
            }
        };
        std::ranges::for_each(options_.skip, check);
        std::ranges::for_each(options_.drop_rows_missing, check);
        for (const auto& [name, type] : options_.types) {
            check(name);
        }
    }

    void check_row_count(std::uint64_t rows) const {
        if (rows > options_.most_rows) {
            throw Error(ErrorCode::bad_input,
                        "has more than " + std::to_string(options_.most_rows) +
                            " rows, which is the most that is read; split the table",
                        {.file = source_.names[0]});
        }
    }

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
    void fetch_all(io::Database& database) {
        io::Stream stream(database, query());
        for (io::Chunk answers = stream.next(); answers && !encoder_.has_nul_byte();
             answers = stream.next()) {
            throw_if_cancelled(context_);
            const std::uint64_t before = fetched_rows();
            encoder_.take_answers(answers);
            check_row_count(encoder_.kept_rows());
            if (before / kReportRows != fetched_rows() / kReportRows) {
                report(database);
            }
        }
    }

    /// By rows where their number is known, else by the bytes that were read.
    void report(const io::Database& database) const {
        if (!context_.progress) {
            return;
        }
        const std::optional<double> share =
            layout_.total_rows > 0
                ? static_cast<double>(fetched_rows()) / static_cast<double>(layout_.total_rows)
                : database.progress();
        context_.report({"read", share.value_or(0), share ? 1.0 : 0.0});
    }

    [[nodiscard]] std::uint64_t fetched_rows() const {
        return encoder_.kept_rows() + encoder_.dropped_rows();
    }

    [[noreturn]] void refuse_nul_byte(const io::NulByte& fault) const {
        const bool has_lines = source_.format == Format::csv || source_.format == Format::tsv;
        if (has_lines && source_.compression != Compression::zstd) {
            io::refuse_source(source_, layout_, io::DatabaseFault("NUL"), context_);
        }
        throw Error(ErrorCode::bad_input,
                    "row " + std::to_string(fault.row + 1) +
                        " holds a NUL byte, which no text table can hold; take it out",
                    {.file = source_.names[0], .attribute = wanted_.columns[fault.column].name});
    }

    ReadTable finish() {
        if (fetched_rows() == 0) {
            throw Error(ErrorCode::bad_input,
                        "has no rows below the header; a table needs at least one",
                        {.file = source_.names[0]});
        }
        if (encoder_.kept_rows() == 0) {
            throw Error(ErrorCode::bad_input,
                        "every row lacks a value that it must have; drop fewer rows",
                        {.file = source_.names[0]});
        }
        std::vector<std::shared_ptr<const Column>> columns(wanted_.columns.size());
        parallel_for(columns.size(), 1, context_.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t j = begin; j < end; ++j) {
                throw_if_cancelled(context_);
                columns[j] = finish_column(j);
            }
        });
        check_doubtful(columns);
        result_.dropped_rows = encoder_.dropped_rows();
        result_.table = Table(std::move(columns), encoder_.kept_rows());
        return std::move(result_);
    }

    void check_doubtful(const std::vector<std::shared_ptr<const Column>>& columns) const {
        for (const auto& column : columns) {
            const bool renamed =
                std::ranges::find(layout_.doubtful, column->name) != layout_.doubtful.end() &&
                column->dictionary->value_count() == 0;
            if (renamed) {
                throw Error(ErrorCode::bad_input,
                            "two keys differ only in case (one of them was taken for '" +
                                column->name + "'); rename one of them",
                            {.file = source_.names[0]});
            }
        }
    }

    std::shared_ptr<const Column> finish_column(std::size_t j) {
        const std::string& name = wanted_.columns[j].name;
        const auto declared = options_.types.find(name);
        try {
            return std::make_shared<const Column>(encoder_.finish(
                j,
                declared == options_.types.end() ? std::nullopt
                                                 : std::optional<ValueType>(declared->second)));
        } catch (const Error& fault) {
            throw Error(fault.code(), fault.what(), {.file = source_.names[0], .attribute = name});
        }
    }

    const io::SourceFiles& source_;
    const io::SourceLayout& layout_;
    const ReadOptions& options_;
    const RunContext& context_;
    Wanted wanted_;
    io::TableEncoder encoder_;
    ReadTable result_;
};

/// Packed files are checked on the side: the fault of a cut one is not DuckDB's last word.
class PackedCheck {
public:
    PackedCheck(const io::SourceFiles& source, const RunContext& context) {
        if (source.compression != Compression::none) {
            // Without a thread to spare the check is done when it is waited for.
            const auto check = [seen = source.seen,
                                names = source.names,
                                compression = source.compression,
                                &context] {
                for (std::size_t index = 0; index < seen.size(); ++index) {
                    io::check_packed_file(seen[index].path, names[index], compression, context);
                }
            };
            checks_ = std::async(std::launch::async | std::launch::deferred, check);
        }
    }

    /// \throws Error{bad_input} if a file is cut short or damaged.
    void wait() {
        if (checks_.valid()) {
            checks_.get();
        }
    }

private:
    std::future<void> checks_;
};

}  // namespace

ReadTable read_table(const std::string& path,
                     const ReadOptions& options,
                     const RunContext& context) {
    io::SourceFiles source = io::find_source_files(path, options.format, context);
    PackedCheck packed(source, context);
    io::SourceHashes hashes(source, options.hash_files, context);
    io::SourceLayout layout;
    try {
        io::Database database(context.threads, context);
        io::keep_json_numbers(source, database);
        layout = io::find_layout(database, source, options);
        ReadTable result = TableReading(source, layout, options, context).run(database);
        result.sha256 = hashes.get();
        packed.wait();
        io::check_narrow(source, layout, context);
        io::check_unchanged(source);
        return result;
    } catch (const io::DatabaseFault& fault) {
        io::check_unchanged(source);
        packed.wait();
        io::refuse_source(source, layout, fault, context);
    } catch (const Error& fault) {
        if (fault.code() != ErrorCode::cancelled) {
            io::check_unchanged(source);
            packed.wait();
        }
        throw;
    }
}

std::vector<std::string> column_names(const std::string& path, const ReadOptions& options) {
    const RunContext context;
    const io::SourceFiles source = io::find_source_files(path, options.format, context);
    io::Database database(1, context);
    std::vector<std::string> names = io::find_layout(database, source, options).names;
    io::check_unchanged(source);
    return names;
}

}  // namespace kanon
