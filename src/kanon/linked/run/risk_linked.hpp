// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/linked/risk/household_risk.hpp"
#include "kanon/linked/run/verify_linked.hpp"
#include "kanon/linked/schema/schema_policy.hpp"
#include "kanon/risk/assessment.hpp"
#include "kanon/risk/reidentification.hpp"
#include "kanon/risk/risk_options.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kanon::linked {

/// How easily the subjects of linked tables are found.
struct LinkedRiskJob {
    SchemaPolicy schema;
    std::string release{};  ///< folder, of households a file; "": none
    ReadOptions read{};
    ReadOptions read_release{};
    WriteOptions write{};   ///< whose format names the files of the folder
    RiskOptions options{};  ///< threshold; of households all, and `rows` not with a release
    RunContext context{};
};

struct LinkedRisk {
    std::string subject;  ///< the name of their table
    /// By all quasi-identifiers of all tables, and how many rows a subject has in each.
    risk::Reidentification before;
    /// By those of the subjects' own table alone; none of a made one.
    std::optional<risk::Reidentification> own;
    std::optional<risk::Reidentification> after;  ///< of a release
    std::optional<HouseholdRisk> household;       ///< of persons as they are
    bool has_people = false;  ///< the risks of persons are those of a sample from a population
    std::optional<risk::Assessment> persons{};  ///< of households: one by one, as they are
    Table rows{};  ///< as RiskResult::rows, and `household_risk`; empty unless it was asked for
};

/// \throws Error: usage, bad_policy, bad_input
[[nodiscard]] LinkedRisk risk_linked(const LinkedRiskJob& job);

/// The same of tables that were read; without a release, of none.
[[nodiscard]] LinkedRisk risk_tables(const ReadLinkedRelease& read,
                                     const SchemaPolicy& schema,
                                     const RiskOptions& options,
                                     const RunContext& context);

[[nodiscard]] std::string linked_risk_text(const LinkedRisk& risk);
[[nodiscard]] std::string linked_risk_json(const LinkedRisk& risk);

}  // namespace kanon::linked
