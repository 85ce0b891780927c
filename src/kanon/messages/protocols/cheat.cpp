// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/cheat.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace kanon::messages {
namespace {

/// In the order of Cheat, without `none`.
constexpr std::array<std::string_view, 7> kCheatNames{
    "false-accusation", "garbage", "stop", "two-faces", "two-slots", "wrong-share", "wrong-sum"};

}  // namespace

std::span<const std::string_view> cheat_names() {
    return kCheatNames;
}

Cheat find_cheat(std::string_view name) {
    const auto* const found = std::ranges::find(kCheatNames, name);
    if (found == kCheatNames.end()) {
        throw Error(
            ErrorCode::usage,
            "no way to cheat is named '" + std::string(name) + "'" + suggestion(name, kCheatNames));
    }
    return static_cast<Cheat>(found - kCheatNames.begin() + 1);
}

bool is_named_for(Cheat cheat) {
    return cheat != Cheat::none && cheat != Cheat::false_accusation && cheat != Cheat::garbage &&
           cheat != Cheat::stop;
}

}  // namespace kanon::messages
