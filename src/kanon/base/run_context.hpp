// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

namespace kanon {

/// How far a stage has come. `done` and `total` are in the stage's own unit; total 0 = unknown.
struct Progress {
    std::string_view stage;
    double done = 0;
    double total = 0;
};

/// How many threads may work: what was asked for, one per core where that is 0. Never more than
/// kMost.
class Threads {
public:
    static constexpr unsigned kMost = 4096;

    // NOLINTNEXTLINE(google-explicit-constructor): a number of threads is one.
    Threads(unsigned asked = 1) : count_(settled(asked)) {}

    // NOLINTNEXTLINE(google-explicit-constructor)
    operator unsigned() const { return count_; }

private:
    static unsigned settled(unsigned asked);

    unsigned count_;  ///< >= 1
};

/// How a run is carried out, apart from what is asked: shared by every stage of a job.
/// Copyable; the cancel flag is not owned and may be set from a signal handler or another thread.
struct RunContext {
    std::optional<std::chrono::steady_clock::time_point> deadline;  ///< none: run to the end
    const std::atomic<bool>* cancel = nullptr;                      ///< set to true to stop soon
    std::function<void(const Progress&)> progress;                  ///< may be empty; called rarely
    std::uint64_t seed = 1;  ///< the only source of randomness
    Threads threads = 1;     ///< 0: one per core; never changes a result
    /// Bytes that a database engine within the program may hold before it writes to disk; 0: as
    /// many as the engine takes by itself. Never changes a result.
    std::uint64_t memory_limit = 0;
    std::uint64_t node_limit = std::numeric_limits<std::uint64_t>::max();  ///< repeatable stop

    [[nodiscard]] bool cancelled() const {
        return cancel != nullptr && cancel->load(std::memory_order_relaxed);
    }

    [[nodiscard]] bool past_deadline() const {
        return deadline.has_value() && std::chrono::steady_clock::now() >= *deadline;
    }

    /// True once a search should end with what it has: cancelled or out of time.
    [[nodiscard]] bool should_stop() const { return cancelled() || past_deadline(); }

    void report(const Progress& progress_now) const {
        if (progress) {
            progress(progress_now);
        }
    }
};

/// \throws Error{cancelled} if the run was cancelled; for stages that have no partial result.
void throw_if_cancelled(const RunContext& context);

}  // namespace kanon
