// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/duckdb_pulse.hpp"

#include <chrono>
#include <system_error>

namespace kanon::engine {
namespace {

constexpr std::chrono::milliseconds kBetweenPulses{200};

}  // namespace

DuckdbPulse::DuckdbPulse(const io::Database& database, Stage* stage)
    : database_(database), stage_(stage) {
    if (stage == nullptr || !database.context().progress) {
        return;
    }
    try {
        teller_ = std::thread([this] { tell(); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): nothing is told
    }
}

DuckdbPulse::~DuckdbPulse() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_all();
    if (teller_.joinable()) {
        teller_.join();
    }
}

void DuckdbPulse::tell() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kBetweenPulses, [this] { return ending_; })) {
        stage_->set_share(database_.progress().value_or(0));
        stage_->tell();
    }
}

}  // namespace kanon::engine
