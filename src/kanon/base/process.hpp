// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kanon {

/// The most memory this process has held so far, in MiB (resident set). 0 if the system won't say.
[[nodiscard]] double peak_rss_mb();

}  // namespace kanon
