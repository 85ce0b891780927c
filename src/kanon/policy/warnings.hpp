// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// What the promise does not cover and the custodian should know or decide. A warning never changes
/// a release. It is said at every run until the policy accepts its code, with a reason.
struct Warning {
    std::string code;                  ///< of the catalogue
    std::string text;                  ///< one line: what was found, in figures; no value
    std::vector<std::string> columns;  ///< that it is about
    std::string accepted;              ///< the policy's reason, or "": open
    /// More is disclosed than a run without a policy may release, by columns some of which nobody
    /// gave a role, unless the code is accepted.
    bool is_unfit = false;
};

/// One row of the catalogue.
struct WarningInfo {
    std::string_view code;     ///< kebab-case, stable
    std::string_view meaning;  ///< what may happen
    std::string_view remedy;   ///< what to do about it
};

/// Every warning there is, in the order in which they are said.
[[nodiscard]] std::span<const WarningInfo> warning_catalogue();

/// The row of a code. \throws Error{bad_policy} with the nearest code
[[nodiscard]] const WarningInfo& find_warning(std::string_view code);

/// Those that no reason stands against.
[[nodiscard]] std::size_t count_open(std::span<const Warning> warnings);

}  // namespace kanon
