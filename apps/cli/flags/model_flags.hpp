// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <CLI/App.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {

/// Per privacy model but k-anonymity what its flags say, `disease:3:entropy`.
using ModelFlags = std::map<std::string, std::vector<std::string>>;

/// One flag for each model but k-anonymity, which is `--k`.
void add_model_flags(CLI::App& app, ModelFlags& flags, const char* group);

/// Ask for what the flags say, in place of what the policy has of the same model and attributes.
/// `any`: against whoever knows any so many quasi-identifiers; none: all. \throws Error{usage}
void set_privacy(Policy& policy,
                 const std::optional<std::uint64_t>& k,
                 const ModelFlags& flags,
                 const std::optional<std::uint64_t>& any);

}  // namespace kanon::cli
