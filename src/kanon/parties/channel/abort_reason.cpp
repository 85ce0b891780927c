// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/abort_reason.hpp"

#include "kanon/parties/channel/faults.hpp"

#include <string>

namespace kanon::parties {

std::string_view sentence_of(AbortReason reason) {
    switch (reason) {
        case AbortReason::cancelled:
            return "it was cancelled";
        case AbortReason::table_unreadable:
            return "its table could not be read";
        case AbortReason::settings_differ:
            return "its settings differ from those of another party";
        case AbortReason::not_as_agreed:
            return "its table or a message that it got was not as agreed";
        case AbortReason::infeasible:
            return "no release can keep the promises";
        case AbortReason::output_failed:
            return "its output could not be written";
        case AbortReason::timed_out:
            return "it waited too long";
        case AbortReason::another_party:
            return "another party stopped";
        case AbortReason::declined:
            return "it declined";
        case AbortReason::fault:
            return "of a fault of its own";
    }
    return "for a reason that this version does not know";
}

AbortReason reason_of(const Error& error) {
    switch (error.code()) {
        case ErrorCode::cancelled:
            return AbortReason::cancelled;
        case ErrorCode::bad_input:
            return AbortReason::table_unreadable;
        case ErrorCode::usage:
        case ErrorCode::bad_policy:
        case ErrorCode::bad_hierarchy:
            return AbortReason::settings_differ;
        case ErrorCode::infeasible:
        case ErrorCode::warned:
            return AbortReason::infeasible;
        case ErrorCode::bad_output:
            return AbortReason::output_failed;
        case ErrorCode::timed_out:
            return AbortReason::timed_out;
        case ErrorCode::audit_failed:
            return AbortReason::fault;
    }
    return AbortReason::fault;
}

Bytes abort_payload(AbortReason reason) {
    const auto number = static_cast<std::uint16_t>(reason);
    return {static_cast<std::uint8_t>(number & 0xFFU), static_cast<std::uint8_t>(number >> 8U)};
}

Error stopped_error(std::string_view sender, ByteView payload) {
    if (payload.size() != kAbortBytes) {
        return not_as_agreed(sender, "its reason to stop has the wrong length");
    }
    const unsigned number = payload[0] + (static_cast<unsigned>(payload[1]) << 8U);
    return {ErrorCode::bad_input,
            std::string(sender) +
                " stopped: " + std::string(sentence_of(static_cast<AbortReason>(number)))};
}

}  // namespace kanon::parties
