// SPDX-License-Identifier: Apache-2.0
#include "state/jobs.hpp"

#include <utility>

namespace kanon::serve {

Jobs::Jobs(std::function<void()> changed, std::function<void(const Progress&)> progress)
    : changed_(std::move(changed)), progress_(std::move(progress)), thread_([this] { run(); }) {}

Jobs::~Jobs() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
        if (running_) {
            running_->cancel = true;
        }
        asked_.notify_all();
    }
    thread_.join();
}

std::uint64_t Jobs::start(Job job) {
    auto entry = std::make_shared<Entry>();
    entry->job = std::move(job);
    const std::lock_guard lock(mutex_);
    entry->id = ++count_;
    if (running_) {
        running_->cancel = true;
    }
    waiting_ = entry;
    asked_.notify_all();
    return entry->id;
}

void Jobs::cancel() {
    const std::lock_guard lock(mutex_);
    waiting_ = nullptr;
    if (running_) {
        running_->cancel = true;
    }
}

std::optional<JobView> Jobs::current() {
    const std::lock_guard lock(mutex_);
    const Entry* shown = waiting_ ? waiting_.get() : running_.get();
    if (shown == nullptr || shown->cancel) {
        return std::nullopt;
    }
    return JobView{.id = shown->id, .kind = shown->job.kind};
}

void Jobs::carry_out(Entry& entry) {
    RunContext context;
    context.cancel = &entry.cancel;
    context.threads = 0;
    context.progress = [&](const Progress& progress) {
        if (!entry.cancel) {
            progress_(progress);
        }
    };
    try {
        entry.job.work(context);
    } catch (...) {
        if (!entry.cancel) {
            entry.job.failed(std::current_exception());
        }
    }
}

void Jobs::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        asked_.wait(lock, [&] { return over_ || waiting_ != nullptr; });
        if (over_) {
            return;
        }
        running_ = std::exchange(waiting_, nullptr);
        lock.unlock();
        changed_();
        carry_out(*running_);
        lock.lock();
        running_ = nullptr;
        lock.unlock();
        changed_();
        lock.lock();
    }
}

}  // namespace kanon::serve
