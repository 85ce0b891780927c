// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/vector_pedersen.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <string>

namespace kanon::crypto {
namespace {

constexpr std::size_t kScalarSize = 32;

void append_scalar(std::vector<std::uint8_t>& to, const Scalar& scalar) {
    to.insert(to.end(), RawBytes::of(scalar).begin(), RawBytes::of(scalar).end());
}

}  // namespace

std::vector<std::uint8_t> VectorOpening::disclose() const {
    std::vector<std::uint8_t> out;
    out.reserve(kScalarSize * (values.size() + 1));
    for (const Scalar& value : values) {
        append_scalar(out, value);
    }
    append_scalar(out, blinding);
    return out;
}

VectorOpening VectorOpening::decode(std::span<const std::uint8_t> bytes, std::size_t values) {
    if (bytes.size() != kScalarSize * (values + 1)) {
        throw Error(ErrorCode::bad_input, "a party sent an opening of another length than agreed");
    }
    VectorOpening out;
    for (std::size_t i = 0; i < values; ++i) {
        out.values.push_back(Scalar::decode(bytes.subspan(kScalarSize * i, kScalarSize)));
    }
    out.blinding = Scalar::decode(bytes.last(kScalarSize));
    return out;
}

VectorOpening VectorOpening::copy() const {
    VectorOpening out;
    for (const Scalar& value : values) {
        out.values.push_back(value.copy());
    }
    out.blinding = blinding.copy();
    return out;
}

VectorOpening operator+(const VectorOpening& left, const VectorOpening& right) {
    KANON_CHECK(left.values.size() == right.values.size());
    VectorOpening out;
    for (std::size_t i = 0; i < left.values.size(); ++i) {
        out.values.push_back(left.values[i] + right.values[i]);
    }
    out.blinding = left.blinding + right.blinding;
    return out;
}

VectorPedersen::VectorPedersen(std::size_t values) {
    KANON_CHECK(values >= 1);
    for (std::size_t i = 0; i < values; ++i) {
        generators_.push_back(hash_to_group("pedersen-vector", std::to_string(i)));
    }
}

Commitment VectorPedersen::commit(const VectorOpening& opening) const {
    KANON_CHECK(opening.values.size() == generators_.size());
    Point sum = multiply(opening.blinding, pedersen_generator());
    for (std::size_t i = 0; i < generators_.size(); ++i) {
        sum = sum + multiply(opening.values[i], generators_[i]);
    }
    return {sum};
}

bool VectorPedersen::opens_all(std::span<const Commitment> commitments,
                               std::span<const VectorOpening> openings) const {
    KANON_CHECK(commitments.size() == openings.size());
    Point left;
    VectorOpening right;
    right.values.resize(generators_.size());
    for (std::size_t i = 0; i < commitments.size(); ++i) {
        KANON_CHECK(openings[i].values.size() == generators_.size());
        const Scalar weight = Scalar::random();
        left = left + multiply(weight, commitments[i].point);
        for (std::size_t j = 0; j < generators_.size(); ++j) {
            right.values[j] = right.values[j] + weight * openings[i].values[j];
        }
        right.blinding = right.blinding + weight * openings[i].blinding;
    }
    return left == commit(right).point;
}

}  // namespace kanon::crypto
