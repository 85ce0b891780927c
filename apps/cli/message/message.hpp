// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/messages.hpp"

#include "terminal/verb.hpp"

#include <string>

namespace kanon::cli {

Verb add_message_show(CLI::App& parent);
Verb add_message_run(CLI::App& parent);
Verb add_message_rehearse(CLI::App& parent);

/// What a group file promises, and what its protocol tells and does not protect.
[[nodiscard]] std::string group_text(const messages::GroupFile& group);

/// Commands that write a group file of four members, for examples of help; `keys`: with addresses,
/// and the fingerprints that `kanon party init` says.
[[nodiscard]] std::string example_group(bool keys);

}  // namespace kanon::cli
