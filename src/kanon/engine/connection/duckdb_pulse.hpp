// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/stage.hpp"
#include "kanon/io/reading/database.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace kanon::engine {

/// While it lives, a stage is told how far DuckDB says that its statement is, by a thread of its
/// own. Without a stage, or somebody who takes progress, there is none.
class DuckdbPulse {
public:
    /// Both must outlive this. Where there is no thread left, nothing is told.
    DuckdbPulse(const io::Database& database, Stage* stage);
    ~DuckdbPulse();
    DuckdbPulse(const DuckdbPulse&) = delete;
    DuckdbPulse& operator=(const DuckdbPulse&) = delete;

private:
    void tell();

    const io::Database& database_;
    Stage* stage_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool ending_ = false;
    std::thread teller_;
};

}  // namespace kanon::engine
