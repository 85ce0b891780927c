// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/table_writer.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/io/files/temporary_file.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/text/text_encoding.hpp"
#include "kanon/io/writing/csv_text.hpp"
#include "kanon/io/writing/row_batches.hpp"
#include "kanon/io/writing/typed_columns.hpp"
#include "kanon/io/writing/workbook_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace kanon::io {
namespace {

constexpr std::size_t kReportRows = std::size_t{1} << 17U;
constexpr std::size_t kTextRows = std::size_t{1} << 12U;  ///< of CSV that are made at once

void report_rows(const Table& table,
                 std::size_t before,
                 std::size_t now,
                 const RunContext& context) {
    if (before / kReportRows != now / kReportRows) {
        context.report({"write", static_cast<double>(now), static_cast<double>(table.row_count())});
    }
}

/// CSV text that stands ready but for its packing: the names, then some lines at once.
class TextFeed {
public:
    TextFeed(const Table& table, const CsvText& text, const RunContext& context)
        : table_(table), text_(text), context_(context) {}

    /// Fill the chunk with the next lines as one cell; none at the end.
    void fill(duckdb_data_chunk chunk) {
        throw_if_cancelled(context_);
        const std::size_t end = std::min(next_ + kTextRows, table_.row_count());
        if (head_is_due_ || next_ < end) {
            const std::string lines = head_is_due_ ? text_.head() : text_.rows(next_, end);
            // DuckDB ends the last line itself.
            duckdb_vector_assign_string_element_len(
                duckdb_data_chunk_get_vector(chunk, 0), 0, lines.data(), lines.size() - 1);
        }
        duckdb_data_chunk_set_size(chunk, head_is_due_ || next_ < end ? 1 : 0);
        if (!head_is_due_) {
            report_rows(table_, next_, end, context_);
            next_ = end;
        }
        head_is_due_ = false;
    }

    std::exception_ptr failure;  ///< what a callback may not throw through DuckDB

private:
    const Table& table_;
    const CsvText& text_;
    const RunContext& context_;
    std::size_t next_ = 0;
    bool head_is_due_ = true;
};

void bind_feed(duckdb_bind_info info) {
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_bind_add_result_column(info, "lines", text);
    duckdb_destroy_logical_type(&text);
}

void init_feed(duckdb_init_info info) {
    duckdb_init_set_max_threads(info, 1);  // rows are handed out in order
}

void run_feed(duckdb_function_info info, duckdb_data_chunk chunk) {
    auto* feed = static_cast<TextFeed*>(duckdb_function_get_extra_info(info));
    try {
        feed->fill(chunk);
    } catch (...) {
        feed->failure = std::current_exception();
        duckdb_function_set_error(info, "stopped");
    }
}

void register_feed(Database& database, TextFeed& feed) {
    duckdb_table_function function = duckdb_create_table_function();
    duckdb_table_function_set_name(function, "kanon_lines");
    duckdb_table_function_set_extra_info(function, &feed, nullptr);
    duckdb_table_function_set_bind(function, bind_feed);
    duckdb_table_function_set_init(function, init_feed);
    duckdb_table_function_set_function(function, run_feed);
    const duckdb_state state = duckdb_register_table_function(database.connection(), function);
    duckdb_destroy_table_function(&function);
    if (state != DuckDBSuccess) {
        throw DatabaseFault("cannot register");
    }
}

std::string packing_option(Compression compression) {
    constexpr std::array<const char*, 3> kPacked{"uncompressed", "gzip", "zstd"};
    return std::string("COMPRESSION ") + kPacked[static_cast<std::size_t>(compression)];
}

/// A file that stands already, to be written over.
class OpenFile {
public:
    explicit OpenFile(const std::string& path)
        : descriptor_(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)) {
        if (descriptor_ < 0) {
            throw std::system_error(errno, std::generic_category());
        }
    }

    ~OpenFile() { ::close(descriptor_); }

    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    void write(std::string_view bytes) const { write_all(descriptor_, bytes.data(), bytes.size()); }

private:
    int descriptor_;
};

/// Let DuckDB write what it selects. `rethrow` throws what ended the rows, if that was our doing.
void copy_rows(Database& database,
               const std::string& selected,
               const std::string& path,
               const std::string& options,
               const std::string& name,
               const std::function<void()>& rethrow) {
    try {
        database.execute("COPY (SELECT " + selected + ") TO " + sql_literal(path) + " (" + options +
                         ", USE_TMP_FILE false)");
    } catch (const DatabaseFault& fault) {
        rethrow();
        throw Error(ErrorCode::bad_output, write_fault(fault.what()), {.file = name});
    }
}

/// What DuckDB may hold of a Parquet file that it has not written yet, in MiB: some row groups for
/// each thread, by the longest texts. Without, threads that run ahead hold the whole table.
std::size_t parquet_memory(const Table& table, std::size_t threads) {
    constexpr std::size_t kLeast = 512;
    constexpr std::size_t kRowGroups = 4;  // less than 2 for each thread were measured to do
    constexpr std::size_t kGroupRows = 122880;
    std::size_t row_bytes = 0;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Dictionary& dictionary = *table.column(j).dictionary;
        std::size_t longest = 0;
        for (Code code = 0; code < dictionary.size(); ++code) {
            longest = std::max(longest, dictionary.text(code).size());
        }
        row_bytes += sizeof(duckdb_string_t) + (longest > kInlinedBytes ? longest : 0);
    }
    return std::max(kLeast, kRowGroups * (threads + 1) * ((kGroupRows * row_bytes) >> 20U));
}

/// Write Parquet, made on all threads, or JSON, made on one: on several it was measured to take
/// half as much work again and a memory that grows with the table.
void write_typed(const Table& table,
                 const FileLayout& layout,
                 const std::string& path,
                 const std::string& name,
                 const RunContext& context) {
    check_column_names(table, name);
    RowBatches rows(table, context);
    const bool is_parquet = layout.format == Format::parquet;
    Database database(is_parquet ? unsigned{context.threads} : 1U, context);
    if (is_parquet) {
        database.execute("SET memory_limit='" +
                         std::to_string(parquet_memory(table, context.threads)) + "MiB'");
    }
    rows.attach(database);
    copy_rows(database,
              select_list(table) + " FROM kanon_rows",
              path,
              is_parquet ? "FORMAT parquet" : "FORMAT json, " + packing_option(layout.compression),
              name,
              [&rows] { rows.rethrow_failure(); });
}

/// Write CSV that is packed. One thread: packing takes the most, and has an order.
void write_packed(const Table& table,
                  const CsvText& text,
                  Compression compression,
                  const std::string& path,
                  const std::string& name,
                  const RunContext& context) {
    TextFeed feed(table, text, context);
    Database database(1, context);
    register_feed(database, feed);
    copy_rows(
        database,
        "lines FROM kanon_lines()",
        path,
        "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', NULLSTR '', " + packing_option(compression),
        name,
        [&feed] {
            if (feed.failure) {
                std::rethrow_exception(feed.failure);
            }
        });
}

/// Write CSV that is not packed, made on all threads.
void write_lines(const Table& table,
                 const CsvText& text,
                 const std::string& path,
                 Encoder& encoder,
                 const RunContext& context) {
    const OpenFile file(path);
    file.write(encoder.start());
    file.write(encoder.encoded(text.head()));
    const std::size_t rows = table.row_count();
    std::size_t written = 0;
    parallel_texts((rows + kTextRows - 1) / kTextRows,
                   context.threads,
                   [&](std::size_t part) {
                       throw_if_cancelled(context);
                       return text.rows(part * kTextRows, std::min((part + 1) * kTextRows, rows));
                   },
                   [&](const std::string& lines) {
                       file.write(encoder.encoded(lines));
                       const std::size_t now = std::min(written + kTextRows, rows);
                       report_rows(table, written, now, context);
                       written = now;
                   });
    throw_if_cancelled(context);
}

}  // namespace

void write_table_file(const Table& table,
                      const FileLayout& layout,
                      const std::string& path,
                      const std::string& name,
                      const RunContext& context) {
    if (layout.format == Format::parquet || layout.format == Format::json) {
        write_typed(table, layout, path, name, context);
        return;
    }
    if (layout.format == Format::xlsx) {
        write_workbook(table, path, name, context);
        return;
    }
    const char delimiter = layout.format == Format::tsv ? '\t' : layout.delimiter;
    const CsvText text(table, delimiter, context.threads);
    if (layout.compression == Compression::none) {
        Encoder encoder(layout.encoding, layout.byte_order_mark, name);
        write_lines(table, text, path, encoder, context);
    } else {
        write_packed(table, text, layout.compression, path, name, context);
    }
}

}  // namespace kanon::io
