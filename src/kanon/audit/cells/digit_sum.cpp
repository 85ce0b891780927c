// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/digit_sum.hpp"

#include <algorithm>
#include <string>

namespace kanon::auditing {
namespace {

constexpr std::int64_t kBase = 1'000'000'000;
constexpr std::size_t kDigitsOfPart = 9;

}  // namespace

DigitSum::DigitSum(const ExactNumber& number, std::size_t places) {
    const std::string digits = number.scaled(places);
    for (std::size_t end = digits.size(); end > 0; end -= std::min(end, kDigitsOfPart)) {
        const std::size_t begin = end - std::min(end, kDigitsOfPart);
        const std::int64_t part = std::stoll(digits.substr(begin, end - begin));
        parts_.push_back(number.is_negative() ? -part : part);
    }
    settle();
}

void DigitSum::add(const DigitSum& number, std::uint32_t times) {
    accumulate(number, static_cast<std::int64_t>(times));
}

void DigitSum::subtract(const DigitSum& number, std::uint32_t times) {
    accumulate(number, -static_cast<std::int64_t>(times));
}

int DigitSum::sign() const {
    // The last part of a settled number is 0 only if all are.
    return parts_.empty() || parts_.back() == 0 ? 0 : parts_.back() < 0 ? -1 : 1;
}

// A part is below 10^9 in size and `times` below 2^32, so products stay below 2^62.
void DigitSum::accumulate(const DigitSum& number, std::int64_t times) {
    parts_.resize(std::max(parts_.size(), number.parts_.size()));
    for (std::size_t i = 0; i < number.parts_.size(); ++i) {
        parts_[i] += number.parts_[i] * times;
    }
    settle();
}

void DigitSum::settle() {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const bool is_last = i + 1 == parts_.size();
        if (is_last && parts_[i] > -kBase && parts_[i] < kBase) {
            break;
        }
        std::int64_t carried = parts_[i] / kBase;
        carried -= parts_[i] % kBase < 0 ? 1 : 0;
        parts_[i] -= carried * kBase;
        if (is_last) {
            parts_.push_back(0);
        }
        parts_[i + 1] += carried;
    }
    while (!parts_.empty() && parts_.back() == 0) {
        parts_.pop_back();
    }
    // A last part of -1 over others is what is left of a borrow: the number is still below zero.
}

}  // namespace kanon::auditing
