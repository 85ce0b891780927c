// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace kanon::cli {

/// From now on Ctrl-C, SIGTERM and SIGHUP ask the run to stop; a second one, a quarter of a second
/// later or more, ends the process at once, with temporary files removed, and so does the first one
/// where nobody has asked for stop_requested() yet. What else ends a process that can still act (an
/// abort, Ctrl-\, too much processor time) removes them as well. A closed pipe or a file size limit
/// becomes a write error.
void install_signal_handlers();

/// Ask the run to stop after so many seconds, as a signal would; a minute later the process ends at
/// once, with temporary files removed, but tables in a database left. \pre 0 < seconds <= 1e9
void stop_after(double seconds);

/// Set once a signal asked to stop. Who asks for this looks at it from now on.
[[nodiscard]] const std::atomic<bool>& stop_requested();

}  // namespace kanon::cli
