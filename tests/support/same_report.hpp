// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"

namespace kanon::test {

/// Expect that two reports say the same, to the last digit, but for which faults they name.
void expect_same(const AuditReport& found, const AuditReport& expected);

}  // namespace kanon::test
