// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/engine/connection/row_appender.hpp"
#include "kanon/engine/connection/stage.hpp"
#include "kanon/engine/dialect/dialect.hpp"
#include "kanon/engine/source_address.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kanon::engine {

/// What an engine said. It may quote cells of the table.
class EngineFault : public std::runtime_error {
public:
    EngineFault(const std::string& message, std::string state, int native = 0)
        : std::runtime_error(message), state_(std::move(state)), native_(native) {}

    /// The class and code of the fault as SQL has them (SQLSTATE, five characters), or "".
    [[nodiscard]] const std::string& state() const { return state_; }

    /// The engine's own number of the fault, or 0.
    [[nodiscard]] int native() const { return native_; }

private:
    std::string state_;
    int native_;
};

/// A cell as text in UTF-8; none: NULL.
using Cell = std::optional<std::string_view>;

/// Takes the rows of a query one by one; the cells are valid during the call. Made of what takes a
/// row and says whether more are wanted, or says nothing and gets them all.
class RowTaker {
public:
    template <std::invocable<std::span<const Cell>> Take>
        requires(!std::same_as<Take, RowTaker>)

    RowTaker(Take take)  // NOLINT(google-explicit-constructor): a lambda is a taker
        : take_([take = std::move(take)](std::span<const Cell> cells) mutable {
              if constexpr (std::is_void_v<std::invoke_result_t<Take&, std::span<const Cell>>>) {
                  take(cells);
                  return true;
              } else {
                  return take(cells);
              }
          }) {}

    /// False: no more rows are wanted.
    bool operator()(std::span<const Cell> cells) const { return take_(cells); }

private:
    std::function<bool(std::span<const Cell>)> take_;
};

/// A session with an engine: one statement at a time. While one runs, a cancelled context
/// interrupts it. Not safe to share between threads.
class Connection {
public:
    Connection() = default;
    virtual ~Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] virtual const Dialect& dialect() const = 0;

    /// How the run is carried out that it belongs to.
    [[nodiscard]] virtual const RunContext& context() const = 0;

    /// What the statements from here on are part of, whose progress is told; null: of nothing. To
    /// be said between statements; the stage must outlive them.
    void work_on(Stage* stage) { stage_ = stage; }

    [[nodiscard]] Stage* stage() const { return stage_; }

    /// The names of the columns of a query, which is prepared and not run, so no row is looked at.
    /// \throws EngineFault, Error{cancelled}
    [[nodiscard]] virtual std::vector<std::string> columns(const std::string& sql) = 0;

    /// The types of those columns, as the driver calls them: where neither an expression of the
    /// dialect nor each cell tells its own. \throws EngineFault, Error{cancelled}
    [[nodiscard]] virtual std::vector<std::string> types(const std::string& /*sql*/) { return {}; }

    /// Run a statement for its effect. \throws EngineFault, Error{cancelled}
    virtual void execute(const std::string& sql) = 0;

    /// Run a query, whose rows are taken in its order, in bounded memory as far as the driver lets,
    /// until it ends or no more are wanted.
    /// \throws EngineFault, Error{cancelled}, and what `take` throws
    virtual void query(const std::string& sql, const RowTaker& take) = 0;

    /// A fast way into the table of that name, quoted as in SQL; null: the engine has none. It is
    /// done with before the next statement. \throws EngineFault
    [[nodiscard]] virtual std::unique_ptr<RowAppender> append_to(const std::string& /*table*/) {
        return nullptr;
    }

    /// Several statements as one, which all see the same rows, where the dialect rolls back
    /// (Dialect::ddl_rolls_back); between transactions each statement is one by itself. Without a
    /// commit() before the connection ends, nothing of it is kept. \throws EngineFault
    virtual void begin() = 0;
    virtual void commit() = 0;
    virtual void roll_back() = 0;

    /// Run a statement that undoes what was done, even if the context is cancelled. False if that
    /// could not be done.
    virtual bool clean_up(const std::string& sql) noexcept = 0;

    /// A session in place of this one, which was lost, and which is ended there first; it cannot be
    /// cancelled, and does not wait for locks for long. Null: the engine undoes by itself what a
    /// lost session did. \throws EngineFault
    [[nodiscard]] virtual std::unique_ptr<Connection> in_place_of_this() { return nullptr; }

private:
    Stage* stage_ = nullptr;
};

/// Who is told of a stage of a session: nobody where the session is at work on one already.
[[nodiscard]] inline const RunContext* teller_of(const Connection& connection) {
    return connection.stage() == nullptr ? &connection.context() : nullptr;
}

/// While it lives, what a session does is part of a stage, or of the one that it was part of
/// before.
class WorkOn {
public:
    WorkOn(Connection& connection, Stage& stage)
        : connection_(connection), before_(connection.stage()) {
        connection_.work_on(before_ == nullptr ? &stage : before_);
    }

    ~WorkOn() { connection_.work_on(before_); }

    WorkOn(const WorkOn&) = delete;
    WorkOn& operator=(const WorkOn&) = delete;

private:
    Connection& connection_;
    Stage* before_;
};

/// What a session does to the tables that it sees.
enum class Access : std::uint8_t {
    read,  ///< a file of DuckDB is not locked against other readers
    write
};

/// Connect to the engine of an address. An `odbc:` address is a DSN; a `postgresql:` address goes
/// through the server's ODBC driver; a file of DuckDB, which must be there, is opened natively, and
/// by no other program that writes meanwhile, nor any where the session does. Passwords come from
/// the DSN, PGPASSWORD or ~/.pgpass. The context must outlive the connection. \throws EngineFault,
/// in the words of driver and server; Error{bad_input} for a file that is not there, an engine
/// whose dialect is not known, or a part of the address that no connection string can hold;
/// Error{usage} as check_writes(), before any statement.
[[nodiscard]] std::unique_ptr<Connection> connect(const SourceAddress& address,
                                                  const RunContext& context,
                                                  Access access = Access::write);

}  // namespace kanon::engine
