// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace kanon {

/// How far threads have come that work at one stage together: each counts the steps it has done,
/// and one of them at a time reports all. Borrows context and stage.
class SharedProgress {
public:
    /// `total`: steps of the stage; 0: unknown, and then so is the share done.
    SharedProgress(const RunContext& context, std::string_view stage, std::uint64_t total = 0)
        : context_(context), stage_(stage), total_(total) {}

    /// A step is done. Waits for nobody: where another thread reports, this one goes on.
    void step() {
        ++done_;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (lock) {
            context_.report({.stage = stage_,
                             .done = static_cast<double>(done_.load()),
                             .total = static_cast<double>(total_)});
        }
    }

    /// As often as step() was called.
    [[nodiscard]] std::uint64_t done() const { return done_; }

private:
    const RunContext& context_;
    std::string_view stage_;
    std::uint64_t total_;
    std::atomic<std::uint64_t> done_ = 0;
    std::mutex mutex_;
};

}  // namespace kanon
