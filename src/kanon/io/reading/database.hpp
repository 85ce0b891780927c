// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/cancel_watch.hpp"
#include "kanon/base/run_context.hpp"

#include <duckdb.h>

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::io {

/// What DuckDB said. It may quote cells of the table: to be translated, never to be shown. What it
/// says of too little memory is std::bad_alloc.
class DatabaseFault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A text as an SQL literal, and a name as an SQL identifier.
[[nodiscard]] std::string sql_literal(std::string_view text);
[[nodiscard]] std::string sql_name(std::string_view name);

/// The paths of files as an SQL list, none of them a pattern to DuckDB.
[[nodiscard]] std::string sql_file_list(std::span<const std::string> paths);

/// A database in memory of its own, that reaches no network and writes no file unasked. While it
/// lives, a cancelled context interrupts the statement that runs.
class Database {
public:
    /// \throws std::bad_alloc if there is not enough memory, or no thread left.
    Database(unsigned threads, const RunContext& context);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] duckdb_connection connection() const { return connection_; }

    [[nodiscard]] const RunContext& context() const { return context_; }

    /// Run a statement for its effect. \throws DatabaseFault, Error{cancelled}.
    void execute(const std::string& sql);

    /// Run a query with a small result; NULL is "". \throws DatabaseFault, Error{cancelled}.
    [[nodiscard]] std::vector<std::vector<std::string>> rows(const std::string& sql);

    /// How far the statement that runs has come, from 0 to 1, by the bytes it has read; none if
    /// that is not known, or the context takes no progress.
    [[nodiscard]] std::optional<double> progress() const;

    /// \throws Error{cancelled} if that is why it failed, std::bad_alloc if it is for memory, else
    /// DatabaseFault.
    [[noreturn]] void fail(const char* message) const;

private:
    void start();
    void close();

    const RunContext& context_;
    duckdb_database database_ = nullptr;
    duckdb_connection connection_ = nullptr;
    std::optional<CancelWatch> watch_;
};

/// Texts of at most so many bytes stand in a DuckDB string itself.
inline constexpr std::uint32_t kInlinedBytes = 12;

/// The characters of a DuckDB string; valid as long as the cell is.
[[nodiscard]] inline std::string_view text_of(const duckdb_string_t& cell) {
    const std::uint32_t length = cell.value.inlined.length;
    return {length <= kInlinedBytes ? cell.value.inlined.inlined : cell.value.pointer.ptr, length};
}

/// A block of at most duckdb_vector_size() rows.
class Chunk {
public:
    Chunk() = default;

    explicit Chunk(duckdb_data_chunk chunk) : chunk_(chunk) {}

    Chunk(Chunk&& other) noexcept : chunk_(other.chunk_) { other.chunk_ = nullptr; }

    Chunk& operator=(Chunk&& other) noexcept {
        std::swap(chunk_, other.chunk_);
        return *this;
    }

    ~Chunk() { duckdb_destroy_data_chunk(&chunk_); }

    Chunk(const Chunk&) = delete;
    Chunk& operator=(const Chunk&) = delete;

    [[nodiscard]] explicit operator bool() const { return chunk_ != nullptr; }

    [[nodiscard]] std::size_t size() const { return duckdb_data_chunk_get_size(chunk_); }

    [[nodiscard]] std::size_t column_count() const {
        return duckdb_data_chunk_get_column_count(chunk_);
    }

    [[nodiscard]] duckdb_vector column(std::size_t index) const {
        return duckdb_data_chunk_get_vector(chunk_, index);
    }

private:
    duckdb_data_chunk chunk_ = nullptr;
};

/// The result of a query, fetched piece by piece in the order of the query, in bounded memory.
class Stream {
public:
    /// \throws DatabaseFault, Error{cancelled}.
    Stream(Database& database, const std::string& sql);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    /// The next chunk, empty at the end. \throws DatabaseFault, Error{cancelled}.
    [[nodiscard]] Chunk next();

private:
    Database& database_;
    duckdb_prepared_statement statement_ = nullptr;
    duckdb_result result_{};
};

}  // namespace kanon::io
