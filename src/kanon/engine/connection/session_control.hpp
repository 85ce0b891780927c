// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kanon::engine {

/// How an engine lets one session of a user look at another one, and end what it does. In the
/// statements `{id}` is what the session is known by.
struct ControlOfDialect {
    std::string_view dialect;
    /// Run at the beginning of a transaction: what makes the session known by an id that was drawn.
    /// It is gone with the transaction, as pools of connections need it.
    std::string_view mark;
    std::string_view own_id;  ///< a query for the id that the engine gives; "": it is drawn
    /// A query that has a row while the session waits for a lock: who has it, or NULL.
    std::string_view waits;
    std::string_view cancel;  ///< ends the statement of the session; "": there is no second session
    std::string_view end;     ///< ends the session; "": the engine ends it with its connection
    /// Run in a session that cleans up after another: it does not wait for ever.
    std::string_view patience;
    /// Run at the beginning of a transaction, where the engine can: its statements end soon after
    /// the program has.
    std::string_view watch_client;
    /// Where a session waits for a lock within the driver, which nobody can end: run at its
    /// beginning, so that a statement gives up after a second, and is tried again.
    std::string_view waits_shortly;
    std::string_view waits_long;  ///< run before a commit, which is not tried again
};

/// Null where there is none: the driver alone is asked to cancel.
[[nodiscard]] const ControlOfDialect* control_of(const Dialect& dialect);

/// A text of the row with `{id}` filled in.
[[nodiscard]] std::string control_statement(std::string_view text, std::string_view id);

/// A second session of the same user, by which the statement of a first one is looked at and ended.
/// It is connected when it is first needed. All calls return at once: what the engine takes is
/// taken by a thread of its own, which a pool without room for a second session may keep waiting.
class SessionControl {
public:
    SessionControl(SourceAddress address, const ControlOfDialect& row, std::string id);
    ~SessionControl();
    SessionControl(const SessionControl&) = delete;
    SessionControl& operator=(const SessionControl&) = delete;

    /// Have the statement ended.
    void cancel();

    /// Have it found out whether the statement waits for a lock.
    void look();

    /// Wait, not for long, until what was asked is done: no later statement is to be ended by it.
    void settle() const;

    /// Forget what was found of the statement before.
    void forget();

    /// What was found last; none: it does not wait. Else who has the lock, or "".
    [[nodiscard]] std::optional<std::string> waits_for() const;

private:
    struct State;

    std::shared_ptr<State> state_;
};

}  // namespace kanon::engine
