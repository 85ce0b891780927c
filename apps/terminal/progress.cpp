// SPDX-License-Identifier: Apache-2.0
#include "terminal/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kanon::cli {
namespace {

constexpr std::chrono::milliseconds kPause{100};

std::string duration_text(double seconds) {
    const auto whole = static_cast<long>(std::ceil(seconds));
    return whole < 90 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 59) / 60);
}

}  // namespace

std::string progress_text(const Progress& progress, double seconds_so_far) {
    std::string out(progress.stage);
    if (progress.total <= 0) {
        return out;
    }
    const double share = std::clamp(progress.done / progress.total, 0.0, 1.0);
    out += fmt::format("  {:.0f}%", share * 100);
    // Before a second has passed the rate says little.
    if (seconds_so_far > 1 && share > 0.01 && share < 1) {
        out += "  " + duration_text(seconds_so_far / share - seconds_so_far) + " left";
    }
    return out;
}

ProgressLine::ProgressLine(bool quiet) : enabled_(!quiet && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::show(const Progress& progress) {
    if (!enabled_) {
        return;
    }
    const std::lock_guard lock(mutex_);
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

void ProgressLine::clear() {
    const std::lock_guard lock(mutex_);
    if (drawn_) {
        fmt::print(stderr, "\r\033[K");
        std::fflush(stderr);
        drawn_ = false;
    }
}

}  // namespace kanon::cli
