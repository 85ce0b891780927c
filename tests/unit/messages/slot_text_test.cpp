// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/slot_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon::messages {
namespace {

using State = OpenSlot::State;

crypto::VectorOpening slot_of(const SlotFormat& format, const SlotMessage& message) {
    crypto::VectorOpening out;
    out.values = format.scalars_of(message);
    return out;
}

TEST(SlotText, IsReadBackFromBytesAndNumbers) {
    for (std::size_t size = 1; size < 80; ++size) {
        const SlotFormat format(size);
        const SlotMessage message{.group = 7, .sealed = std::string(size, '\xFF')};
        const OpenSlot read = format.read(format.bytes_of(message));
        EXPECT_EQ(read.state, State::message);
        EXPECT_EQ(read.message, message);
        const OpenSlot of_numbers = format.read(slot_of(format, message));
        EXPECT_EQ(of_numbers.state, State::message);
        EXPECT_EQ(of_numbers.message, message);
    }
}

TEST(SlotText, SumsOfTwoAreGarbledAndNoneIsEmpty) {
    const SlotFormat format(40);
    const SlotMessage first{.group = 0, .sealed = std::string(40, 'a')};
    const SlotMessage second{.group = 1, .sealed = std::string(40, 'b')};
    EXPECT_EQ(format.read(slot_of(format, first) + slot_of(format, second)).state, State::garbled);
    EXPECT_EQ(format.read(slot_of(format, first) + slot_of(format, first)).state, State::garbled);
    crypto::VectorOpening none;
    none.values.resize(format.scalars());
    EXPECT_EQ(format.read(none).state, State::empty);
}

TEST(SlotText, AnyChangedByteGarbles) {
    const SlotFormat format(10);
    const parties::Bytes bytes = format.bytes_of({.group = 3, .sealed = "0123456789"});
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        parties::Bytes changed = bytes;
        changed[i] ^= 1;
        EXPECT_EQ(format.read(changed).state, State::garbled) << i;
    }
}

}  // namespace
}  // namespace kanon::messages
