// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/parties.hpp"

#include "terminal/verb.hpp"

#include <string>

namespace kanon::cli {

Verb add_party_init(CLI::App& parent);
Verb add_party_show(CLI::App& parent);
Verb add_party_run(CLI::App& parent);
Verb add_party_rehearse(CLI::App& parent);

/// Commands that write an agreement for two parties of one made-up table, for examples of help;
/// `keys`: with their addresses and the fingerprints in clinic.txt and registry.txt.
[[nodiscard]] std::string example_agreement(bool keys);

}  // namespace kanon::cli
