// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/engine/connection/session_control.hpp"
#include "kanon/engine/connection/stage.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace kanon::engine {

/// Tell that a statement waits for a lock; `holder`: who has it, or "".
void tell_wait(const RunContext& context, const std::string& holder, const std::string& place);

/// While it lives, the statement that runs is looked after: where the run is cancelled, it is
/// ended, by the driver and by a second session; where it waits for a lock for a second, that is
/// told to the context as a stage that begins with `waiting for`. A thread of its own does so;
/// without a cancel flag and somebody who takes progress there is none.
class StatementWatch {
public:
    /// \param interrupt asks the driver; must not throw
    /// \param control null: there is no second session
    /// \param stage is told once more every now and then; null: none
    /// \param place what the session is with, as messages call it
    /// All must outlive this. \throws std::bad_alloc if there is no thread left
    StatementWatch(const RunContext& context,
                   std::function<void()> interrupt,
                   SessionControl* control,
                   const Stage* stage,
                   const std::string& place);
    ~StatementWatch();
    StatementWatch(const StatementWatch&) = delete;
    StatementWatch& operator=(const StatementWatch&) = delete;

private:
    void watch();
    void end_statement(bool asks_session);
    void tell(int ticks);

    const RunContext& context_;
    std::function<void()> interrupt_;
    SessionControl* control_;
    const Stage* stage_;
    const std::string& place_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool ending_ = false;
    std::thread watcher_;
};

}  // namespace kanon::engine
