// SPDX-License-Identifier: Apache-2.0
#include "simulated_views.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kanon::parties::test {
namespace {

constexpr std::size_t kPointSize = crypto::Point::kSize;

/// Drawn parts of a view by the place of their first like.
class Likes {
public:
    struct Found {
        std::size_t first = 0;
        bool is_new = false;
    };

    Found find(ByteView bytes) {
        const auto [at, is_new] = firsts_.try_emplace(Bytes(bytes.begin(), bytes.end()), next_++);
        return {.first = at->second, .is_new = is_new};
    }

private:
    std::map<Bytes, std::size_t> firsts_;
    std::size_t next_ = 0;
};

/// The payload without its drawn parts.
Bytes known_bytes(Bytes payload, const std::vector<MadeMessage::Drawn>& drawn) {
    for (const MadeMessage::Drawn& part : drawn) {
        std::fill_n(
            payload.begin() + static_cast<std::ptrdiff_t>(part.begin), part.size, std::uint8_t{0});
    }
    return payload;
}

struct BothViews {
    Likes real;
    Likes made;
    DrawnBytes& drawn;
};

::testing::AssertionResult is_same_message(const TranscriptEntry& real,
                                           const MadeMessage& made,
                                           BothViews& views) {
    if (real.sent != made.sent() || real.type != made.type() ||
        real.payload.size() != made.payload().size()) {
        return ::testing::AssertionFailure()
               << (real.sent ? "sent " : "received ") << real.type.number << " of "
               << real.payload.size() << " bytes; made: " << (made.sent() ? "sent " : "received ")
               << made.type().number << " of " << made.payload().size();
    }
    if (known_bytes(real.payload, made.drawn_parts()) !=
        known_bytes(made.payload(), made.drawn_parts())) {
        return ::testing::AssertionFailure() << "message " << real.type.number << " says more";
    }
    for (const MadeMessage::Drawn& part : made.drawn_parts()) {
        const ByteView in_real = ByteView(real.payload).subspan(part.begin, part.size);
        const ByteView in_made = ByteView(made.payload()).subspan(part.begin, part.size);
        const Likes::Found first_real = views.real.find(in_real);
        const Likes::Found first_made = views.made.find(in_made);
        if (first_real.first != first_made.first) {
            return ::testing::AssertionFailure()
                   << "message " << real.type.number << " repeats what was said, or does not";
        }
        if (first_real.is_new) {
            views.drawn.take(in_real, in_made);
        }
    }
    return ::testing::AssertionSuccess();
}

}  // namespace

void DrawnBytes::take(ByteView real, ByteView made) {
    if (!seen_.emplace(real.begin(), real.end()).second) {
        return;
    }
    for (const bool is_made : {false, true}) {
        Counts& counts = counts_[{real.size() == kPointSize, is_made}];
        for (const std::uint8_t byte : is_made ? made : real) {
            ++counts.at(byte);
        }
    }
}

void DrawnBytes::expect_alike() const {
    for (const bool is_point : {false, true}) {
        if (!counts_.contains({is_point, false})) {
            continue;
        }
        const Counts& real = counts_.at({is_point, false});
        const Counts& made = counts_.at({is_point, true});
        EXPECT_EQ(std::accumulate(real.begin(), real.end(), std::uint64_t{0}),
                  std::accumulate(made.begin(), made.end(), std::uint64_t{0}));
        double chi_square = 0;
        for (std::size_t byte = 0; byte < real.size(); ++byte) {
            const auto a = static_cast<double>(real.at(byte));
            const auto b = static_cast<double>(made.at(byte));
            chi_square += a + b > 0 ? (a - b) * (a - b) / (a + b) : 0;
        }
        constexpr double kFree = 255;
        EXPECT_LT(chi_square, kFree + 6 * std::sqrt(2 * kFree)) << (is_point ? "points" : "others");
    }
}

void expect_same_view(const Transcript& real, const MadeTranscript& made, DrawnBytes& drawn) {
    ASSERT_EQ(real.size(), made.size());
    BothViews views{.real = {}, .made = {}, .drawn = drawn};
    for (std::size_t place = 0; place < real.size(); ++place) {
        const std::size_t messages = std::min(real[place].size(), made[place].size());
        for (std::size_t i = 0; i < messages; ++i) {
            ASSERT_TRUE(is_same_message(real[place][i], made[place][i], views))
                << "with " << place << ", message " << i;
        }
        ASSERT_EQ(real[place].size(), made[place].size()) << "with " << place;
    }
}

}  // namespace kanon::parties::test
