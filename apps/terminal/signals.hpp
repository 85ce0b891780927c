// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace kanon::cli {

/// From now on Ctrl-C, SIGTERM and SIGHUP ask the run to stop; a second one ends the process at
/// once, with temporary files removed. A closed pipe or a file size limit becomes a write error.
void install_signal_handlers();

/// Set once a signal asked to stop.
[[nodiscard]] const std::atomic<bool>& stop_requested();

}  // namespace kanon::cli
