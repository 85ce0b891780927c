// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/statement_watch.hpp"

#include <chrono>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

namespace kanon::engine {
namespace {

constexpr std::chrono::milliseconds kTick{20};
constexpr int kTicksOfLook = 50;    ///< a second
constexpr int kTicksOfCancel = 25;  ///< half of one
constexpr int kTicksOfTelling = 10;

}  // namespace

void tell_wait(const RunContext& context, const std::string& holder, const std::string& place) {
    const std::string stage = "waiting for a lock of another session" +
                              (holder.empty() ? "" : " (" + holder + ")") + " on " + place;
    context.report({stage, 0, 0});
}

StatementWatch::StatementWatch(const RunContext& context,
                               std::function<void()> interrupt,
                               SessionControl* control,
                               const Stage* stage,
                               const std::string& place)
    : context_(context),
      interrupt_(std::move(interrupt)),
      control_(control),
      stage_(stage),
      place_(place) {
    if (context_.cancel == nullptr && !context_.progress) {
        return;
    }
    try {
        watcher_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
        throw std::bad_alloc();
    }
}

StatementWatch::~StatementWatch() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    if (watcher_.joinable()) {
        watcher_.join();
    }
}

void StatementWatch::watch() {
    int ticks = 0;
    int cancelled_ticks = 0;
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kTick, [this] { return ending_; })) {
        ++ticks;
        if (context_.cancelled()) {
            end_statement(cancelled_ticks % kTicksOfCancel == 0);
            ++cancelled_ticks;
        } else {
            tell(ticks);
        }
    }
    if (control_ == nullptr) {
        return;
    }
    if (cancelled_ticks > 0) {
        control_->settle();
    }
    control_->forget();
}

void StatementWatch::end_statement(bool asks_session) {
    interrupt_();
    if (control_ != nullptr && asks_session) {
        control_->cancel();
    }
}

void StatementWatch::tell(int ticks) {
    const std::optional<std::string> holder =
        control_ == nullptr ? std::nullopt : control_->waits_for();
    if (holder) {
        tell_wait(context_, *holder, place_);
    } else if (stage_ != nullptr && ticks % kTicksOfTelling == 0) {
        stage_->tell();
    }
    if (control_ != nullptr && ticks % kTicksOfLook == kTicksOfLook - 1) {
        control_->look();
    }
}

}  // namespace kanon::engine
