// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/api/reading_internal.hpp"
#include "kanon/engine/connection.hpp"
#include "kanon/engine/private_tables.hpp"
#include "kanon/engine/source_address.hpp"
#include "kanon/engine/written_release.hpp"

#include <memory>
#include <optional>
#include <string>

namespace kanon::detail {

/// A release on its way to a table of the database that its original is in: no row of it passes
/// through here.
class EngineTarget {
public:
    /// Find out whether the target may be made. \throws Error{usage}: it is in another database, is
    /// the original itself, is a query, or is there and `force` is not given; what the engine says
    EngineTarget(const std::string& input,
                 const std::string& output,
                 bool force,
                 const RunContext& context);
    ~EngineTarget();
    EngineTarget(const EngineTarget&) = delete;
    EngineTarget& operator=(const EngineTarget&) = delete;

    /// Carry the result's recoding out under a private name, in random order, and audit what was
    /// written: its report takes the place of that of the release in memory.
    /// \throws Error{audit_failed}, Error{bad_input}: the original changed, or what the engine says
    void write(Result& result, const AsRead& original);

    /// Put what was written into place. \throws Error{bad_input}
    void publish();

private:
    const RunContext& context_;
    engine::SourceAddress source_;
    engine::SourceAddress target_;
    bool replaces_ = false;  ///< the target is there
    std::unique_ptr<engine::Connection> connection_;
    std::optional<engine::PrivateTables> tables_;
    engine::WrittenRelease written_;
};

}  // namespace kanon::detail
