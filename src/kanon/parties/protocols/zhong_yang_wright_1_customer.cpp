// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/zhong_yang_wright_1_customer.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/seal.hpp"

#include <array>
#include <utility>

namespace kanon::parties::zyw1 {
namespace {

using crypto::Point;
using crypto::Scalar;
using crypto::SealKey;
using crypto::Share;

// What each is hashed for.
constexpr std::string_view kValueDomain = "kanon zhong-yang-wright-1 value";
constexpr std::string_view kShareDomain = "kanon zhong-yang-wright-1 share";
constexpr std::string_view kTagDomain = "kanon zhong-yang-wright-1 tag";
constexpr std::string_view kGroupDomain = "kanon zhong-yang-wright-1 group";
constexpr std::string_view kInnerDomain = "kanon zhong-yang-wright-1 inner seal";
constexpr std::string_view kOuterDomain = "kanon zhong-yang-wright-1 outer seal";

constexpr std::size_t kShareSize = 64;
constexpr std::size_t kPaddedTo = 64;  ///< bytes of a row: multiples of it

ByteView bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string text_of(const Bytes& bytes) {
    return {bytes.begin(), bytes.end()};
}

/// What a share is sealed for: by whom, for whom.
std::string share_context(std::uint32_t helper, std::uint32_t customer) {
    return std::to_string(helper) + ":" + std::to_string(customer);
}

/// The key that two customers have in common.
SealKey common_key(const Scalar& own, const Point& other) {
    Point secret = crypto::multiply(own, other);
    SealKey key = SealKey::of_point(kShareDomain, secret);
    crypto::wipe_point(secret);
    return key;
}

Bytes plain_row(const CustomerRow& row) {
    MessageWriter writer;
    writer.bytes(bytes_of(row.quasi_identifiers));
    writer.bytes(bytes_of(row.sensitive));
    return writer.take();
}

CustomerRow read_plain_row(std::string_view plain) {
    MessageReader reader(bytes_of(plain), "a customer");
    CustomerRow out;
    out.quasi_identifiers = text_of(reader.bytes(kMostCustomerBytes));
    out.sensitive = text_of(reader.bytes(kMostCustomerBytes));
    return out;
}

crypto::KeyedTag tag_of(const Point& k_point, std::uint32_t number, const Point& point) {
    const std::string of = std::to_string(number);
    const std::array<std::string_view, 2> parts{of, crypto::text_of(point.encode())};
    return crypto::keyed_tag(kTagDomain, k_point, parts);
}

}  // namespace

std::size_t padded_size(const CustomerRow& row) {
    return (plain_row(row).size() + kPaddedTo - 1) / kPaddedTo * kPaddedTo;
}

std::size_t sealed_size(std::size_t padded) {
    return padded + 2 * crypto::kSealSize;
}

std::size_t sealed_share_size() {
    return kShareSize + crypto::kSealSize;
}

Scalar place_of_share(std::uint32_t customer) {
    return Scalar::of(std::uint64_t{customer} + 1);
}

Customer::Customer(const CustomerRow& row)
    : row_(row),
      key_(Scalar::random()),
      public_key_(crypto::base_multiply(key_)),
      blind_(crypto::CommutativeKey::random()) {}

DealtShares Customer::deal(std::uint64_t k, std::span<const Point> public_keys) {
    part_of_z_ = Scalar::random();
    const Scalar part_of_x = Scalar::random();
    std::vector<Scalar> places;
    for (std::uint32_t customer = 0; customer < public_keys.size(); ++customer) {
        places.push_back(place_of_share(customer));
    }
    DealtShares out;
    out.in_public = crypto::base_multiply(part_of_x);
    const std::vector<Share> shares = crypto::share(part_of_x, k, places);
    for (std::uint32_t customer = 0; customer < public_keys.size(); ++customer) {
        std::array<std::uint8_t, kShareSize> plain = shares[customer].disclose();
        out.shares.push_back(crypto::seal(common_key(key_, public_keys[customer]),
                                          crypto::text_of(plain),
                                          share_context(number_, customer)));
        crypto::wipe(plain);
    }
    return out;
}

Point Customer::evaluate(const Point& blinded) const {
    KANON_CHECK(!part_of_z_.is_zero());
    return crypto::multiply(part_of_z_, blinded);
}

Point Customer::blinded() const {
    return blind_.encrypt(kValueDomain, row_.quasi_identifiers);
}

void Customer::take_shares(std::span<const std::string> sealed,
                           std::span<const std::uint32_t> helpers,
                           std::span<const Point> public_keys) {
    KANON_CHECK(sealed.size() == helpers.size());
    share_of_x_ = Scalar();
    for (std::size_t i = 0; i < helpers.size(); ++i) {
        std::string plain = crypto::open(common_key(key_, public_keys[helpers[i]]),
                                         sealed[i],
                                         share_context(helpers[i], number_));
        const Share share = Share::decode(bytes_of(plain));
        crypto::wipe({reinterpret_cast<std::uint8_t*>(plain.data()), plain.size()});
        if (share.x != place_of_share(number_)) {
            throw Error(ErrorCode::bad_input, "a share of the joint key is another customer's");
        }
        share_of_x_ = share_of_x_ + share.y;
    }
}

void Customer::take_evaluated(const Point& point) {
    k_point_ = blind_.decrypt(point);
}

SealedRow Customer::seal_row(const Point& joint_key, std::size_t padded) const {
    const std::string context = std::to_string(number_);
    std::string plain = text_of(plain_row(row_));
    KANON_CHECK(plain.size() <= padded);
    plain.resize(padded);
    const Scalar r = Scalar::random();
    SealedRow out;
    out.tagged.point = crypto::base_multiply(r);
    out.tagged.tag = tag_of(k_point_, number_, out.tagged.point);
    Point secret = crypto::multiply(r, joint_key);
    out.sealed =
        crypto::seal(SealKey::of_point(kOuterDomain, secret),
                     crypto::seal(SealKey::of_point(kInnerDomain, group_key()), plain, context),
                     context);
    crypto::wipe_point(secret);
    return out;
}

std::vector<std::uint32_t> Customer::equal_rows(std::span<const TaggedPoint> all) const {
    KANON_CHECK(!k_point_.is_identity());
    std::vector<std::uint32_t> out;
    for (std::uint32_t customer = 0; customer < all.size(); ++customer) {
        const crypto::KeyedTag tag = tag_of(k_point_, customer, all[customer].point);
        if (crypto::equal_in_constant_time(tag, all[customer].tag)) {
            out.push_back(customer);
        }
    }
    return out;
}

Point Customer::partial_opening(const Point& point) const {
    KANON_CHECK(!share_of_x_.is_zero());
    return crypto::multiply(share_of_x_, point);
}

Point Customer::group_key() const {
    KANON_CHECK(!k_point_.is_identity());
    return crypto::hash_to_group(kGroupDomain, crypto::text_of(k_point_.encode()));
}

CustomerRow open_row(const SealedRow& row,
                     std::uint32_t number,
                     std::span<const crypto::PointShare> partial_openings,
                     const Point& group_key) {
    const std::string context = std::to_string(number);
    const Point secret = crypto::combine_in_exponent(partial_openings);
    const std::string inner =
        crypto::open(SealKey::of_point(kOuterDomain, secret), row.sealed, context);
    return read_plain_row(crypto::open(SealKey::of_point(kInnerDomain, group_key), inner, context));
}

}  // namespace kanon::parties::zyw1
