// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <chrono>
#include <mutex>
#include <string>

namespace kanon::cli {

/// One line of progress on a terminal: stage, percent, time left. Silent if stderr is no terminal.
/// Safe to call from several threads; draws ten times a second at most.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ProgressLine(ProgressLine&&) = delete;
    ProgressLine& operator=(ProgressLine&&) = delete;

    void show(const Progress& progress);

    /// Take the line off the terminal, before other text is written.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    std::mutex mutex_;
    bool enabled_ = false;
    bool drawn_ = false;
    std::string stage_;
    Clock::time_point stage_start_;
    Clock::time_point last_draw_;
};

/// The text of the line: `search  42%  3 s left`; what is not known is left out.
[[nodiscard]] std::string progress_text(const Progress& progress, double seconds_so_far);

}  // namespace kanon::cli
