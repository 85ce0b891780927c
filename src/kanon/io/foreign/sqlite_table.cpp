// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/sqlite_table.hpp"

#include "kanon/base/cancel_watch.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/files/unpack_budget.hpp"
#include "kanon/io/foreign/sqlite_patterns.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace kanon::io {
namespace {

struct CloseConnection {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
};

struct FinishStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

using Connection = std::unique_ptr<sqlite3, CloseConnection>;
using Statement = std::unique_ptr<sqlite3_stmt, FinishStatement>;

/// Steps of SQLite's machine between looks: few, for one step may take a tenth of a second.
constexpr int kStepsToLook = 1000;
/// What may be taken to read a file, in all: a row of a table takes some steps for each value, so
/// that only views and what is made to last come near. The clock is for steps that last, and is the
/// thread's own, which stands still while the program does.
constexpr std::uint64_t kLeastSteps = 200'000'000;
constexpr std::uint64_t kStepsPerByte = 500;
constexpr double kLeastSeconds = 60;
constexpr double kBytesPerSecond = 1e6;
/// Questions that a statement may ask while it is made: views on views can be more than would ever
/// be ready.
constexpr std::uint64_t kMostQuestions = 100'000;
/// What a cell counts for, beside its text.
constexpr std::size_t kBytesOfCell = 8;

/// Seconds for which this thread has worked.
double seconds_of_thread() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// How much more work a database may take. One for each file, whatever is asked of it.
class WorkBudget {
public:
    explicit WorkBudget(std::uint64_t bytes)
        : looks_left_((kLeastSteps + kStepsPerByte * std::min(bytes, kMostBytes)) / kStepsToLook),
          seconds_left_(kLeastSeconds + static_cast<double>(bytes) / kBytesPerSecond),
          checked_(std::chrono::steady_clock::now()) {}

    /// A statement is made: some thread begins with it.
    void begin_statement() {
        questions_left_ = kMostQuestions;
        thread_seconds_ = seconds_of_thread();
    }

    /// False: what is being made is too much.
    [[nodiscard]] bool take_question() {
        if (questions_left_ == 0) {
            return false;
        }
        --questions_left_;
        return true;
    }

    /// False: so many steps were too many, or lasted too long.
    [[nodiscard]] bool take_steps() {
        if (looks_left_ == 0) {
            return false;
        }
        --looks_left_;
        const auto now = std::chrono::steady_clock::now();
        if (now - checked_ < std::chrono::seconds(1)) {
            return true;
        }
        checked_ = now;
        const double before = std::exchange(thread_seconds_, seconds_of_thread());
        seconds_left_ -= std::max(0.0, thread_seconds_ - before);
        return seconds_left_ > 0;
    }

private:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 50U;

    std::uint64_t looks_left_;
    double seconds_left_;
    std::uint64_t questions_left_ = kMostQuestions;
    std::chrono::steady_clock::time_point checked_;
    double thread_seconds_ = 0;
};

/// A path as a URI: SQLite takes a file as it stands only so.
std::string immutable_uri(const std::string& path) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-";
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out = path.starts_with('/') ? "file://" : "file:";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (kPlain.find(c) != std::string_view::npos) {
            out += c;
        } else {
            out += '%';
            out += kHex[byte >> 4U];
            out += kHex[byte & 15U];
        }
    }
    return out + "?mode=ro&immutable=1";
}

std::string quoted_name(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) {
        out.append(c == '"' ? 2 : 1, c);
    }
    return out + "\"";
}

/// A database, and what keeps its queries within bounds.
class SqliteFile {
public:
    explicit SqliteFile(const ForeignFile& file) : file_(file), budget_(file.packed_bytes) {
        refuse_journals();
        sqlite3* opened = nullptr;
        const int state =
            sqlite3_open_v2(immutable_uri(file.path).c_str(),
                            &opened,
                            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                            nullptr);
        connection_.reset(opened);
        check(state);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_limit(opened, SQLITE_LIMIT_ATTACHED, 0);
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, kLongestValue);
        sqlite3_progress_handler(opened, kStepsToLook, look, this);
        use_bounded_patterns(opened, should_stop_);
        sqlite3_set_authorizer(opened, allow, this);
        watch_.emplace(file.context, [opened] { sqlite3_interrupt(opened); });
    }

    ~SqliteFile() = default;
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    Statement prepare(const std::string& sql) {
        budget_.begin_statement();
        sqlite3_stmt* made = nullptr;
        const int state = sqlite3_prepare_v2(connection_.get(), sql.c_str(), -1, &made, nullptr);
        Statement statement(made);
        check(state);
        return statement;
    }

    /// False at the end of the rows.
    bool step(const Statement& statement) {
        const int state = sqlite3_step(statement.get());
        if (state != SQLITE_ROW && state != SQLITE_DONE) {
            check(state);
        }
        return state == SQLITE_ROW;
    }

private:
    static constexpr int kLongestValue = 1 << 28;

    /// Another 1,000 steps. Other than 0: stop.
    static int look(void* self) {
        auto& file = *static_cast<SqliteFile*>(self);
        return file.file_.context.cancelled() || !file.budget_.take_steps() ? 1 : 0;
    }

    /// May the statement that is being made do one more thing?
    static int allow(void* self,
                     int /*action*/,
                     const char* /*one*/,
                     const char* /*two*/,
                     const char* /*schema*/,
                     const char* /*inner*/) {
        auto& file = *static_cast<SqliteFile*>(self);
        const bool stop = file.file_.context.cancelled() || !file.budget_.take_question();
        return stop ? SQLITE_DENY : SQLITE_OK;
    }

    /// Changes that stand beside a database are not seen by who takes it as it stands.
    void refuse_journals() const {
        for (const char* ending : {"-wal", "-journal"}) {
            std::error_code none;
            const auto size = std::filesystem::file_size(file_.name + ending, none);
            if (!none && size > 0) {
                throw Error(ErrorCode::bad_input,
                            "has changes beside it (" + std::string(ending) +
                                ") that are not in it yet; close the program that writes to it",
                            {.file = file_.name});
            }
        }
    }

    void check(int state) const {
        if (state == SQLITE_OK) {
            return;
        }
        throw_if_cancelled(file_.context);
        if (state == SQLITE_NOMEM) {
            throw std::bad_alloc();
        }
        const char* message = "the database is cut short or damaged; fetch it again";
        if (state == SQLITE_INTERRUPT || state == SQLITE_AUTH) {
            message = "takes too many steps to read; save what the view shows as a table";
        } else if (state == SQLITE_NOTADB) {
            message = "is no SQLite database, or a damaged or encrypted one; fetch it again";
        } else if (state == SQLITE_ERROR) {
            message = "the table or view cannot be read by plain SQLite; save it as another table";
        } else if (state == SQLITE_TOOBIG) {
            message = "holds a value of more than 256 MiB; leave its column out of a view";
        }
        throw Error(ErrorCode::bad_input, message, {.file = file_.name});
    }

    ForeignFile file_;
    WorkBudget budget_;
    std::function<bool()> should_stop_ = [this] { return look(this) != 0; };
    Connection connection_;
    std::optional<CancelWatch> watch_;  ///< ends before the connection that it interrupts
};

std::string_view text_at(const Statement& statement, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), column));
    if (text == nullptr) {
        throw std::bad_alloc();
    }
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement.get(), column))};
}

std::vector<std::string> table_names(SqliteFile& database) {
    const Statement names = database.prepare(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE "
        "'sqlite\\_%' ESCAPE '\\' ORDER BY name");
    std::vector<std::string> out;
    while (database.step(names)) {
        out.emplace_back(text_at(names, 0));
    }
    return out;
}

std::string chosen_table(const ForeignFile& file, SqliteFile& database) {
    const std::vector<std::string> names = table_names(database);
    const std::string& wanted = file.options.database_table;
    const auto refuse = [&file](const std::string& message) {
        throw Error(ErrorCode::bad_input, message, {.file = file.name});
    };
    if (names.empty()) {
        refuse("the database has no table; name another file");
    }
    if (wanted.empty() && names.size() > 1) {
        refuse("has several tables; name one by --table: " + names_text(names));
    }
    if (!wanted.empty() && std::ranges::find(names, wanted) == names.end()) {
        const std::vector<std::string_view> known(names.begin(), names.end());
        refuse("has no table '" + wanted + "'" + suggestion(wanted, known));
    }
    return wanted.empty() ? names[0] : wanted;
}

class SqliteTable final : public ForeignTable {
public:
    explicit SqliteTable(const ForeignFile& file)
        : file_(file),
          database_(file),
          query_("SELECT * FROM " + quoted_name(chosen_table(file, database_))) {
        const Statement rows = database_.prepare(query_);
        for (int column = 0; column < sqlite3_column_count(rows.get()); ++column) {
            columns_.push_back({.name = sqlite3_column_name(rows.get(), column)});
        }
    }

    [[nodiscard]] const std::vector<ForeignColumn>& columns() const override { return columns_; }

    void read(RowSink& sink) override {
        const Statement rows = database_.prepare(query_);
        UnpackBudget cells(file_.options.unpack_limit, file_.packed_bytes, file_.name, "shows");
        for (bool more = true; more && database_.step(rows);) {
            for (std::size_t column = 0; column < columns_.size(); ++column) {
                cells.take(kBytesOfCell);
                put_cell(rows, column, sink, cells);
            }
            more = sink.end_row();
        }
    }

private:
    void put_cell(const Statement& rows,
                  std::size_t column,
                  RowSink& sink,
                  UnpackBudget& cells) const {
        const int at = static_cast<int>(column);
        switch (sqlite3_column_type(rows.get(), at)) {
            case SQLITE_INTEGER:
                sink.put_integer(column, sqlite3_column_int64(rows.get(), at));
                break;
            case SQLITE_FLOAT:
                sink.put_number(column, sqlite3_column_double(rows.get(), at));
                break;
            case SQLITE_TEXT: {
                const std::string_view text = text_at(rows, at);
                cells.take(text.size());
                sink.put(column, CellKind::text, text);
                break;
            }
            case SQLITE_BLOB:
                throw Error(ErrorCode::bad_input,
                            "holds bytes (BLOB), which no table of texts and numbers can hold; "
                            "leave the column out of the table, or make a view without it",
                            {.file = file_.name, .attribute = columns_[column].name});
            default:
                break;
        }
    }

    ForeignFile file_;
    SqliteFile database_;
    std::string query_;
    std::vector<ForeignColumn> columns_;
};

}  // namespace

std::vector<std::vector<std::string>> sqlite_foreign_keys(const std::string& path,
                                                          const RunContext& context) {
    const ReadOptions options;
    std::error_code none;
    const std::uint64_t bytes = std::filesystem::file_size(path, none);
    SqliteFile database({.path = path,
                         .name = path,
                         .options = options,
                         .context = context,
                         .packed_bytes = none ? 0 : bytes});
    // Of a key that names no column, the column is that of the other table's primary key.
    const Statement keys = database.prepare(
        "SELECT CAST(k.id AS TEXT), s.name, k.\"from\", k.\"table\", coalesce(k.\"to\", (SELECT "
        "p.name "
        "FROM pragma_table_info(k.\"table\") p WHERE p.pk = k.seq + 1), '') FROM sqlite_schema s, "
        "pragma_foreign_key_list(s.name) k WHERE s.type = 'table' ORDER BY s.name, k.id, k.seq");
    std::vector<std::vector<std::string>> out;
    while (database.step(keys)) {
        std::vector<std::string>& row = out.emplace_back();
        for (int column = 0; column < sqlite3_column_count(keys.get()); ++column) {
            row.emplace_back(text_at(keys, column));
        }
    }
    return out;
}

std::unique_ptr<ForeignTable> open_sqlite(const ForeignFile& file) {
    return std::make_unique<SqliteTable>(file);
}

}  // namespace kanon::io
