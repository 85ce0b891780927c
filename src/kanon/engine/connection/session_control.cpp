// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/session_control.hpp"

#include "kanon/engine/connection/connections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace kanon::engine {
namespace {

constexpr std::chrono::seconds kPatience{2};  ///< at the end, for what the engine is asked

// MariaDB's KILL QUERY ends a statement, KILL the session; both find nothing to be no fault here.
constexpr std::array kControls{
    ControlOfDialect{
        .dialect = "postgresql",
        .mark = "SET LOCAL application_name = '{id}'",
        .waits = "SELECT (SELECT string_agg(CAST(b AS text), ', ') FROM "
                 "unnest(pg_blocking_pids(a.pid)) b) FROM pg_stat_activity a WHERE "
                 "a.application_name = '{id}' AND a.wait_event_type = 'Lock'",
        .cancel =
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = '{id}'",
        .watch_client = "SET LOCAL client_connection_check_interval = '1s'"},
    ControlOfDialect{
        .dialect = "mariadb",
        .own_id = "SELECT CONVERT(CONNECTION_ID() USING utf8mb4)",
        .waits = "SELECT NULL FROM information_schema.processlist WHERE id = {id} AND state LIKE "
                 "'Waiting for %lock%'",
        .cancel = "KILL QUERY {id}",
        .end = "KILL {id}",
        .patience = "SET lock_wait_timeout = 20"},
    ControlOfDialect{.dialect = "sqlite",
                     .waits_shortly = "PRAGMA busy_timeout = 1000",
                     .waits_long = "PRAGMA busy_timeout = 100000"},
};

}  // namespace

const ControlOfDialect* control_of(const Dialect& dialect) {
    const auto* const found =
        std::ranges::find(kControls, dialect.name, &ControlOfDialect::dialect);
    return found == kControls.end() ? nullptr : found;
}

std::string control_statement(std::string_view text, std::string_view id) {
    return fmt::format(fmt::runtime(text), fmt::arg("id", id));
}

/// What the threads share; it lives as long as one of them does.
struct SessionControl::State {
    State(SourceAddress of, const ControlOfDialect& in, std::string known_by)
        : address(std::move(of)), row(in), id(std::move(known_by)) {}

    /// Ask the engine in a thread of its own, unless one is at work, or there is no session to be
    /// had.
    static void ask(const std::shared_ptr<State>& state,
                    const std::function<void(State& of, Connection& session)>& what) {
        const std::scoped_lock lock(state->mutex);
        if (state->is_busy || state->is_refused) {
            return;
        }
        try {
            std::thread([state, what] { state->run(what); }).detach();
            state->is_busy = true;
        } catch (const std::system_error&) {
            state->is_refused = true;
        }
    }

    void run(const std::function<void(State& of, Connection& session)>& what) {
        bool refused = false;
        try {
            if (!session) {
                session = connect_odbc(address, context);
            }
            what(*this, *session);
        } catch (...) {  // the driver is asked to cancel as well
            session.reset();
            refused = true;
        }
        const std::scoped_lock lock(mutex);
        is_refused = refused;
        is_busy = false;
        idle.notify_all();
    }

    const SourceAddress address;
    const ControlOfDialect& row;
    const std::string id;
    const RunContext context{};           ///< nobody cancels it
    std::unique_ptr<Connection> session;  ///< of the thread that is at work

    mutable std::mutex mutex;
    std::condition_variable idle;
    std::optional<std::string> found;
    bool is_busy = false;
    bool is_refused = false;
};

SessionControl::SessionControl(SourceAddress address, const ControlOfDialect& row, std::string id)
    : state_(std::make_shared<State>(std::move(address), row, std::move(id))) {}

SessionControl::~SessionControl() {
    settle();
}

void SessionControl::settle() const {
    std::unique_lock lock(state_->mutex);
    state_->idle.wait_for(lock, kPatience, [&] { return !state_->is_busy; });
}

void SessionControl::cancel() {
    State::ask(state_, [](State& of, Connection& session) {
        session.execute(control_statement(of.row.cancel, of.id));
    });
}

void SessionControl::look() {
    State::ask(state_, [](State& of, Connection& session) {
        std::optional<std::string> found;
        session.query(control_statement(of.row.waits, of.id), [&](std::span<const Cell> cells) {
            found = std::string(cells.front().value_or(""));
        });
        const std::scoped_lock lock(of.mutex);
        of.found = std::move(found);
    });
}

void SessionControl::forget() {
    const std::scoped_lock lock(state_->mutex);
    state_->found.reset();
}

std::optional<std::string> SessionControl::waits_for() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->found;
}

}  // namespace kanon::engine
