// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/natural.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kanon {
namespace {

constexpr unsigned kWordBits = 32;

}  // namespace

Natural::Natural(Wide value) {
    for (; value != 0; value >>= kWordBits) {
        words_.push_back(static_cast<std::uint32_t>(value));
    }
}

Natural Natural::power_of_two(unsigned exponent) {
    Natural out;
    out.words_.resize(exponent / kWordBits + 1);
    out.words_.back() = std::uint32_t{1} << (exponent % kWordBits);
    return out;
}

Natural Natural::power(std::uint32_t base, unsigned exponent) {
    Natural out = 1;
    for (unsigned i = 0; i < exponent; ++i) {
        out = out * Natural(base);
    }
    return out;
}

SignedWide Natural::narrow() const {
    KANON_CHECK(*this < power_of_two(127));
    SignedWide out = 0;
    for (std::size_t i = words_.size(); i > 0; --i) {
        out = (out << kWordBits) + words_[i - 1];
    }
    return out;
}

double Natural::rounded() const {
    constexpr std::size_t kTop = 4;  // more than a double holds
    double out = 0;
    const std::size_t from = words_.size() - std::min(words_.size(), kTop);
    for (std::size_t i = words_.size(); i > from; --i) {
        out = out * std::ldexp(1.0, kWordBits) + words_[i - 1];
    }
    return std::ldexp(out, static_cast<int>(from * kWordBits));
}

Natural& Natural::operator+=(const Natural& other) {
    words_.resize(std::max(words_.size(), other.words_.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        carry += words_[i];
        carry += i < other.words_.size() ? other.words_[i] : 0U;
        words_[i] = static_cast<std::uint32_t>(carry);
        carry >>= kWordBits;
    }
    trim();
    return *this;
}

Natural& Natural::operator-=(const Natural& other) {
    KANON_CHECK(other <= *this);
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const std::uint64_t taken = borrow + (i < other.words_.size() ? other.words_[i] : 0U);
        borrow = words_[i] < taken ? 1 : 0;
        words_[i] = static_cast<std::uint32_t>((borrow << kWordBits) + words_[i] - taken);
    }
    trim();
    return *this;
}

Natural operator*(const Natural& a, const Natural& b) {
    Natural out;
    out.words_.resize(a.words_.size() + b.words_.size());
    for (std::size_t i = 0; i < a.words_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.words_.size(); ++j) {
            carry += std::uint64_t{a.words_[i]} * b.words_[j] + out.words_[i + j];
            out.words_[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= kWordBits;
        }
        if (!b.words_.empty()) {
            out.words_[i + b.words_.size()] = static_cast<std::uint32_t>(carry);
        }
    }
    out.trim();
    return out;
}

std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
    if (a.words_.size() != b.words_.size()) {
        return a.words_.size() <=> b.words_.size();
    }
    return std::lexicographical_compare_three_way(
        a.words_.rbegin(), a.words_.rend(), b.words_.rbegin(), b.words_.rend());
}

void Natural::trim() {
    while (!words_.empty() && words_.back() == 0) {
        words_.pop_back();
    }
}

}  // namespace kanon
