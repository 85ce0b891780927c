// SPDX-License-Identifier: Apache-2.0
// Any bytes as what another party sends. The first byte says what is asked of each message; the
// rest are frames. Whatever they are, they become messages within the limits or are refused, and
// the same ones in whatever pieces they come.
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/channel/frame.hpp"
#include "kanon/parties/channel/wire.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using kanon::parties::Bytes;
using kanon::parties::ByteView;
using kanon::parties::MessageAssembler;
using kanon::parties::MessageReader;
using kanon::parties::MessageType;

constexpr std::size_t kMostPayload = 4096;
constexpr std::size_t kMostItems = 64;

/// The payloads of messages that came whole before the first fault.
std::vector<Bytes> messages_of(ByteView bytes, std::size_t piece) {
    std::vector<Bytes> out;
    MessageAssembler assembler("clinic");
    try {
        while (!bytes.empty()) {
            assembler.expect(MessageType{16}, kMostPayload);
            while (!bytes.empty() && !assembler.complete()) {
                const auto part = bytes.first(std::min({bytes.size(), assembler.wanted(), piece}));
                assembler.feed(part);
                bytes = bytes.subspan(part.size());
            }
            if (assembler.complete()) {
                out.push_back(assembler.take());
                KANON_CHECK(out.back().size() <= kMostPayload);
            }
        }
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() == kanon::ErrorCode::bad_input);
    }
    return out;
}

void read_one(MessageReader& reader, unsigned what) {
    switch (what % 8) {
        case 0:
            (void)reader.flag();
            break;
        case 1:
            (void)reader.varint();
            break;
        case 2:
            (void)reader.finite();
            break;
        case 3:
            KANON_CHECK(reader.text(kMostItems).size() <= kMostItems);
            break;
        case 4:
            KANON_CHECK(reader.bytes(kMostItems).size() <= kMostItems);
            break;
        case 5:
            KANON_CHECK(reader.u32s(kMostItems).size() <= kMostItems);
            break;
        case 6:
            KANON_CHECK(reader.u64s(kMostItems).size() <= kMostItems);
            break;
        default:
            KANON_CHECK(reader.blobs<32>(kMostItems).size() <= kMostItems);
            break;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const ByteView frames = ByteView(data, size).subspan(1);
    const auto messages = messages_of(frames, kMostPayload);
    KANON_CHECK(messages == messages_of(frames, 1));
    for (const Bytes& message : messages) {
        MessageReader reader(message, "clinic");
        try {
            for (unsigned what = data[0]; reader.left() > 0; what = what * 5 + 1) {
                read_one(reader, what);
            }
            reader.finish();
        } catch (const kanon::Error& error) {
            KANON_CHECK(error.code() == kanon::ErrorCode::bad_input);
        }
    }
    return 0;
}
