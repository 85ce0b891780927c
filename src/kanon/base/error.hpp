// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kanon {

/// What kind of thing went wrong. Each edge (command line, bindings) maps a code to its own form in
/// one table; the command line's exit statuses stand beside each code.
enum class ErrorCode {
    usage,          ///< a flag or an option is wrong (exit 2)
    bad_input,      ///< the table cannot be read or is not fit for the job (exit 3)
    bad_policy,     ///< the policy is malformed or does not fit the table (exit 4)
    bad_hierarchy,  ///< a hierarchy is malformed or does not cover the data (exit 5)
    infeasible,     ///< no release can keep the promise (exit 6)
    bad_output,     ///< the target cannot be written (exit 7)
    timed_out,      ///< the deadline passed before any release was found (exit 8)
    warned,         ///< --strict, and a warning is open (exit 9)
    audit_failed,   ///< the auditor refused a release (exit 1)
    cancelled       ///< stopped by the user (exit 130)
};

/// The code as bindings and documents spell it: `bad_input`.
[[nodiscard]] std::string_view to_string(ErrorCode code);

/// Where the fault lies. Empty or zero fields are unknown.
struct Where {
    std::string file = {};
    std::uint64_t line = 0;      ///< 1-based
    std::uint64_t column = 0;    ///< 1-based character or field position
    std::string attribute = {};  ///< attribute or option name

    /// Render as `file:line:column: attribute 'x'` with the unknown parts left out.
    [[nodiscard]] std::string text() const;
};

/// The one exception for bad input. `what()` is one line: where, what is wrong, what to do.
/// Messages never hold a raw value of the table unless the caller asked for values.
class Error : public std::runtime_error {
public:
    Error(ErrorCode code, const std::string& message, Where where = {});

    [[nodiscard]] ErrorCode code() const { return code_; }

    [[nodiscard]] const Where& where() const { return where_; }

private:
    ErrorCode code_;
    Where where_;
};

}  // namespace kanon
