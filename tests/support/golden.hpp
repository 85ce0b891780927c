// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon::test {

/// Expect `actual` to equal the text file tests/golden/<name>. With KANON_UPDATE_GOLDENS set in the
/// environment the file is written instead (tools/update_goldens.sh), to be reviewed as a diff.
void expect_golden(const std::string& name, const std::string& actual);

}  // namespace kanon::test
