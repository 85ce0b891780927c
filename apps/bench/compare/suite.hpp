// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "suites/suite_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::bench {

/// Methods compared on tables: which, for what, and what is shown of each release.
struct Suite : SuiteHead {
    std::string name;
    std::vector<const MethodInfo*> methods;   ///< by name; all of the suite's families
    std::vector<Objective> objectives;        ///< what is asked of each method that can
    std::vector<std::string> method_options;  ///< `method:name=value`
    std::vector<Objective> losses;            ///< what is shown
    std::vector<std::uint64_t> ks;
    std::string suppression = "0";
};

/// Read `NAME.json` of a folder. Methods are not listed there but the families whose methods the
/// catalogue has. \throws Error{bad_input} naming file and key
[[nodiscard]] Suite read_suite(const std::string& folder, const std::string& name);

/// What of a suite to run; empty: all.
struct SuiteChoice {
    std::vector<std::string> datasets;
    std::vector<std::string> methods;
    std::vector<std::string> objectives;
    std::vector<std::uint64_t> ks;
};

/// Objectives and k replace the suite's. \throws Error{usage} naming what the suite does not have,
/// with the nearest it has.
void narrow(Suite& suite, const SuiteChoice& choice);

/// The suite's options of a method.
[[nodiscard]] OptionMap options_for(const Suite& suite, const MethodInfo& method);

/// What to ask of a method: the suite's objectives that it can work for, else its natural one.
[[nodiscard]] std::vector<Objective> objectives_for(const Suite& suite, const MethodInfo& method);

}  // namespace kanon::bench
