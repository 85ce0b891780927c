// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/parties/channel/bytes.hpp"

#include <cstdint>
#include <string_view>

namespace kanon::parties {

/// Why a party stopped, as the others are told. Only the number is sent: what a party knows by
/// itself cannot leak into a sentence. Numbers are never given a second meaning.
enum class AbortReason : std::uint16_t {
    cancelled = 1,
    table_unreadable = 2,
    settings_differ = 3,
    not_as_agreed = 4,
    infeasible = 5,
    output_failed = 6,
    timed_out = 7,
    another_party = 8,
    declined = 9,
    fault = 10
};

inline constexpr std::size_t kAbortBytes = 2;  ///< of the payload: the number, little endian

/// What the other side says of it, after `clinic stopped: `. Of a number of a later version too.
[[nodiscard]] std::string_view sentence_of(AbortReason reason);

/// The reason that fits an error of this side's own work: its table, its settings, its output. Who
/// caught what a channel threw chooses not_as_agreed or another_party instead.
[[nodiscard]] AbortReason reason_of(const Error& error);

/// The payload of an abort message.
[[nodiscard]] Bytes abort_payload(AbortReason reason);

/// What to throw when `sender` stopped: `clinic stopped: its table could not be read`. A payload
/// of another length than kAbortBytes is not as agreed. Error{bad_input}
[[nodiscard]] Error stopped_error(std::string_view sender, ByteView payload);

}  // namespace kanon::parties
