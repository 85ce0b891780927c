// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <atomic>
#include <cstdint>
#include <string>

namespace kanon::engine {

/// What engines are at, as whoever waits is told: how many rows of those there are, or how far an
/// engine says by its own counters that it is. Safe to call from several threads.
class Stage {
public:
    /// \param context who is told; null: nobody, as the stage is part of another one
    /// \param rows how many there are, about; 0: not known
    /// \param by_rows_alone it is of many statements, of which an engine's counters say nothing
    Stage(const RunContext* context,
          std::string name,
          std::uint64_t rows,
          bool by_rows_alone = false);

    /// So many rows more are done. Told every now and then.
    void add(std::uint64_t rows);

    /// The engine is that far, from 0 to 1, in what comes before the first row.
    void set_share(double share);

    /// Tell once more how far it is.
    void tell() const;

private:
    const RunContext* context_;
    std::string name_;
    std::uint64_t rows_;
    bool by_rows_alone_;
    std::atomic<std::uint64_t> done_{0};
    std::atomic<double> share_{0};
};

}  // namespace kanon::engine
