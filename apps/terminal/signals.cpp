// SPDX-License-Identifier: Apache-2.0
#include "terminal/signals.hpp"

#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace kanon::cli {
namespace {

// A signal handler can reach nothing but what has static storage.
std::atomic<bool> stop{false};
std::atomic<bool> is_heeded{false};     ///< somebody looks at `stop`
std::atomic<bool> has_rung{false};      ///< the time of stop_after() is over
std::atomic<std::int64_t> asked_at{0};  ///< when `stop` was set, in milliseconds
static_assert(std::atomic<bool>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "set in a signal handler");

std::int64_t milliseconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

/// What sends to a process and to its group, as timeout(1) does, sends one request twice.
bool is_asked_again() {
    constexpr std::int64_t kSameRequest = 250;
    return stop.exchange(true) && milliseconds_now() - asked_at >= kSameRequest;
}

extern "C" void on_stop_signal(int /*signal*/) {
    if (!stop) {
        asked_at = milliseconds_now();
    }
    if (is_asked_again() || !is_heeded) {
        if (!is_heeded) {  // a run that is stopped later says more
            constexpr std::string_view kStopped = "kanon: stopped\n";
            const ssize_t written = write(STDERR_FILENO, kStopped.data(), kStopped.size());
            static_cast<void>(written);
        }
        remove_pending_files();
        _exit(exit_status(ErrorCode::cancelled));
    }
}

/// A run that is about to stop already is left to it: only the next alarm ends it.
extern "C" void on_alarm(int signal) {
    const bool is_first = !has_rung.exchange(true);
    if (!is_first || !stop) {
        on_stop_signal(signal);
    }
}

extern "C" void on_end_signal(int signal) {
    remove_pending_files();
    raise(signal);  // which does now what it does without a handler
}

void handle(int signal, void (*handler)(int), int flags) {
    struct sigaction action {};

    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = flags;
    sigaction(signal, &action, nullptr);
}

}  // namespace

void install_signal_handlers() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        handle(signal, on_stop_signal, SA_RESTART);
    }
    handle(SIGALRM, on_alarm, SA_RESTART);
    constexpr int kOnce = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    for (const int signal : {SIGABRT, SIGQUIT, SIGXCPU}) {
        handle(signal, on_end_signal, kOnce);
    }
    for (const int signal : {SIGPIPE, SIGXFSZ}) {
        handle(signal, SIG_IGN, 0);
    }
}

void stop_after(double seconds) {
    constexpr time_t kPatience = 60;  // for what takes long to clear away, or cannot be cancelled
    const auto whole = static_cast<time_t>(seconds);
    const auto rest = static_cast<suseconds_t>((seconds - static_cast<double>(whole)) * 1e6);
    const itimerval timer{
        .it_interval = {.tv_sec = kPatience, .tv_usec = 0},
        .it_value = {.tv_sec = whole, .tv_usec = whole == 0 && rest == 0 ? 1 : rest}};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

const std::atomic<bool>& stop_requested() {
    is_heeded = true;
    return stop;
}

}  // namespace kanon::cli
