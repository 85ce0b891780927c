// SPDX-License-Identifier: Apache-2.0
#include "kanon/messages/protocols/dealing.hpp"

#include "kanon/base/random.hpp"
#include "kanon/parties/crypto/at_most_one.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

namespace kanon::messages {
namespace {

using crypto::Scalar;
using crypto::VectorOpening;
using crypto::VectorPedersen;

SlotUse use_of(std::size_t slot, std::uint64_t value) {
    SlotUse out{.slot = slot, .values = {}};
    out.values.push_back(Scalar::of(value));
    return out;
}

TEST(Dealing, SharesFitTheirCommitmentsAndAddUpToTheSlots) {
    const VectorPedersen pedersen(1);
    const RoundShape shape{.members = 4, .slots = 3, .scalars = 1};
    const Dealing dealing = deal(pedersen, shape, use_of(1, 99), "test");
    for (std::size_t slot = 0; slot < 3; ++slot) {
        Scalar sum;
        for (std::size_t member = 0; member < 4; ++member) {
            const VectorOpening& share = dealing.shares[member][slot];
            EXPECT_TRUE(pedersen.opens(dealing.commitments[member][slot], share));
            sum = sum + share.values[0];
        }
        EXPECT_TRUE(sum == Scalar::of(slot == 1 ? 99 : 0));
    }
    const auto contents = slot_commitments(dealing.commitments);
    EXPECT_TRUE(crypto::holds_at_most_one(contents, dealing.proof, "test"));
    EXPECT_FALSE(crypto::holds_at_most_one(contents, dealing.proof, "elsewhere"));
}

TEST(Dealing, TwoSlotsAreFoundOutWithAndWithoutAMessage) {
    const VectorPedersen pedersen(1);
    const RoundShape shape{.members = 3, .slots = 6, .scalars = 1};
    for (const bool sends : {false, true}) {
        const Dealing dealing = deal(pedersen,
                                     shape,
                                     sends ? std::optional(use_of(2, 5)) : std::nullopt,
                                     "test",
                                     Cheat::two_slots);
        EXPECT_FALSE(crypto::holds_at_most_one(
            slot_commitments(dealing.commitments), dealing.proof, "test"));
    }
}

/// What k - 1 of a group of 2 k - 1 members see of the k honest others in a round: k = 2, the last
/// of three is curious. All three numbers of a slot are small, so that chance has few outcomes.
struct CuriousView {
    std::array<Dealing, 2> dealings;  ///< of the honest ones; shares but for [2] hidden
    std::array<std::vector<VectorOpening>, 2> sums;  ///< that the honest ones open, by slot
};

constexpr RoundShape kSmallest{.members = 3, .slots = 2, .scalars = 1};

/// A round in which the honest member `sender` puts 1 into slot 0.
CuriousView view_of_round(const VectorPedersen& pedersen, std::size_t sender) {
    CuriousView out;
    for (std::size_t member = 0; member < 2; ++member) {
        out.dealings[member] = deal(pedersen,
                                    kSmallest,
                                    member == sender ? std::optional(use_of(0, 1)) : std::nullopt,
                                    "test");
    }
    for (std::size_t member = 0; member < 2; ++member) {
        for (std::size_t slot = 0; slot < kSmallest.slots; ++slot) {
            out.sums[member].push_back(out.dealings[0].shares[member][slot] +
                                       out.dealings[1].shares[member][slot]);
        }
    }
    return out;
}

using Look = std::function<std::uint8_t(const CuriousView&)>;

std::uint8_t low_byte(const Scalar& scalar) {
    VectorOpening opening;
    opening.values.push_back(scalar.copy());
    return opening.disclose().front();
}

/// What a curious member may look at, each cut to one of eight values.
std::vector<Look> looks() {
    std::vector<Look> out;
    for (std::size_t member = 0; member < 2; ++member) {
        for (std::size_t slot = 0; slot < 2; ++slot) {
            out.emplace_back([=](const CuriousView& view) {
                return low_byte(view.dealings[member].shares[2][slot].values[0]) % 8;
            });
            out.emplace_back([=](const CuriousView& view) {
                return low_byte(view.sums[member][slot].values[0]) % 8;
            });
            out.emplace_back([=](const CuriousView& view) {
                return low_byte(view.sums[member][slot].values[0] -
                                view.dealings[member].shares[2][slot].values[0]) %
                       8;
            });
            out.emplace_back([=](const CuriousView& view) {
                return view.dealings[member].commitments[0][slot].point.encode()[0] / 2 % 8;
            });
            out.emplace_back([=](const CuriousView& view) {
                return slot_commitments(view.dealings[member].commitments)[slot].point.encode()[0] /
                       2 % 8;
            });
            out.emplace_back([=](const CuriousView& view) {
                return view.dealings[member].proof[64 * slot] % 8;
            });
            out.emplace_back([=](const CuriousView& view) {
                return view.dealings[member].proof[64 * slot + 32] % 8;
            });
        }
    }
    return out;
}

/// Chi-square of independence between sender and what was seen: 7 degrees of freedom.
double chi_square(const std::array<std::array<double, 8>, 2>& counts) {
    double out = 0;
    const double all = 10'000;
    for (std::size_t seen = 0; seen < 8; ++seen) {
        const double column = counts[0][seen] + counts[1][seen];
        for (std::size_t sender = 0; sender < 2; ++sender) {
            double row = 0;
            for (const double count : counts[sender]) {
                row += count;
            }
            const double expected = row * column / all;
            const double off = counts[sender][seen] - expected;
            out += expected > 0 ? off * off / expected : 0;
        }
    }
    return out;
}

/// Exceeded by chance once in 10^9 looks.
constexpr double kMostChiSquare = 55.7;

/// Of 10,000 runs, which of the two honest members sends being drawn anew, nothing that the third
/// sees goes with the sender: either is as likely as the other from its view. Another look, at
/// shares that it does not see, does go with the sender; so the test would notice.
TEST(Dealing, TheSenderIsEitherOfTheHonestMembersInTenThousandRuns) {
    const VectorPedersen pedersen(1);
    const std::vector<Look> all = looks();
    std::vector<std::array<std::array<double, 8>, 2>> counts(all.size());
    std::array<std::array<double, 8>, 2> of_hidden{};
    Random random(20031027);
    for (int run = 0; run < 10'000; ++run) {
        const auto sender = static_cast<std::size_t>(random.below(2));
        const CuriousView view = view_of_round(pedersen, sender);
        for (std::size_t look = 0; look < all.size(); ++look) {
            ++counts[look][sender][all[look](view)];
        }
        Scalar content;
        for (const std::vector<VectorOpening>& shares : view.dealings[0].shares) {
            content = content + shares[0].values[0];
        }
        ++of_hidden[sender][low_byte(content) % 8];
    }
    for (std::size_t look = 0; look < all.size(); ++look) {
        EXPECT_LT(chi_square(counts[look]), kMostChiSquare) << "look " << look;
    }
    EXPECT_GT(chi_square(of_hidden), 1000);
}

/// The simulator: whoever it lets send, the curious member's view has the same parts, and there are
/// shares between the honest members that explain it with the other one as sender. Exactly so for
/// values; blindings hide the same for commitments, which open to both for who knows log H.
TEST(Dealing, EveryViewIsExplainedByTheOtherSenderToo) {
    const VectorPedersen pedersen(1);
    for (int run = 0; run < 20; ++run) {
        const CuriousView view = view_of_round(pedersen, 0);
        // Move the message from member 0 to member 1: in the shares that both gave to member 0.
        const Scalar one = Scalar::of(1);
        const Scalar of_first = view.dealings[0].shares[0][0].values[0] - one;
        const Scalar of_second = view.dealings[1].shares[0][0].values[0] + one;
        EXPECT_TRUE(of_first + of_second == view.sums[0][0].values[0]) << "the opened sum stays";
        const auto content = [&](std::size_t member, const Scalar& moved) {
            return moved + view.dealings[member].shares[1][0].values[0] +
                   view.dealings[member].shares[2][0].values[0];
        };
        EXPECT_TRUE(content(0, of_first).is_zero());
        EXPECT_TRUE(content(1, of_second) == one);
    }
}

}  // namespace
}  // namespace kanon::messages
