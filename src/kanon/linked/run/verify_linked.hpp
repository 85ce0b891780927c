// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/linked/audit/linked_audit.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/linked/schema/schema_policy.hpp"
#include "kanon/table/table.hpp"

#include <string>
#include <vector>

namespace kanon::linked {

/// Hold a release of linked tables against the tables it is of, whoever made it.
struct LinkedVerifyJob {
    SchemaPolicy schema;
    std::string release;  ///< the folder; of households, the file
    ReadOptions read{};   ///< of the originals
    ReadOptions read_release{};
    WriteOptions write{};  ///< whose format names the files of the folder
    LinkedAuditOptions options{};
    RunContext context{};
};

/// Originals, and a release of them as it was read.
struct ReadLinkedRelease {
    LinkedTables tables;
    std::vector<Table> released;  ///< of a made table: empty
};

/// \throws Error: usage, bad_policy, bad_input
[[nodiscard]] ReadLinkedRelease read_linked_release(const LinkedVerifyJob& job);

/// \throws as read_linked_release()
[[nodiscard]] LinkedAudit verify_linked(const LinkedVerifyJob& job);

}  // namespace kanon::linked
