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
    const auto whole = [](double count) { return static_cast<long>(std::ceil(count)); };
    if (whole(seconds) < 90) {
        return fmt::format("{} s", whole(seconds));
    }
    const double minutes = seconds / 60;
    if (whole(minutes) < 90) {
        return fmt::format("{} min", whole(minutes));
    }
    const double hours = minutes / 60;
    return whole(hours) < 48 ? fmt::format("{} h", whole(hours))
                             : fmt::format("{} days", whole(hours / 24));
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
    // Before a second has passed the rate says little, and longer while little is done.
    const bool is_known = seconds_so_far > (share > 0.01 ? 1 : 5);
    if (is_known && share < 1) {
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
