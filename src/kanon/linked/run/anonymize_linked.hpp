// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/linked/audit/linked_audit.hpp"
#include "kanon/linked/release/released_tables.hpp"
#include "kanon/linked/run/linked_loss.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/linked/schema/schema_policy.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::linked {

/// A way to class subjects.
struct LinkedMethod {
    std::string_view name;
    std::string_view summary;
};

/// Those there are; the first is taken where nobody names one.
[[nodiscard]] std::span<const LinkedMethod> linked_methods();

/// What came of a run.
struct LinkedResult {
    LinkedTables tables;
    ReleasedTables release;
    LinkedAudit audit;
    LinkedLoss loss;
    std::string method;
    std::string policy_sha256;         ///< of its file, or ""
    std::vector<Warning> warnings;     ///< of the tables, each text with its table
    std::vector<std::string> outputs;  ///< files written, in the order of the tables
    double read_seconds = 0;
    double seconds = 0;  ///< in all
};

struct LinkedJob {
    SchemaPolicy schema;
    std::string output;   ///< as find_release() has it; "": none is written
    std::string summary;  ///< JSON; "": none
    std::string report;   ///< HTML; "": none
    bool dry_run = false;
    ReadOptions read{};
    WriteOptions write{};
    RunContext context{};
    std::optional<std::uint64_t> secret_seed{};  ///< of order and keys, for tests
    TablesInMemory in_memory{};
    /// Called when all is written and before any target appears.
    std::function<void(const LinkedResult&)> before_commit{};
};

/// Read, class, release, audit, and only then write: all tables or none.
/// \throws Error: usage, bad_policy, bad_input; infeasible: fewer subjects than k, or more rows
/// left out than may be; audit_failed; bad_output; cancelled
[[nodiscard]] std::unique_ptr<LinkedResult> anonymize_linked(const LinkedJob& job);

}  // namespace kanon::linked
