// SPDX-License-Identifier: Apache-2.0
#include "terminal/signals.hpp"

#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include <unistd.h>

#include <csignal>

namespace kanon::cli {
namespace {

// A signal handler can reach nothing but what has static storage.
std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

extern "C" void on_stop_signal(int /*signal*/) {
    if (stop.exchange(true)) {
        remove_pending_files();
        _exit(exit_status(ErrorCode::cancelled));
    }
}

}  // namespace

void install_signal_handlers() {
    struct sigaction action {};

    action.sa_handler = on_stop_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        sigaction(signal, &action, nullptr);
    }
    for (const int signal : {SIGPIPE, SIGXFSZ}) {
        struct sigaction ignore {};

        ignore.sa_handler = SIG_IGN;
        sigaction(signal, &ignore, nullptr);
    }
}

const std::atomic<bool>& stop_requested() {
    return stop;
}

}  // namespace kanon::cli
