// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace kanon::cli {

/// A message on one line.
[[nodiscard]] std::string one_line(std::string text);

/// Write a text to standard output, control characters replaced: a column's name must not steer the
/// terminal. \throws Error{bad_output}
void print_out(std::string_view given);

/// Write a text to standard error, as above; what cannot be written is lost.
void print_err(std::string_view given);

/// True if one of these targets, `-`, takes standard output for a file: what is to be said goes to
/// standard error then.
[[nodiscard]] bool take_output(std::initializer_list<std::string_view> targets);

}  // namespace kanon::cli
