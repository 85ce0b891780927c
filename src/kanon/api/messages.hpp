// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Messages whose sender and receiver are each one of k to everyone else.
#include "kanon/messages/protocols/cheat.hpp"          // IWYU pragma: export
#include "kanon/messages/run/group_file.hpp"           // IWYU pragma: export
#include "kanon/messages/run/handshake_rehearsal.hpp"  // IWYU pragma: export
#include "kanon/messages/run/message_run.hpp"          // IWYU pragma: export
#include "kanon/parties/run/party_list.hpp"            // IWYU pragma: export
