// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace kanon::serve {

/// A job that runs or waits, as the page shows it.
struct JobView {
    std::uint64_t id = 0;
    std::string kind;
};

/// One job at a time, on one thread of its own; the library's threads work for it. A newer job
/// cancels the one that runs. Safe to call from several threads.
class Jobs {
public:
    struct Job {
        std::string kind;
        /// Does the work and keeps what came of it, unless the context is cancelled by then.
        std::function<void(const RunContext&)> work;
        /// Called with what the work threw, but for cancellation.
        std::function<void(const std::exception_ptr&)> failed;
    };

    /// `changed` is called when a job begins or ends, `progress` as the library reports it; both
    /// from the thread of the jobs, or from one that works for it.
    Jobs(std::function<void()> changed, std::function<void(const Progress&)> progress);
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;
    Jobs(Jobs&&) = delete;
    Jobs& operator=(Jobs&&) = delete;

    /// Start a job in place of the one that runs. Its number.
    std::uint64_t start(Job job);

    /// End what runs and what waits, soon.
    void cancel();

    /// The job that runs and is not cancelled, or waits.
    [[nodiscard]] std::optional<JobView> current();

private:
    struct Entry {
        std::uint64_t id = 0;
        Job job;
        std::atomic<bool> cancel{false};
    };

    void run();
    void carry_out(Entry& entry);

    std::function<void()> changed_;
    std::function<void(const Progress&)> progress_;
    std::mutex mutex_;
    std::condition_variable asked_;
    std::shared_ptr<Entry> running_;
    std::shared_ptr<Entry> waiting_;
    std::uint64_t count_ = 0;
    bool over_ = false;
    std::thread thread_;
};

}  // namespace kanon::serve
