// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/engine_error.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kanon::engine {
namespace {

/// Classes of SQLSTATE whose words are about the session, names, rights and the machine: nothing
/// that is read of rows comes into them.
constexpr std::array<std::string_view, 16> kToldClasses{"08",   // connection
                                                        "0A",   // what the engine cannot do
                                                        "25",   // state of the transaction
                                                        "28",   // who may connect
                                                        "2B",   // what others depend on
                                                        "3D",   // no such database
                                                        "3F",   // no such schema
                                                        "40",   // rolled back
                                                        "42",   // SQL, names, rights
                                                        "53",   // out of disk, memory, sessions
                                                        "54",   // too long or too many
                                                        "55",   // locked, or not ready
                                                        "57",   // ended by somebody else
                                                        "58",   // the machine
                                                        "HYT",  // too late
                                                        "IM"};  // the driver manager

bool may_quote_cells(const EngineFault& fault) {
    return std::ranges::none_of(
        kToldClasses, [&fault](std::string_view told) { return fault.state().starts_with(told); });
}

std::string state_text(const EngineFault& fault) {
    return fault.state().empty() ? "" : " (SQLSTATE " + fault.state() + ")";
}

}  // namespace

Error error_of(const EngineFault& fault, const SourceAddress& address, const AskedOfEngine& asked) {
    const bool is_hidden = asked.looks_at_rows && !asked.show_values && may_quote_cells(fault);
    const std::string why = is_hidden ? "the engine's words may quote cells and are not shown"
                                      : "the engine says: " + std::string(fault.what());
    return {ErrorCode::bad_input,
            "cannot " + asked.what + "; " + why + state_text(fault) +
                (is_hidden ? "; --show-values shows them" : ""),
            Where{.file = shown(address)}};
}

}  // namespace kanon::engine
