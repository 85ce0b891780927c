// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Releases that several parties make together, none of whom sees the others' tables.
#include "kanon/parties/agreement/agreement.hpp"      // IWYU pragma: export
#include "kanon/parties/agreement/protocol_info.hpp"  // IWYU pragma: export
#include "kanon/parties/channel/identity.hpp"         // IWYU pragma: export
#include "kanon/parties/run/party_list.hpp"           // IWYU pragma: export
#include "kanon/parties/run/party_run.hpp"            // IWYU pragma: export
#include "kanon/parties/run/party_text.hpp"           // IWYU pragma: export
#include "kanon/parties/run/rehearsal.hpp"            // IWYU pragma: export
#include "kanon/parties/run/rehearse.hpp"             // IWYU pragma: export
#include "kanon/parties/run/run_together.hpp"         // IWYU pragma: export
