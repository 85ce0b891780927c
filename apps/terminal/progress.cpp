// SPDX-License-Identifier: Apache-2.0
#include "terminal/progress.hpp"

#include "terminal/output.hpp"
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kanon::cli {
namespace {

constexpr std::chrono::milliseconds kPause{100};
constexpr std::string_view kWait = "waiting for ";  ///< begins what a run says that waits

std::string duration_text(double seconds) {
    const auto whole = static_cast<long>(std::ceil(seconds));
    return whole < 90 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 59) / 60);
}

}  // namespace

std::string progress_text(const Progress& progress, double seconds_so_far) {
    std::string out(progress.stage);
    const double share =
        progress.total <= 0 ? 0.0 : std::clamp(progress.done / progress.total, 0.0, 1.0);
    if (share == 0 && seconds_so_far > 1) {
        return out + "  " + duration_text(seconds_so_far) + " so far";
    }
    if (progress.total <= 0) {
        return out;
    }
    out += fmt::format("  {:.0f}%", share * 100);
    // Before a second has passed the rate says little.
    if (seconds_so_far > 1 && share > 0.01 && share < 1) {
        out += "  " + duration_text(seconds_so_far / share - seconds_so_far) + " left";
    }
    return out;
}

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), is_terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::show(const Progress& progress) {
    if (quiet_) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (!is_terminal_) {
        say_wait(progress.stage);
        return;
    }
    const Clock::time_point now = Clock::now();
    if (progress.stage != stage_) {
        stage_ = progress.stage;
        stage_start_ = now;
    } else if (now - last_draw_ < kPause) {
        return;
    }
    last_draw_ = now;
    drawn_ = true;
    const std::chrono::duration<double> so_far = now - stage_start_;
    fmt::print(stderr, "\r\033[K{}", progress_text(progress, so_far.count()));
    std::fflush(stderr);
}

void ProgressLine::say_wait(std::string_view stage) {
    const bool is_new = stage != stage_;
    stage_ = stage;
    if (is_new && stage.starts_with(kWait)) {
        print_err("kanon: " + one_line(stage_) + "\n");
    }
}

void ProgressLine::clear() {
    const std::lock_guard lock(mutex_);
    if (drawn_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
        drawn_ = false;
    }
}

}  // namespace kanon::cli
