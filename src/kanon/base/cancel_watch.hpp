// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace kanon {

/// While it lives, a cancelled context is told to something that waits in foreign code: a thread of
/// its own looks every 20 ms, and calls `interrupt` as often as it finds the context cancelled.
/// Without a cancel flag there is no thread. `interrupt` must not throw.
class CancelWatch {
public:
    /// \throws std::bad_alloc if there is no thread left. The context must outlive it.
    CancelWatch(const RunContext& context, std::function<void()> interrupt);
    ~CancelWatch();
    CancelWatch(const CancelWatch&) = delete;
    CancelWatch& operator=(const CancelWatch&) = delete;

private:
    void watch();

    const RunContext& context_;
    std::function<void()> interrupt_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool ending_ = false;
    std::thread watcher_;
};

}  // namespace kanon
