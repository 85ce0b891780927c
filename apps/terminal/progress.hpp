// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace kanon::cli {

/// One line of progress on a terminal: stage, percent, time left. Where stderr is no terminal, a
/// run that waits for somebody else says so, once, in a line of its own; else it is silent. Safe to
/// call from several threads; draws ten times a second at most.
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
    void say_wait(std::string_view stage);

    bool quiet_ = false;
    bool is_terminal_ = false;
    bool drawn_ = false;
    std::string stage_;
    Clock::time_point stage_start_;
    Clock::time_point last_draw_;
};

/// The text of the line: `search  42%  3 s left`, or `search  3 s so far` as long as it is not
/// known how far it is.
[[nodiscard]] std::string progress_text(const Progress& progress, double seconds_so_far);

}  // namespace kanon::cli
