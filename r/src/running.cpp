// SPDX-License-Identifier: Apache-2.0
#include "running.h"

#include <cpp11/function.hpp>
#include <cpp11/protect.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace kanon_r {
namespace {

constexpr std::chrono::milliseconds kPause{50};

struct News {
    std::string stage;
    double done = 0;
    double total = 0;
    bool is_new = false;
};

double number_of(const cpp11::list& settings, const char* name) {
    const SEXP value = settings[name];
    return value == R_NilValue ? 0 : Rf_asReal(value);
}

void check_interrupt(void* /*data*/) {
    R_CheckUserInterrupt();
}

// Whether Ctrl-C was pressed; R's own jump ends here.
bool is_interrupted() {
    return R_ToplevelExec(check_interrupt, nullptr) == FALSE;
}

// A call on its thread, which is stopped and waited for whatever happens.
class Running {
public:
    Running(const cpp11::list& settings,
            const std::function<std::int32_t(const kanon_run&, kanon_error**)>& call)
        : call_(call), stop_(kanon_stop_new()) {
        run_.seed = static_cast<std::uint64_t>(number_of(settings, "seed"));
        run_.threads = static_cast<std::uint32_t>(number_of(settings, "threads"));
        run_.time_limit_seconds = number_of(settings, "time_limit");
        run_.node_limit = static_cast<std::uint64_t>(number_of(settings, "node_limit"));
        run_.memory_limit = static_cast<std::uint64_t>(number_of(settings, "memory"));
        run_.stop = stop_;
        run_.progress = note;
        run_.progress_data = this;
        thread_ = std::thread([this] { work(); });
    }

    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    ~Running() {
        stop();
        join();
        kanon_stop_free(stop_);
    }

    void stop() { kanon_stop_now(stop_); }

    void join() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    // Wait a little; true if the call is done.
    bool wait() {
        std::unique_lock<std::mutex> lock(mutex_);
        return changed_.wait_for(lock, kPause, [this] { return is_done_; });
    }

    News news() {
        const std::lock_guard<std::mutex> lock(mutex_);
        News out = news_;
        news_.is_new = false;
        return out;
    }

    Outcome outcome;

private:
    static void note(void* data, const char* stage, double done, double total) {
        auto& self = *static_cast<Running*>(data);
        const std::lock_guard<std::mutex> lock(self.mutex_);
        self.news_ = News{stage, done, total, true};
    }

    void work() {
        outcome.status = call_(run_, &outcome.error);
        const std::lock_guard<std::mutex> lock(mutex_);
        is_done_ = true;
        changed_.notify_one();
    }

    const std::function<std::int32_t(const kanon_run&, kanon_error**)>& call_;
    kanon_stop* stop_;
    kanon_run run_ = KANON_RUN_INIT;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_done_ = false;
    News news_;
    std::thread thread_;
};

}  // namespace

Outcome carry_out(const cpp11::list& settings,
                  SEXP progress,
                  const std::function<std::int32_t(const kanon_run&, kanon_error**)>& call) {
    const double seconds = number_of(settings, "stop_after");
    const auto begin = std::chrono::steady_clock::now();
    Running running(settings, call);
    bool interrupted = false;
    bool late = false;
    while (!running.wait()) {
        interrupted = interrupted || is_interrupted();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        late = seconds > 0 && passed.count() > seconds;
        if (interrupted || late) {
            running.stop();
            continue;
        }
        const News news = running.news();
        if (news.is_new && progress != R_NilValue) {
            const cpp11::function tell(progress);
            tell(news.stage, news.done, news.total);
        }
    }
    running.join();
    Outcome out = running.outcome;
    const bool is_cancelled = out.status == KANON_CANCELLED;
    out.is_interrupted = interrupted && is_cancelled;
    out.is_late = late && is_cancelled;
    return out;
}

}  // namespace kanon_r
