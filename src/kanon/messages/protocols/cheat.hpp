// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kanon::messages {

/// What a member of a rehearsal or test does other than von-ahn has it. Nobody else cheats by this
/// code; what is shown is that the others name who does.
enum class Cheat : std::uint8_t {
    none,
    false_accusation,  ///< says that a good share does not open; nobody is named for that
    garbage,           ///< fills its slot with what is no message; it uses one slot, as it may
    stop,              ///< ends amid the round, which ends its group's run
    two_faces,         ///< sends other commitments to one member than to the rest
    two_slots,         ///< fills two slots
    wrong_share,       ///< gives one member a share other than it committed to, and stands by it
    wrong_sum          ///< sends sums that are not those of its shares
};

/// The names of all but `none`, kebab-case, by name.
[[nodiscard]] std::span<const std::string_view> cheat_names();

/// \throws Error{usage} with the nearest name there is
[[nodiscard]] Cheat find_cheat(std::string_view name);

/// Is who does so named?
[[nodiscard]] bool is_named_for(Cheat cheat);

}  // namespace kanon::messages
