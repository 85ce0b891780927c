// SPDX-License-Identifier: Apache-2.0
#include "state/events.hpp"

#include <algorithm>
#include <utility>

namespace kanon::serve {

void Events::publish(const std::string& kind, std::string data) {
    const std::lock_guard lock(mutex_);
    kept_.push_back({.id = ++newest_, .kind = kind, .data = std::move(data)});
    if (kept_.size() > kMostKept) {
        kept_.pop_front();
    }
    happened_.notify_all();
}

std::optional<Event> Events::after(std::uint64_t last, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    happened_.wait_for(lock, patience, [&] { return closed_ || newest_ > last; });
    const auto next = std::find_if(
        kept_.begin(), kept_.end(), [&](const Event& event) { return event.id > last; });
    return closed_ || next == kept_.end() ? std::nullopt : std::optional(*next);
}

std::uint64_t Events::newest() {
    const std::lock_guard lock(mutex_);
    return newest_;
}

void Events::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    happened_.notify_all();
}

bool Events::is_closed() {
    const std::lock_guard lock(mutex_);
    return closed_;
}

}  // namespace kanon::serve
