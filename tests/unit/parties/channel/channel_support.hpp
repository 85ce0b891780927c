// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/parties/channel/bytes.hpp"
#include "kanon/parties/channel/message_type.hpp"

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace kanon::parties::test {

inline constexpr MessageType kNumbers{16};
inline constexpr MessageType kNames{17};

/// How a call failed: nothing if it did not.
struct Failure {
    std::optional<ErrorCode> code;
    std::string text;
};

[[nodiscard]] inline Failure failure_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return {.code = error.code(), .text = error.what()};
    }
    return {};
}

[[nodiscard]] inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

[[nodiscard]] inline Bytes bytes_of(const std::string& text) {
    return {text.begin(), text.end()};
}

/// Bytes that do not repeat soon.
[[nodiscard]] inline Bytes pattern(std::size_t size, std::uint32_t seed) {
    Bytes out(size);
    std::uint32_t state = seed * 2654435761U + 1;
    for (auto& byte : out) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::uint8_t>(state >> 24U);
    }
    return out;
}

/// Calls something in a thread of its own, joined at the end; an Error of it is kept.
class Beside {
public:
    explicit Beside(std::function<void()> call)
        : thread_([this, call = std::move(call)] { failure_ = failure_of(call); }) {}

    ~Beside() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;

    /// How it failed; waits for its end.
    const Failure& failure() {
        if (thread_.joinable()) {
            thread_.join();
        }
        return failure_;
    }

private:
    Failure failure_;
    std::thread thread_;
};

}  // namespace kanon::parties::test
