// SPDX-License-Identifier: Apache-2.0
#include "running.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

namespace kanon::python {
namespace {

constexpr std::chrono::milliseconds kPause{50};

/// A job on its thread, and what it has to tell.
class Running {
public:
    Running(RunContext context, const std::function<void(const RunContext&)>& job)
        : context_(std::move(context)) {
        context_.cancel = &cancel_;
        context_.progress = [this](const Progress& progress) { note(progress); };
        thread_ = std::thread([this, &job] { run(job); });
    }

    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    ~Running() {
        if (thread_.joinable()) {
            cancel();
            thread_.join();
        }
    }

    void cancel() { cancel_ = true; }

    /// Wait a little; true if the job is done.
    bool wait() {
        std::unique_lock lock(mutex_);
        return done_changed_.wait_for(lock, kPause, [this] { return is_done_; });
    }

    /// The last news of progress, if any came since the last call.
    std::optional<std::pair<std::string, Progress>> news() {
        const std::lock_guard lock(mutex_);
        return std::exchange(news_, std::nullopt);
    }

    /// \throws what the job threw. \pre it is done
    void finish() {
        thread_.join();
        if (fault_) {
            std::rethrow_exception(fault_);
        }
    }

private:
    void run(const std::function<void(const RunContext&)>& job) {
        try {
            job(context_);
        } catch (...) {
            fault_ = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        is_done_ = true;
        done_changed_.notify_one();
    }

    void note(const Progress& progress) {
        const std::lock_guard lock(mutex_);
        news_.emplace(std::string(progress.stage), progress);
    }

    RunContext context_;
    std::atomic<bool> cancel_{false};
    std::mutex mutex_;
    std::condition_variable done_changed_;
    bool is_done_ = false;
    std::optional<std::pair<std::string, Progress>> news_;
    std::exception_ptr fault_;
    std::thread thread_;
};

/// The end of a job's time, which is heard once.
class Alarm {
public:
    explicit Alarm(const Watch& watch) : seconds_(watch.stop_after) {
        if (seconds_) {
            end_ = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(*seconds_);
        }
    }

    [[nodiscard]] bool rings() const {
        return seconds_ && std::chrono::steady_clock::now() >= end_;
    }

    [[nodiscard]] Error fault() const {
        std::ostringstream message;
        message << "stop_after: the run was stopped after " << seconds_->count()
                << " seconds, and nothing is released; allow more time, or use time_limit, which "
                   "takes the best release found by then";
        return {ErrorCode::cancelled, message.str(), {.attribute = "stop_after"}};
    }

private:
    std::optional<std::chrono::duration<double>> seconds_;
    std::chrono::steady_clock::time_point end_;
};

/// \throws what the job threw, but the fault of the alarm where that is why it was cancelled
void finish(Running& running, const Alarm* rung) {
    try {
        running.finish();
    } catch (const Error& error) {
        if (rung != nullptr && error.code() == ErrorCode::cancelled) {
            throw rung->fault();
        }
        throw;
    }
}

void tell(const py::object& progress, Running& running) {
    const auto news = running.news();
    if (news && !progress.is_none()) {
        progress(news->first, news->second.done, news->second.total);
    }
}

}  // namespace

void carry_out(const Watch& watch,
               RunContext context,
               const std::function<void(const RunContext&)>& job) {
    Running running(std::move(context), job);
    const Alarm alarm(watch);
    const Alarm* rung = nullptr;
    std::exception_ptr raised;
    for (bool is_done = false; !is_done;) {
        {
            const py::gil_scoped_release unlocked;
            is_done = running.wait();
        }
        try {
            if (!raised && PyErr_CheckSignals() != 0) {
                throw py::error_already_set();
            }
            if (!raised) {
                tell(watch.progress, running);
            }
        } catch (const py::error_already_set&) {
            raised = std::current_exception();
            running.cancel();
        }
        if (!is_done && rung == nullptr && alarm.rings()) {
            rung = &alarm;
            running.cancel();
        }
    }
    if (raised) {
        std::rethrow_exception(raised);
    }
    finish(running, rung);
}

}  // namespace kanon::python
