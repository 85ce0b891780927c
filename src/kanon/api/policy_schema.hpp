// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon {

/// The policy file as a JSON schema (draft 7), for editors that complete and check YAML: made of
/// the keys, words and catalogues by which the reader goes. What it refuses the reader refuses;
/// what hangs on several keys or on the table is left to the reader. A scalar may be quoted, as
/// YAML's may: a number stands for itself or as text.
[[nodiscard]] std::string policy_schema();

}  // namespace kanon
