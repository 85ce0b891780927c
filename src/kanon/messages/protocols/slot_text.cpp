// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/slot_text.hpp"

#include "kanon/base/check.hpp"
#include "kanon/messages/protocols/digest.hpp"

#include <algorithm>
#include <array>

namespace kanon::messages {

using parties::Bytes;
using parties::ByteView;

namespace {

constexpr std::size_t kScalarBytes = 32;

}  // namespace

Bytes SlotFormat::bytes_of(const SlotMessage& message) const {
    KANON_CHECK(message.sealed.size() == sealed_size_);
    Bytes rest{message.group};
    rest.insert(rest.end(), message.sealed.begin(), message.sealed.end());
    const Digest hash = digest_of(rest);
    Bytes out(hash.begin(), hash.begin() + kHashSize);
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
}

OpenSlot SlotFormat::read(ByteView bytes) const {
    KANON_CHECK(bytes.size() == size());
    if (std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; })) {
        return {};
    }
    const ByteView rest = bytes.subspan(kHashSize);
    const Digest hash = digest_of(rest);
    if (!std::equal(hash.begin(), hash.begin() + kHashSize, bytes.begin())) {
        return {.state = OpenSlot::State::garbled};
    }
    return {.state = OpenSlot::State::message,
            .message = {.group = rest.front(), .sealed = {rest.begin() + 1, rest.end()}}};
}

std::vector<crypto::Scalar> SlotFormat::scalars_of(const SlotMessage& message) const {
    Bytes bytes = bytes_of(message);
    bytes.resize(scalars() * kBytesOfScalar, 0);
    std::vector<crypto::Scalar> out;
    for (std::size_t i = 0; i < scalars(); ++i) {
        std::array<std::uint8_t, kScalarBytes> one{};
        std::copy_n(&bytes[i * kBytesOfScalar], kBytesOfScalar, one.begin());
        out.push_back(crypto::Scalar::decode(one));
    }
    return out;
}

OpenSlot SlotFormat::read(const crypto::VectorOpening& sum) const {
    KANON_CHECK(sum.values.size() == scalars());
    const Bytes numbers = sum.disclose();
    Bytes bytes;
    bool fits = true;
    for (std::size_t i = 0; i < scalars(); ++i) {
        const ByteView one = ByteView(numbers).subspan(i * kScalarBytes, kScalarBytes);
        fits = fits && one.back() == 0;
        bytes.insert(bytes.end(), one.begin(), one.begin() + kBytesOfScalar);
    }
    fits = fits && std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(size()),
                               bytes.end(),
                               [](std::uint8_t byte) { return byte == 0; });
    bytes.resize(size());
    return fits ? read(bytes) : OpenSlot{.state = OpenSlot::State::garbled};
}

}  // namespace kanon::messages
