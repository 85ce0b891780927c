// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_classes.hpp"

#include <coroutine>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <utility>

namespace kanon::classes {

/// A computation that stops where it asks a question, and goes on with the answer. Wait for a named
/// one, in a statement of its own: g++ 12 begins what stands behind && and ?: whether or not it is
/// needed.
template <class Result>
class Asking {
public:
    struct promise_type;  // NOLINT(readability-identifier-naming): the language's name
    using Handle = std::coroutine_handle<promise_type>;

    struct promise_type {  // NOLINT(readability-identifier-naming)

        /// Hands over to whoever waits for the result.
        struct Back {
            [[nodiscard]] bool await_ready() const noexcept { return false; }

            std::coroutine_handle<> await_suspend(Handle ended) noexcept {
                const std::coroutine_handle<> next = ended.promise().waiting;
                return next ? next : std::noop_coroutine();
            }

            void await_resume() const noexcept {}
        };

        Asking get_return_object() { return Asking(Handle::from_promise(*this)); }

        std::suspend_always initial_suspend() noexcept { return {}; }

        Back final_suspend() noexcept { return {}; }

        void return_value(Result value) { result = std::move(value); }

        void unhandled_exception() { fault = std::current_exception(); }

        Result take() {
            if (fault) {
                std::rethrow_exception(fault);
            }
            return std::move(*result);
        }

        std::optional<Result> result;
        std::exception_ptr fault;
        std::coroutine_handle<> waiting;
    };

    ~Asking() {
        if (handle_) {
            handle_.destroy();
        }
    }

    Asking(Asking&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}

    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
    Asking& operator=(Asking&&) = delete;

    /// Begin, up to the first question.
    void start() { handle_.resume(); }

    [[nodiscard]] bool is_done() const { return handle_.done(); }

    /// \pre is_done()
    [[nodiscard]] Result take() { return handle_.promise().take(); }

    /// Within another such computation: wait for the result.
    [[nodiscard]] bool await_ready() const noexcept { return false; }

    std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting) {
        handle_.promise().waiting = waiting;
        return handle_;
    }

    [[nodiscard]] Result await_resume() { return take(); }

private:
    explicit Asking(Handle handle) : handle_(handle) {}

    Handle handle_;
};

/// What is asked and answered. A computation fills `questions`, then waits for it.
struct Dialogue {
    struct Wait {
        Dialogue* of;

        [[nodiscard]] bool await_ready() const noexcept { return false; }

        void await_suspend(std::coroutine_handle<> asking) const noexcept { of->asking = asking; }

        [[nodiscard]] std::span<const std::uint8_t> await_resume() const noexcept {
            return of->answers;
        }
    };

    /// The answers, valid until the next question. \pre a question at least
    [[nodiscard]] Wait asked() { return {this}; }

    CountQuestions questions;
    std::span<const std::uint8_t> answers;
    std::coroutine_handle<> asking;
};

}  // namespace kanon::classes
