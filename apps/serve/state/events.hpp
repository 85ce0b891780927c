// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace kanon::serve {

/// One thing that happened, as server-sent events have it.
struct Event {
    std::uint64_t id = 0;
    std::string kind;
    std::string data;  ///< JSON on one line
};

/// What happens, for all pages that listen. Old events are forgotten: a page that comes late asks
/// for the state. Safe to call from several threads.
class Events {
public:
    void publish(const std::string& kind, std::string data);

    /// The first event after `last`; waits for one so long. None: nothing happened, or closed.
    [[nodiscard]] std::optional<Event> after(std::uint64_t last,
                                             std::chrono::milliseconds patience);

    /// The number of the newest event.
    [[nodiscard]] std::uint64_t newest();

    /// Let nobody wait any longer.
    void close();

    [[nodiscard]] bool is_closed();

private:
    static constexpr std::size_t kMostKept = 512;

    std::mutex mutex_;
    std::condition_variable happened_;
    std::deque<Event> kept_;
    std::uint64_t newest_ = 0;
    bool closed_ = false;
};

}  // namespace kanon::serve
