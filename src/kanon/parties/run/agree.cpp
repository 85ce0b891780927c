// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/agree.hpp"

#include "kanon/base/error.hpp"
#include "kanon/parties/protocols/message_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::parties {
namespace {

/// Of what protocols send; programs of different numbers do not understand each other.
constexpr std::uint32_t kVersionOfProtocols = 1;
constexpr std::size_t kMostLines = 1U << 16U;
constexpr std::size_t kLongestLine = 1U << 16U;
constexpr std::size_t kMostAgreementBytes = std::size_t{1} << 22U;

MessageWriter lines_of(const AgreedText& agreement) {
    MessageWriter writer;
    writer.varint(agreement.lines.size());
    for (const std::string& line : agreement.lines) {
        writer.text(line);
    }
    return writer;
}

std::vector<std::string> read_lines(ByteView payload, const std::string& sender) {
    MessageReader reader(payload, sender);
    std::vector<std::string> out(reader.count(kMostLines, 1));
    for (std::string& line : out) {
        line = reader.text(kLongestLine);
    }
    reader.finish();
    return out;
}

/// True if the other's hash is ours.
bool is_the_same(const AgreedText& agreement, ByteView payload, const std::string& sender) {
    MessageReader reader(payload, sender);
    const std::uint32_t version = reader.u32();
    if (version != kVersionOfProtocols) {
        reader.refuse("it speaks another version of the protocols; use the same version of kanon");
    }
    const std::string hash = reader.text(agreement.sha256.size());
    reader.finish();
    return hash == agreement.sha256;
}

}  // namespace

void compare_agreements(const AgreedText& agreement, const Peers& peers) {
    MessageWriter writer;
    writer.u32(kVersionOfProtocols);
    writer.text(agreement.sha256);
    const std::vector<Bytes> hashes =
        peers.exchange(messages::kAgreement, writer.take(), kMostAgreementBytes);
    std::string fault;
    for (std::size_t party = 0; party < peers.size(); ++party) {
        if (party == peers.own() || is_the_same(agreement, hashes[party], peers.name(party))) {
            continue;
        }
        // The other sees the same difference, and sends its lines as well.
        peers.send(party, messages::kAgreementLines, lines_of(agreement));
        const std::vector<std::string> theirs =
            read_lines(peers.receive(party, messages::kAgreementLines, kMostAgreementBytes),
                       peers.name(party));
        if (fault.empty()) {
            fault = fmt::format(
                "{} has another agreement: {}",
                peers.name(party),
                fmt::join(agreement_differences(agreement.lines, theirs, peers.name(party)), "; "));
        }
    }
    if (!fault.empty()) {
        throw Error(ErrorCode::bad_policy, fault, Where{.file = agreement.file});
    }
}

}  // namespace kanon::parties
