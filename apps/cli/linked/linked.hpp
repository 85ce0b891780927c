// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/linked.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/flags.hpp"
#include <CLI/App.hpp>

#include <string>
#include <string_view>

/// What verbs do with linked tables: where the policy has a `schema`, or persons are in households.
namespace kanon::cli {

/// The flag of persons in households.
void add_household(CLI::App& app, std::string& household);

/// Of a verb that was not given linked tables: its table has to be named.
/// \throws Error{usage}; Error as read_policy_file() where the policy, which could have named
/// tables, cannot be read
void require_table(const PolicyFlags& flags,
                   const std::string& table,
                   std::string_view name,
                   std::string_view verb);

/// True if the policy has a schema or households, or the flag names their column.
[[nodiscard]] bool is_linked(const PolicyFlags& flags, const std::string& household);

/// The schema of a run. `input`: the table of persons, of households alone. \throws Error
[[nodiscard]] linked::SchemaPolicy make_schema(const PolicyFlags& flags,
                                               const std::string& household,
                                               const std::string& input);

/// The same for a verb of an original and a release: a schema names its originals, so that the
/// first word is the release then. Sets `release`. \throws Error
[[nodiscard]] linked::SchemaPolicy make_schema_of_tables(const PolicyFlags& flags,
                                                         const std::string& household,
                                                         const std::string& first,
                                                         const std::string& second,
                                                         std::string& release);

/// Make sure that writing `target` leaves the tables of a schema, those of a release of it, and its
/// policy. \throws Error
void check_target_leaves_tables(const std::string& target,
                                const linked::SchemaPolicy& schema,
                                const std::string& release,
                                const WriteOptions& write);

}  // namespace kanon::cli
