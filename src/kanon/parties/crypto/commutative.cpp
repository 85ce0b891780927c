// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/commutative.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"

#include <utility>

namespace kanon::crypto {
namespace {

constexpr std::size_t kPointsAtOnce = 64;  // about 5 ms of work

template <class Item, class Make>
std::vector<Point> points_of(std::span<const Item> items, unsigned threads, const Make& make) {
    std::vector<Point> out(items.size());
    parallel_for(items.size(), kPointsAtOnce, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            out[i] = make(items[i]);
        }
    });
    return out;
}

}  // namespace

CommutativeKey::CommutativeKey(Scalar key) : key_(std::move(key)), inverse_(key_.inverse()) {}

CommutativeKey CommutativeKey::random() {
    return CommutativeKey(Scalar::random());
}

Point CommutativeKey::encrypt(std::string_view domain, std::string_view bytes) const {
    return encrypt(hash_to_group(domain, bytes));
}

Point CommutativeKey::encrypt(const Point& point) const {
    KANON_CHECK(!key_.is_zero());
    return multiply(key_, point);
}

Point CommutativeKey::decrypt(const Point& point) const {
    KANON_CHECK(!inverse_.is_zero());
    return multiply(inverse_, point);
}

std::vector<Point> CommutativeKey::encrypt_all(std::string_view domain,
                                               std::span<const std::string> texts,
                                               unsigned threads) const {
    return points_of(
        texts, threads, [&](const std::string& text) { return encrypt(domain, text); });
}

std::vector<Point> CommutativeKey::encrypt_all(std::span<const Point> points,
                                               unsigned threads) const {
    return points_of(points, threads, [&](const Point& point) { return encrypt(point); });
}

std::vector<Point> CommutativeKey::decrypt_all(std::span<const Point> points,
                                               unsigned threads) const {
    return points_of(points, threads, [&](const Point& point) { return decrypt(point); });
}

}  // namespace kanon::crypto
