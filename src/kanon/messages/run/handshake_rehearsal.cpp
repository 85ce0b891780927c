// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/run/handshake_rehearsal.hpp"

#include "kanon/messages/protocols/xu_yung.hpp"
#include "kanon/parties/channel/pipe_channel.hpp"

#include <fmt/format.h>

#include <future>
#include <string_view>

namespace kanon::messages {
namespace {

struct Club {
    std::string_view letter;
    std::vector<Credential> members;
    ClubList list;
};

Club new_club(std::string_view letter, std::size_t members, std::size_t k) {
    std::vector<Credential> credentials;
    for (std::size_t i = 0; i < members; ++i) {
        credentials.push_back(new_credential());
    }
    ClubList list = list_of(credentials, k);
    return {.letter = letter, .members = std::move(credentials), .list = std::move(list)};
}

Meeting meet(const Club& first, std::size_t member, const Club& second, std::size_t other) {
    Meeting out{.first = fmt::format("{}{:02}", first.letter, member + 1),
                .second = fmt::format("{}{:02}", second.letter, other + 1)};
    const auto [left, right] = parties::pipe_channels(out.first, out.second);
    parties::Channel& of_second = *right;
    std::future<Handshake> answer = std::async(std::launch::async, [&] {
        return shake_hands(of_second, second.list, second.members[other], false);
    });
    const Handshake hand = shake_hands(*left, first.list, first.members[member], true);
    out.accepted = answer.get().accepted && hand.accepted;
    out.second_block = hand.block;
    out.hidden = hand.block ? first.list.blocks()[*hand.block].size() : 0;
    out.bytes = left->traffic().bytes_sent;
    return out;
}

}  // namespace

std::vector<Meeting> rehearse_handshakes(std::size_t members, std::size_t k) {
    const Club club = new_club("m", members, k);
    const Club another = new_club("x", members, k);
    return {meet(club, 0, club, 1),
            meet(club, 0, club, members - 1),
            meet(club, 0, club, members - 1),
            meet(club, 0, another, 0),
            meet(another, 0, another, 1)};
}

}  // namespace kanon::messages
