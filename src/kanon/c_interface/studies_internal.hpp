// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/c_interface/handles_internal.hpp"
#include "kanon/c_interface/jobs_internal.hpp"
#include "kanon/c_interface/options_internal.hpp"

#include <span>
#include <string>
#include <string_view>

namespace kanon::c_interface {

/// What a verb is asked, as kanon takes it.
struct Question {
    const Input& table;
    const Input& release;
    const Input& list;
    Policy policy;
    Options& options;
    RunContext context;
};

/// A verb that releases nothing: a row of the table.
struct Study {
    std::string_view verb;
    kanon_findings (*answer)(Question& question);
};

/// All of them.
[[nodiscard]] std::span<const Study> studies();

}  // namespace kanon::c_interface
