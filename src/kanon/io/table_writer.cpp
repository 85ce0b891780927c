// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/table_writer.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/database.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

constexpr std::size_t kMostPrepared = std::size_t{1} << 16U;
constexpr std::size_t kReportRows = std::size_t{1} << 17U;

/// A DuckDB string that borrows the characters.
duckdb_string_t borrowed(std::string_view text) {
    constexpr std::size_t kInlined = 12;
    constexpr std::size_t kPrefix = 4;
    duckdb_string_t cell{};
    cell.value.inlined.length = static_cast<std::uint32_t>(text.size());
    if (text.size() <= kInlined) {
        std::memcpy(cell.value.inlined.inlined, text.data(), text.size());
        return cell;
    }
    std::memcpy(cell.value.pointer.prefix, text.data(), kPrefix);
    // The interface knows no read-only strings; nothing writes through this pointer.
    cell.value.pointer.ptr = const_cast<char*>(text.data());
    return cell;
}

/// Hands the rows of a table to DuckDB, a vector's length at a time. The strings point into the
/// dictionaries; those of small dictionaries are made once.
class TableFeed {
public:
    /// With `names_first` the names of the columns are the first row: DuckDB's own header renames
    /// columns that differ only in case.
    TableFeed(const Table& table, bool names_first, const RunContext& context)
        : table_(table), context_(context), names_are_due_(names_first) {
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            const Dictionary& dictionary = *table.column(j).dictionary;
            prepared_.emplace_back();
            if (dictionary.size() <= kMostPrepared) {
                for (Code code = 0; code < dictionary.size(); ++code) {
                    prepared_[j].push_back(borrowed(dictionary.text(code)));
                }
            }
        }
    }

    [[nodiscard]] const Table& table() const { return table_; }

    /// Fill the chunk with the next rows; none at the end.
    void fill(duckdb_data_chunk chunk) {
        throw_if_cancelled(context_);
        if (names_are_due_) {
            names_are_due_ = false;
            fill_names(chunk);
            return;
        }
        const std::size_t count =
            std::min<std::size_t>(duckdb_vector_size(), table_.row_count() - next_);
        for (std::size_t j = 0; j < table_.column_count(); ++j) {
            fill_column(duckdb_data_chunk_get_vector(chunk, j), j, count);
        }
        duckdb_data_chunk_set_size(chunk, count);
        if (next_ / kReportRows != (next_ + count) / kReportRows) {
            context_.report({"write",
                             static_cast<double>(next_ + count),
                             static_cast<double>(table_.row_count())});
        }
        next_ += count;
    }

    std::exception_ptr failure;  ///< what a callback may not throw through DuckDB

private:
    void fill_names(duckdb_data_chunk chunk) {
        for (std::size_t j = 0; j < table_.column_count(); ++j) {
            duckdb_vector out = duckdb_data_chunk_get_vector(chunk, j);
            *static_cast<duckdb_string_t*>(duckdb_vector_get_data(out)) =
                borrowed(table_.column(j).name);
        }
        duckdb_data_chunk_set_size(chunk, 1);
    }

    void fill_column(duckdb_vector out, std::size_t j, std::size_t count) {
        const Dictionary& dictionary = *table_.column(j).dictionary;
        auto* cells = static_cast<duckdb_string_t*>(duckdb_vector_get_data(out));
        const std::vector<duckdb_string_t>& prepared = prepared_[j];
        table_.column(j).codes.visit([&](const auto codes) {
            const auto part = codes.subspan(next_, count);
            if (!prepared.empty()) {
                std::ranges::transform(part, cells, [&](auto code) { return prepared[code]; });
            } else {
                std::ranges::transform(
                    part, cells, [&](auto code) { return borrowed(dictionary.text(code)); });
            }
            if (dictionary.missing()) {
                mark_missing(out, part, *dictionary.missing());
            }
        });
    }

    template <class Codes>
    static void mark_missing(duckdb_vector out, const Codes& part, Code missing) {
        duckdb_vector_ensure_validity_writable(out);
        std::uint64_t* valid = duckdb_vector_get_validity(out);
        for (std::size_t row = 0; row < part.size(); ++row) {
            duckdb_validity_set_row_validity(valid, row, part[row] != missing);
        }
    }

    const Table& table_;
    const RunContext& context_;
    std::vector<std::vector<duckdb_string_t>> prepared_;
    std::size_t next_ = 0;
    bool names_are_due_;
};

void bind_feed(duckdb_bind_info info) {
    const auto* feed = static_cast<const TableFeed*>(duckdb_bind_get_extra_info(info));
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    for (std::size_t j = 0; j < feed->table().column_count(); ++j) {
        duckdb_bind_add_result_column(info, ("c" + std::to_string(j)).c_str(), text);
    }
    duckdb_destroy_logical_type(&text);
    duckdb_bind_set_cardinality(info, feed->table().row_count(), true);
}

void init_feed(duckdb_init_info info) {
    duckdb_init_set_max_threads(info, 1);  // rows are handed out in order
}

void run_feed(duckdb_function_info info, duckdb_data_chunk chunk) {
    auto* feed = static_cast<TableFeed*>(duckdb_function_get_extra_info(info));
    try {
        feed->fill(chunk);
    } catch (...) {
        feed->failure = std::current_exception();
        duckdb_function_set_error(info, "stopped");
    }
}

void register_feed(Database& database, TableFeed& feed) {
    duckdb_table_function function = duckdb_create_table_function();
    duckdb_table_function_set_name(function, "kanon_table");
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

/// True for SQL types that a text is cast back to; others are written as text.
bool is_typed(std::string_view type) {
    constexpr std::array<std::string_view, 21> kTyped{
        "BOOLEAN",   "TINYINT",     "SMALLINT",     "INTEGER",      "BIGINT",
        "HUGEINT",   "UTINYINT",    "USMALLINT",    "UINTEGER",     "UBIGINT",
        "UHUGEINT",  "FLOAT",       "DOUBLE",       "DATE",         "TIME",
        "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE",
        "UUID"};
    const bool is_decimal = type.starts_with("DECIMAL(") && type.ends_with(")") &&
                            type.find_first_not_of("0123456789,", 8) == type.size() - 1;
    return is_decimal || std::ranges::find(kTyped, type) != kTyped.end();
}

std::string select_list(const Table& table, bool typed) {
    std::string out;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Column& column = table.column(j);
        const std::string name = "c" + std::to_string(j);
        const bool cast = typed && is_typed(column.storage_type);
        out += (j > 0 ? ", " : "") +
               (cast ? "TRY_CAST(" + name + " AS " + column.storage_type + ")" : name) + " AS " +
               sql_name(column.name);
    }
    return out;
}

std::string copy_options(const FileLayout& layout) {
    constexpr std::array<const char*, 3> kPacked{"uncompressed", "gzip", "zstd"};
    const std::string packed =
        std::string(", COMPRESSION ") + kPacked[static_cast<std::size_t>(layout.compression)];
    switch (layout.format) {
        case Format::parquet:
            return "FORMAT parquet";
        case Format::json:
            return "FORMAT json" + packed;
        case Format::automatic:
        case Format::csv:
        case Format::tsv:
            break;
    }
    const char delimiter = layout.format == Format::tsv ? '\t' : layout.delimiter;
    return "FORMAT csv, HEADER false, QUOTE '\"', ESCAPE '\"', NULLSTR '', DELIMITER " +
           sql_literal(std::string(1, delimiter)) + packed;
}

/// DuckDB takes names that differ only in case for one, and would rename or lose a column.
void check_names(const Table& table, const std::string& file) {
    std::map<std::string, std::string_view> seen;
    for (const std::string_view name : table.names()) {
        std::string lower(name);
        std::ranges::transform(lower, lower.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        const auto [earlier, is_new] = seen.emplace(lower, name);
        if (!is_new) {
            throw Error(ErrorCode::bad_output,
                        "columns '" + std::string(earlier->second) + "' and '" + std::string(name) +
                            "' differ only in case, which this format cannot hold; write CSV",
                        {.file = file});
        }
    }
}

/// DuckDB's words for a failed write name the file and the system's reason, no cells.
std::string write_fault(std::string_view message) {
    if (message.find("No space left") != std::string_view::npos) {
        return "the disk is full; make room or write elsewhere";
    }
    const std::size_t reason = message.rfind(": ");
    const bool is_system = message.starts_with("IO Error") && reason != std::string_view::npos;
    return "cannot be written" +
           (is_system ? ": " + std::string(message.substr(reason + 2)) : std::string()) +
           "; check the disk or write elsewhere";
}

}  // namespace

void write_table_file(const Table& table,
                      const FileLayout& layout,
                      const std::string& path,
                      const std::string& name,
                      const RunContext& context) {
    const bool typed = layout.format == Format::parquet || layout.format == Format::json;
    if (typed) {
        check_names(table, name);
    }
    TableFeed feed(table, !typed, context);
    try {
        // One thread: rows come in order from one place, further threads were measured to wait
        // only.
        Database database(1, context);
        register_feed(database, feed);
        database.execute("COPY (SELECT " + select_list(table, typed) + " FROM kanon_table()) TO " +
                         sql_literal(path) + " (" + copy_options(layout) + ", USE_TMP_FILE false)");
    } catch (const DatabaseFault& fault) {
        if (feed.failure) {
            std::rethrow_exception(feed.failure);
        }
        throw Error(ErrorCode::bad_output, write_fault(fault.what()), {.file = name});
    }
}

}  // namespace kanon::io
