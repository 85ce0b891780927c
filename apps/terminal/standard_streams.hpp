// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kanon::cli {

/// Give each closed standard stream a descriptor that refuses what it is for. Else a file that is
/// opened later takes its place, and a message meant for a person goes into a release.
void hold_standard_streams();

/// False if standard output was closed when the program began.
[[nodiscard]] bool standard_output_is_open();

}  // namespace kanon::cli
