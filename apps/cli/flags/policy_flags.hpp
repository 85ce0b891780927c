// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "model_flags.hpp"
#include <CLI/App.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {

/// Flags that say what the policy file says; they win over it.
struct PolicyFlags {
    std::string policy;
    std::vector<std::string> quasi_identifiers;
    std::vector<std::string> sensitive;
    std::vector<std::string> drop;
    std::vector<std::string> keep;
    std::optional<std::uint64_t> k;
    std::optional<std::uint64_t> any;
    ModelFlags models;
    std::string population;
    std::vector<std::string> population_on;
    std::vector<std::string> population_read;
    std::string method;
    std::string effort;
    std::vector<std::string> method_options;
    std::vector<std::string> hierarchies;
    std::vector<std::string> missing;
    std::string class_attribute;
    /// By flag: of policy_settings() and suppression_settings(), and, `COLUMN=VALUE`, of
    /// attribute_settings().
    std::map<std::string_view, std::string> settings;
    std::map<std::string_view, std::vector<std::string>> of_columns;
};

/// What to keep and what to promise: enough for verify.
void add_promise_flags(CLI::App& app, PolicyFlags& flags);

/// How to get there: method, objective, weights.
void add_search_flags(CLI::App& app, PolicyFlags& flags);

/// Which hierarchies columns have: of a policy, of files, by the types of columns.
/// \param of_policy what the policy is read for
void add_hierarchy_flags(CLI::App& app, PolicyFlags& flags, const std::string& of_policy);

/// The policy file, if one is named, with the flags on top. \throws Error
[[nodiscard]] Policy make_policy(const PolicyFlags& flags);

}  // namespace kanon::cli
