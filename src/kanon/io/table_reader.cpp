// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/table_reader.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/suggest.hpp"
#include "kanon/io/column_encoder.hpp"
#include "kanon/io/csv_fault.hpp"
#include "kanon/io/database.hpp"
#include "kanon/io/source_files.hpp"
#include "kanon/io/source_layout.hpp"

#include <algorithm>
#include <future>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kBatchChunks = 32;

/// Chunks that are encoded together while the next ones are fetched.
struct Batch {
    std::vector<io::Chunk> chunks;
    std::vector<std::vector<std::uint32_t>> kept_rows;  ///< one per chunk
    std::size_t rows = 0;
    std::uint64_t first_row = 0;  ///< of the source
};

/// Reads the columns that are wanted, batch by batch.
class TableReading {
public:
    TableReading(const io::SourceFiles& source,
                 const io::SourceLayout& layout,
                 const ReadOptions& options,
                 const RunContext& context)
        : source_(source), layout_(layout), options_(options), context_(context) {
        check_names();
        for (std::size_t j = 0; j < layout.names.size(); ++j) {
            if (std::ranges::find(options.skip, layout.names[j]) != options.skip.end()) {
                result_.skipped.push_back(layout.names[j]);
                continue;
            }
            if (std::ranges::find(options.drop_rows_missing, layout.names[j]) !=
                options.drop_rows_missing.end()) {
                must_have_.push_back(encoders_.size());
            }
            encoders_.emplace_back(layout.names[j], layout.storage_types[j], options.missing_marks);
            select_ += (select_.empty() ? "" : ", ") + layout.expressions[j];
        }
        if (encoders_.empty()) {
            throw Error(ErrorCode::bad_input,
                        "no column is left to read; skip fewer columns",
                        {.file = source.names[0]});
        }
        result_.format = source.format;
        result_.delimiter = layout.dialect.delimiter;
    }

    ReadTable run(io::Database& database) {
        if (options_.row_limit == 0 && must_have_.empty()) {
            check_row_count(layout_.total_rows);
        }
        const std::string limit =
            options_.row_limit == 0 ? "" : " LIMIT " + std::to_string(options_.row_limit);
        io::Stream stream(database, "SELECT " + select_ + " FROM " + layout_.relation + limit);
        fetch_all(stream);
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

    /// Fetch one batch while the one before is encoded on a thread of its own.
    void fetch_all(io::Stream& stream) {
        std::future<void> encoding;
        for (Batch batch = fetch(stream); batch.rows > 0; batch = fetch(stream)) {
            if (encoding.valid()) {
                encoding.get();
            }
            result_.dropped_rows += keep_rows(batch);
            batch.first_row = fetched_rows_;
            fetched_rows_ += batch.rows;
            check_row_count(fetched_rows_ - result_.dropped_rows);
            context_.report({"read",
                             static_cast<double>(fetched_rows_),
                             static_cast<double>(layout_.total_rows)});
            if (context_.threads <= 1) {
                encode(batch);
                continue;
            }
            encoding =
                std::async(std::launch::async, [this, owned = std::move(batch)] { encode(owned); });
        }
        if (encoding.valid()) {
            encoding.get();
        }
    }

    Batch fetch(io::Stream& stream) {
        throw_if_cancelled(context_);
        Batch batch;
        while (batch.chunks.size() < kBatchChunks) {
            io::Chunk chunk = stream.next();
            if (!chunk) {
                break;
            }
            batch.rows += chunk.size();
            batch.chunks.push_back(std::move(chunk));
        }
        return batch;
    }

    /// Choose the rows of a batch that stay; the number of those that do not.
    std::size_t keep_rows(Batch& batch) const {
        std::size_t kept = 0;
        for (const io::Chunk& chunk : batch.chunks) {
            std::vector<std::uint32_t> rows(chunk.size());
            std::iota(rows.begin(), rows.end(), 0U);
            for (const std::size_t j : must_have_) {
                std::erase_if(rows, [&](std::uint32_t row) {
                    return encoders_[j].is_missing(chunk.column(j), row);
                });
            }
            kept += rows.size();
            batch.kept_rows.push_back(std::move(rows));
        }
        return batch.rows - kept;
    }

    void encode(const Batch& batch) {
        const unsigned threads = context_.threads > 1 ? context_.threads - 1 : 1;
        parallel_parts(encoders_.size(),
                       encoders_.size(),
                       threads,
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                           for (std::size_t j = begin; j < end; ++j) {
                               encode_column(batch, j);
                           }
                       });
    }

    void encode_column(const Batch& batch, std::size_t j) {
        try {
            std::uint64_t first_row = batch.first_row;
            for (std::size_t c = 0; c < batch.chunks.size(); ++c) {
                encoders_[j].append(batch.chunks[c].column(j), batch.kept_rows[c], first_row);
                first_row += batch.chunks[c].size();
            }
        } catch (const io::NulByte& fault) {
            refuse_nul_byte(fault, encoders_[j].name());
        }
    }

    [[noreturn]] void refuse_nul_byte(const io::NulByte& fault, const std::string& name) const {
        const bool has_lines = source_.format == Format::csv || source_.format == Format::tsv;
        if (has_lines && source_.compression != Compression::zstd) {
            io::refuse_source(source_, layout_, io::DatabaseFault("NUL"), context_);
        }
        throw Error(ErrorCode::bad_input,
                    "row " + std::to_string(fault.row + 1) +
                        " holds a NUL byte, which no text table can hold; take it out",
                    {.file = source_.names[0], .attribute = name});
    }

    ReadTable finish() {
        if (fetched_rows_ == 0) {
            throw Error(ErrorCode::bad_input,
                        "has no rows below the header; a table needs at least one",
                        {.file = source_.names[0]});
        }
        if (result_.dropped_rows == fetched_rows_) {
            throw Error(ErrorCode::bad_input,
                        "every row lacks a value that it must have; drop fewer rows",
                        {.file = source_.names[0]});
        }
        std::vector<std::shared_ptr<const Column>> columns(encoders_.size());
        parallel_parts(encoders_.size(),
                       encoders_.size(),
                       context_.threads,
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                           for (std::size_t j = begin; j < end; ++j) {
                               throw_if_cancelled(context_);
                               columns[j] = finish_column(encoders_[j]);
                           }
                       });
        check_doubtful(columns);
        result_.table = Table(std::move(columns), fetched_rows_ - result_.dropped_rows);
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

    std::shared_ptr<const Column> finish_column(io::ColumnEncoder& encoder) const {
        const auto declared = options_.types.find(encoder.name());
        try {
            return std::make_shared<const Column>(encoder.finish(
                declared == options_.types.end() ? std::nullopt
                                                 : std::optional<ValueType>(declared->second)));
        } catch (const Error& fault) {
            throw Error(fault.code(),
                        fault.what(),
                        {.file = source_.names[0], .attribute = encoder.name()});
        }
    }

    const io::SourceFiles& source_;
    const io::SourceLayout& layout_;
    const ReadOptions& options_;
    const RunContext& context_;
    std::vector<io::ColumnEncoder> encoders_;
    std::vector<std::size_t> must_have_;  ///< encoders whose missing cells drop the row
    std::string select_;
    std::uint64_t fetched_rows_ = 0;
    ReadTable result_;
};

/// Packed files are checked on the side: the fault of a cut one is not DuckDB's last word.
class PackedCheck {
public:
    PackedCheck(const io::SourceFiles& source, const RunContext& context) {
        if (source.compression != Compression::none) {
            checks_ = std::async(std::launch::async, [&source, &context] {
                for (std::size_t index = 0; index < source.paths.size(); ++index) {
                    io::check_packed_file(
                        source.paths[index], source.names[index], source.compression, context);
                }
            });
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
    const io::SourceFiles source = io::find_source_files(path, options.format, context);
    PackedCheck packed(source, context);
    io::SourceLayout layout;
    try {
        // One thread is left to the encoding, which runs beside.
        io::Database database(context.threads - 1, context);
        layout = io::find_layout(database, source, options);
        ReadTable result = TableReading(source, layout, options, context).run(database);
        packed.wait();
        return result;
    } catch (const io::DatabaseFault& fault) {
        packed.wait();
        io::refuse_source(source, layout, fault, context);
    } catch (const Error& fault) {
        if (fault.code() != ErrorCode::cancelled) {
            packed.wait();
        }
        throw;
    }
}

std::vector<std::string> column_names(const std::string& path, const ReadOptions& options) {
    const RunContext context;
    const io::SourceFiles source = io::find_source_files(path, options.format, context);
    io::Database database(1, context);
    return io::find_layout(database, source, options).names;
}

}  // namespace kanon
