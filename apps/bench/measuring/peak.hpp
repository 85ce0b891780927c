// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kanon::bench {

/// Begin anew to note the most memory that this process holds. Does nothing where the system keeps
/// no such note (Linux does).
void forget_peak_rss() noexcept;

/// MiB that this process has held at most since then; 0 if the system does not say.
[[nodiscard]] double peak_rss_since();

}  // namespace kanon::bench
