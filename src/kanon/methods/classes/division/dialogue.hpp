// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_classes.hpp"

#include <array>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kanon::classes {

/// Memory of computations that have ended, kept for the next ones of the thread: many thousands
/// begin side by side and end together, which malloc takes long for.
class Frames {
public:
    static void* take(std::size_t size) {
        std::vector<void*>* const kept = of_size(size);
        if (kept != nullptr && kept->capacity() == 0) {
            kept->reserve(kMostKept);
        }
        if (kept == nullptr || kept->empty()) {
            return ::operator new(rounded(size));
        }
        void* const frame = kept->back();
        kept->pop_back();
        return frame;
    }

    static void give_back(void* frame, std::size_t size) noexcept {
        std::vector<void*>* const kept = of_size(size);
        if (kept == nullptr || kept->size() == kept->capacity()) {
            ::operator delete(frame);
        } else {
            kept->push_back(frame);
        }
    }

private:
    static constexpr std::size_t kStep = 64;
    static constexpr std::size_t kSizes = 16;
    static constexpr std::size_t kMostKept = std::size_t{1} << 15U;  ///< of each size

    struct Kept {
        Kept() = default;

        ~Kept() {
            for (const std::vector<void*>& of_size : frames) {
                for (void* const frame : of_size) {
                    ::operator delete(frame);
                }
            }
        }

        Kept(const Kept&) = delete;
        Kept& operator=(const Kept&) = delete;

        std::array<std::vector<void*>, kSizes> frames;
    };

    static std::size_t rounded(std::size_t size) { return (size + kStep - 1) / kStep * kStep; }

    static std::vector<void*>* of_size(std::size_t size) {
        static thread_local Kept kept;
        const std::size_t step = rounded(size) / kStep;
        return step < kSizes ? &kept.frames[step] : nullptr;
    }
};

/// A computation that stops where it asks a question, and goes on with the answer. Wait for a named
/// one, in a statement of its own: g++ 12 begins what stands behind && and ?: whether or not it is
/// needed.
template <class Result>
class Asking {
public:
    struct promise_type;  // NOLINT(readability-identifier-naming): the language's name
    using Handle = std::coroutine_handle<promise_type>;

    struct promise_type {  // NOLINT(readability-identifier-naming)

        // The one that takes the size is its match.
        // NOLINTNEXTLINE(misc-new-delete-overloads)
        static void* operator new(std::size_t size) { return Frames::take(size); }

        static void operator delete(void* frame, std::size_t size) noexcept {
            Frames::give_back(frame, size);
        }

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

        // NOLINTNEXTLINE(readability-convert-member-functions-to-static): it is asked of an object
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
