// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/agreement/agreed_text.hpp"
#include "kanon/parties/protocols/peers.hpp"

namespace kanon::parties {

/// Make sure, before anything else is sent, that all parties hold the same agreement: its hash goes
/// to all, and where two differ, its lines. \throws Error{bad_policy} that shows by line how the
/// first other party's differs; what channels throw
void compare_agreements(const AgreedText& agreement, const Peers& peers);

}  // namespace kanon::parties
