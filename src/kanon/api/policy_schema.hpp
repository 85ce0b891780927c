// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace kanon {

/// The policy file as a JSON schema (draft 7), for editors that complete and check YAML, with the
/// methods of the catalogue.
[[nodiscard]] std::string policy_schema();

}  // namespace kanon
