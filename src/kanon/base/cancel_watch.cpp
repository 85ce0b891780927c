// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/cancel_watch.hpp"

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

namespace kanon {
namespace {

constexpr std::chrono::milliseconds kWatchInterval{20};

}  // namespace

CancelWatch::CancelWatch(const RunContext& context, std::function<void()> interrupt)
    : context_(context), interrupt_(std::move(interrupt)) {
    if (context_.cancel == nullptr) {
        return;
    }
    try {
        watcher_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
        throw std::bad_alloc();
    }
}

CancelWatch::~CancelWatch() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    if (watcher_.joinable()) {
        watcher_.join();
    }
}

void CancelWatch::watch() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kWatchInterval, [this] { return ending_; })) {
        if (context_.cancelled()) {
            interrupt_();
        }
    }
}

}  // namespace kanon
