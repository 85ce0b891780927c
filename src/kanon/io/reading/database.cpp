// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/database.hpp"

#include "kanon/base/check.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace kanon::io {
namespace {

std::string quoted(std::string_view text, char quote) {
    std::string out(1, quote);
    for (const char c : text) {
        out += c;
        if (c == quote) {
            out += c;
        }
    }
    return out + quote;
}

/// DuckDB reads * ? [ and a backslash in a path as a pattern; brackets make them plain.
std::string plain_path(std::string_view path) {
    std::string out;
    for (const char c : path) {
        if (c == '*' || c == '?' || c == '[') {
            out += '[';
            out += c;
            out += ']';
        } else {
            out += c;
        }
    }
    return sql_literal(out);
}

/// True if DuckDB says that it lacks memory or threads, in words of its own: what is wrong with the
/// input may quote cells of it.
bool lacks_memory(std::string_view message) {
    constexpr std::array<std::string_view, 8> kWords{"Out of Memory",
                                                     "bad_alloc",
                                                     "bad allocation",
                                                     "ailed to allocate",
                                                     "ould not allocate",
                                                     "annot allocate memory",
                                                     "ould not create thread",
                                                     "Resource temporarily unavailable"};
    return !message.starts_with("Invalid Input") && !message.starts_with("Conversion") &&
           std::ranges::any_of(kWords, [message](std::string_view words) {
               return message.find(words) != std::string_view::npos;
           });
}

/// Throw what DuckDB said: a lack of memory as what it is everywhere else.
[[noreturn]] void throw_fault(const std::string& message) {
    if (lacks_memory(message)) {
        throw std::bad_alloc();
    }
    throw DatabaseFault(message);
}

/// Refuse to start where there is no room for it: DuckDB's allocator (jemalloc) does not fail but
/// crash where the address space ends while it sets up its arenas, one for each thread.
void check_room(unsigned threads) {
    constexpr std::size_t kMebibyte = std::size_t{1} << 20U;
    const std::size_t room = (64 + 16 * std::size_t{threads}) * kMebibyte;
    void* const place = mmap(nullptr, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) {
        throw std::bad_alloc();
    }
    munmap(place, room);
}

duckdb_config make_config(unsigned threads) {
    duckdb_config config = nullptr;
    if (duckdb_create_config(&config) != DuckDBSuccess) {
        throw std::bad_alloc();
    }
    const std::string thread_text = std::to_string(std::max(1U, threads));
    const std::array<std::pair<const char*, const char*>, 4> settings{
        {{"threads", thread_text.c_str()},
         {"autoinstall_known_extensions", "false"},
         {"autoload_known_extensions", "false"},
         {"temp_directory", ""}}};
    for (const auto& [name, value] : settings) {
        KANON_CHECK(duckdb_set_config(config, name, value) == DuckDBSuccess);
    }
    return config;
}

}  // namespace

std::string sql_literal(std::string_view text) {
    return quoted(text, '\'');
}

std::string sql_name(std::string_view name) {
    return quoted(name, '"');
}

std::string sql_file_list(std::span<const std::string> paths) {
    std::string out = "[";
    for (const std::string& path : paths) {
        out += (out.size() > 1 ? ", " : "") + plain_path(path);
    }
    return out + "]";
}

Database::Database(unsigned threads, const RunContext& context) : context_(context) {
    check_room(threads);
    duckdb_config config = make_config(threads);
    char* message = nullptr;
    const duckdb_state state = duckdb_open_ext(nullptr, &database_, config, &message);
    duckdb_destroy_config(&config);
    if (state != DuckDBSuccess) {
        const std::string reason = message == nullptr ? "cannot start" : message;
        duckdb_free(message);
        throw_fault(reason);
    }
    try {
        start();
    } catch (...) {
        close();
        throw;
    }
}

Database::~Database() {
    watch_.reset();
    close();
}

void Database::start() {
    if (duckdb_connect(database_, &connection_) != DuckDBSuccess) {
        throw std::bad_alloc();
    }
    if (context_.progress) {
        execute("SET enable_progress_bar_print=false");
        execute("SET progress_bar_time=0");
        execute("SET enable_progress_bar=true");
    }
    watch_.emplace(context_, [this] { duckdb_interrupt(connection_); });
}

void Database::close() {
    duckdb_disconnect(&connection_);
    duckdb_close(&database_);
}

std::optional<double> Database::progress() const {
    const double percent = duckdb_query_progress(connection_).percentage;
    return percent < 0 ? std::nullopt : std::optional(percent / 100);
}

void Database::fail(const char* message) const {
    throw_if_cancelled(context_);
    throw_fault(message == nullptr ? "" : message);
}

void Database::execute(const std::string& sql) {
    duckdb_result result;
    if (duckdb_query(connection_, sql.c_str(), &result) != DuckDBSuccess) {
        const char* given = duckdb_result_error(&result);
        const std::string message = given == nullptr ? "" : given;
        duckdb_destroy_result(&result);
        fail(message.c_str());
    }
    duckdb_destroy_result(&result);
}

std::vector<std::vector<std::string>> Database::rows(const std::string& sql) {
    std::vector<std::vector<std::string>> out;
    Stream stream(*this, "SELECT COLUMNS(*)::VARCHAR FROM (" + sql + ")");
    for (Chunk chunk = stream.next(); chunk; chunk = stream.next()) {
        for (std::size_t row = 0; row < chunk.size(); ++row) {
            out.emplace_back();
            for (std::size_t j = 0; j < chunk.column_count(); ++j) {
                duckdb_vector column = chunk.column(j);
                std::uint64_t* valid = duckdb_vector_get_validity(column);
                auto* cells = static_cast<duckdb_string_t*>(duckdb_vector_get_data(column));
                const bool null = valid != nullptr && !duckdb_validity_row_is_valid(valid, row);
                out.back().emplace_back(null ? std::string_view() : text_of(cells[row]));
            }
        }
    }
    return out;
}

Stream::Stream(Database& database, const std::string& sql) : database_(database) {
    if (duckdb_prepare(database.connection(), sql.c_str(), &statement_) != DuckDBSuccess) {
        const char* given = duckdb_prepare_error(statement_);
        const std::string message = given == nullptr ? "" : given;
        duckdb_destroy_prepare(&statement_);
        database_.fail(message.c_str());
    }
    if (duckdb_execute_prepared_streaming(statement_, &result_) != DuckDBSuccess) {
        const char* given = duckdb_result_error(&result_);
        const std::string message = given == nullptr ? "" : given;
        duckdb_destroy_result(&result_);
        duckdb_destroy_prepare(&statement_);
        database_.fail(message.c_str());
    }
}

Stream::~Stream() {
    duckdb_destroy_result(&result_);
    duckdb_destroy_prepare(&statement_);
}

Chunk Stream::next() {
    Chunk chunk(duckdb_fetch_chunk(result_));
    if (!chunk) {
        const char* message = duckdb_result_error(&result_);
        if (message != nullptr && *message != '\0') {
            database_.fail(message);
        }
    }
    return chunk;
}

}  // namespace kanon::io
