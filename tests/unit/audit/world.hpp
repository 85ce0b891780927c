// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Small problems with everything that the auditor judges, made without bind().
namespace kanon::test {

/// The generalization of a value at a level >= 1, by its text ("" for missing).
using LabelOf = std::function<std::string(std::string_view value, Level level)>;

/// A hierarchy of `height` levels, the top one `*` for all.
[[nodiscard]] Hierarchy hierarchy_of(const Column& column, Level height, const LabelOf& label_of);

struct ModelSpec {
    std::string name;
    double parameter = 0;
    std::string attribute{};  ///< sensitive or person column
    std::string kind{};
};

struct WorldSpec {
    std::vector<std::string> quasi_identifiers;
    std::vector<std::string> withheld{};
    std::vector<ModelSpec> models{};
    std::uint64_t suppression_limit = 0;
    SuppressedRows suppressed = SuppressedRows::star;
    Level height = 2;
    LabelOf label_of{};  ///< for levels below the top
};

[[nodiscard]] Problem problem_of(const Table& table, const WorldSpec& spec);

/// Audit a release given as a table of its own, as if read from a file.
[[nodiscard]] AuditReport audit_table(const Problem& problem,
                                      const Table& released,
                                      AuditOptions options = {},
                                      unsigned threads = 1);

/// `rule row attribute` of each fault, e.g. `covers-original 3 age`; row 0: none.
[[nodiscard]] std::vector<std::string> named(const AuditReport& report);

}  // namespace kanon::test
