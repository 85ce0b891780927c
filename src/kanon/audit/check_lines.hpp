// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"

#include <string>
#include <vector>

namespace kanon {

/// What a report proves, a line for each thing, for people: of its findings, codings and proofs.
/// The only place where such lines are made, whether a table was judged as a whole or in parts.
[[nodiscard]] std::vector<std::string> check_lines(const AuditReport& report);

/// The line of a column that is coded under a key, which says what that is not.
[[nodiscard]] std::string keyed_line(const KeyedFigures& figures);

/// Note that what was judged was read again from where it was written, and say so.
void note_read_again(AuditReport& report, ReadAgain where);

/// Note that a file, `original` or `release`, has the bytes that its summary names, and say so.
void note_same_bytes(AuditReport& report, const std::string& what);

}  // namespace kanon
