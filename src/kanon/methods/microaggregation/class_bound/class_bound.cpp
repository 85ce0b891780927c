// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/class_bound.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/methods/microaggregation/class_bound/cheap_groups.hpp"
#include "kanon/methods/microaggregation/class_bound/group_prices.hpp"
#include "kanon/methods/microaggregation/class_bound/group_proof.hpp"
#include "kanon/methods/microaggregation/class_bound/row_cuts.hpp"
#include "kanon/methods/microaggregation/class_bound/whole_distances.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kMostRounds = 60;
constexpr std::size_t kFirstRounds = 3;     ///< in which one group about each point is enough
constexpr std::size_t kTriesOfPoint = 4;    ///< after those
constexpr std::size_t kStepsOfRound = 800;  ///< of GroupPrices
constexpr std::size_t kGroupsOfPoint = 30;  ///< that are kept
constexpr std::size_t kMostProofs = 4;
constexpr std::size_t kMostCutRounds = 40;
constexpr std::size_t kProofsOfCuts = 8;    ///< between two rounds of cuts, at most
constexpr std::size_t kPointsOfCut = 4;     ///< points for each cut of a round, at least
constexpr std::size_t kRoundsInVain = 3;    ///< of cuts that raise the bound too little, the end
constexpr double kWorthIt = 2e-4;           ///< of the bound: what a round should raise it by
constexpr double kLowered = 1e-3;           ///< by which prices are lowered before the proof
constexpr double kSettled = 1e-3;           ///< of the prices: what groups may undercut
constexpr double kLeastOfMean = 1e-8;       ///< what a group costs at least, of the mean price
constexpr double kNearGroup = 0.1;          ///< what a group costs beyond its price, of its cost
constexpr double kNearVariant = 0.3;        ///< the same of those made of it
constexpr std::size_t kNearOfVariants = 5;  ///< near points of each of its points, to make them
constexpr std::uint64_t kNodesOfCuts = 50;  ///< of each point's tree while cuts are looked for
constexpr std::uint64_t kNodes = 20'000;    ///< of each point's tree
constexpr std::size_t kTreesOfGrain = 4;
/// Distances that are exact in all sums over groups of up to 2k - 1 points.
constexpr std::size_t kRoomOfSizes = 3;

/// A bound proven, and by how much groups found on the way undercut the prices.
struct Proof {
    ClassBound bound;
    double undercut = 0;
};

class PricedClasses {
public:
    PricedClasses(const PointSpace& space, std::size_t k, const RunContext& context)
        : context_(context),
          k_(k),
          size_(space.size()),
          distances_(space, kRoomOfSizes * k),
          cheap_(space, k, context.threads),
          prices_(first_prices()),
          least_cost_(kLeastOfMean * prices_.sum() / static_cast<double>(size_)) {}

    /// Raise prices until few groups undercut them, or the time for that is up.
    bool raise() {
        if (prices_.sum() == 0) {
            return true;  // every row is among k alike
        }
        RunContext first_half = context_;
        if (context_.deadline) {
            const auto now = std::chrono::steady_clock::now();
            first_half.deadline = now + (*context_.deadline - now) / 2;
        }
        for (std::size_t round = 0; round < kMostRounds; ++round) {
            if (first_half.should_stop()) {
                return false;
            }
            const double undercut = add_groups(round);
            if (round > kFirstRounds && undercut <= kSettled * prices_.sum() / 4) {
                return true;
            }
            prices_.raise(kStepsOfRound, first_half);
            prices_.forget(kGroupsOfPoint * size_);
        }
        return false;
    }

    /// Prove the prices; groups found out of place are priced, and it is done
    /// again.
    ClassBound prove(bool raised) {
        bool settled = prove_often(kMostProofs, kNodes) && raised;
        if (settled && best_.loss > 0 && k_ <= kMostCutRows) {
            settled = cut_off();
        }
        best_.is_settled = settled && best_.unproven == 0;
        best_.groups = prices_.group_count();
        best_.cuts = prices_.cuts();
        best_.prices = prices_.prices();
        best_.near_groups = prices_.groups();
        return std::move(best_);
    }

private:
    /// True once groups undercut the prices little.
    bool prove_often(std::size_t times, std::uint64_t nodes) {
        for (std::size_t i = 0; i < times; ++i) {
            const Proof now = proof(nodes);
            if (now.bound.loss > best_.loss) {
                best_ = now.bound;
            }
            if (now.undercut <= kSettled * now.bound.loss) {
                return true;
            }
            if (context_.should_stop()) {
                return false;
            }
            prices_.raise(kStepsOfRound, context_);
            prices_.forget(kGroupsOfPoint * size_);
        }
        return false;
    }

    /// Groups that cost little, with another point near, in place of one or besides: once there are
    /// cuts, prices must keep below these as well.
    void add_variants() {
        for (const PricedGroup& group : prices_.groups()) {
            if (group.left > kNearGroup * cost_of(group.points)) {
                continue;
            }
            for (const std::uint32_t point : group.points) {
                const std::span<const Near> near = cheap_.near().of(point);
                for (std::size_t i = 0; i < std::min(kNearOfVariants, near.size()); ++i) {
                    add_variants_with(group.points, near[i].point);
                }
            }
        }
    }

    void add_variants_with(const std::vector<std::uint32_t>& points, std::uint32_t point) {
        if (std::ranges::binary_search(points, point)) {
            return;
        }
        std::vector<std::uint32_t> more = points;
        more.push_back(point);
        std::ranges::sort(more);
        add_if_near(more);
        for (const std::uint32_t out : points) {
            std::vector<std::uint32_t> other = more;
            std::erase(other, out);
            add_if_near(other);
        }
    }

    void add_if_near(const std::vector<std::uint32_t>& points) {
        const double cost = cost_of(points);
        if (cost - priced(points) <= kNearVariant * cost) {
            prices_.add(points, std::max(cost, least_cost_));
        }
    }

    /// Cuts that shares break, while that raises the bound. False: the time was
    /// up.
    bool cut_off() {
        add_variants();
        std::size_t in_vain = 0;
        for (std::size_t i = 0; i < kMostCutRounds && in_vain < kRoundsInVain; ++i) {
            const double before = best_.loss;
            const std::vector<RowCut> broken =
                broken_cuts(prices_.shares(), size_, size_ / kPointsOfCut + 1);
            if (prices_.cut(broken) == 0) {
                return true;
            }
            prices_.raise(kStepsOfRound, context_);
            prove_often(kProofsOfCuts, kNodesOfCuts);
            if (context_.should_stop()) {
                return false;
            }
            in_vain = best_.loss > before * (1 + kWorthIt) ? 0 : in_vain + 1;
        }
        return true;
    }

    /// What the k - 1 nearest of each point cost at least: see neighbour_bound().
    std::vector<double> first_prices() const {
        std::vector<double> out(size_);
        for (std::uint32_t point = 0; point < size_; ++point) {
            for (std::size_t i = 0; i + 1 < k_; ++i) {
                out[point] += cheap_.near().of(point)[i].distance / (2 * static_cast<double>(k_));
            }
        }
        return out;
    }

    /// Groups about each point that undercut the prices; by how much, a row's
    /// share for each.
    double add_groups(std::size_t round) {
        const std::size_t tries = round < kFirstRounds ? 1 : kTriesOfPoint;
        std::vector<PricedGroup> found(size_ * tries);
        parallel_for(
            found.size(), kTreesOfGrain, context_.threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    found[i] = cheap_.about(static_cast<std::uint32_t>(i / tries),
                                            second_of(i, tries, round),
                                            prices_.prices());
                }
            });
        std::vector<double> undercut(size_);
        for (const PricedGroup& group : found) {
            const double cost = std::max(group.left + priced(group.points), least_cost_);
            if (round >= kFirstRounds && group.left >= 0) {
                continue;
            }
            prices_.add(group.points, cost);
            for (const std::uint32_t point : group.points) {
                undercut[point] = std::max(undercut[point], -group.left / static_cast<double>(k_));
            }
        }
        return std::accumulate(undercut.begin(), undercut.end(), 0.0);
    }

    /// Which near point a group begins with: none the first time, then another in
    /// each round.
    [[nodiscard]] std::size_t second_of(std::size_t place,
                                        std::size_t tries,
                                        std::size_t round) const {
        constexpr std::size_t kStride = 7;
        constexpr std::size_t kStrideOfPoint = 31;
        const std::size_t among = std::min(cheap_.near_count() - 1, 2 * k_ + 4);
        const std::size_t one = place % tries;
        if (one == 0 || among == 0) {
            return 0;
        }
        return 1 + (one + kStride * round + kStrideOfPoint * (place / tries)) % among;
    }

    [[nodiscard]] double priced(std::span<const std::uint32_t> points) const {
        double sum = 0;
        for (const std::uint32_t point : points) {
            sum += prices_.prices()[point];
        }
        return sum;
    }

    [[nodiscard]] std::vector<double> whole_prices() const {
        std::vector<double> out(size_);
        std::ranges::transform(prices_.prices(), out.begin(), [&](double price) {
            const double units = distances_.units(price - std::abs(price) * kLowered);
            return std::floor(std::clamp(units, -distances_.most(), distances_.most()));
        });
        return out;
    }

    /// The prices of the cuts, as whole as those of points.
    [[nodiscard]] RowCuts whole_cuts() const {
        const RowCuts& cuts = prices_.cuts();
        RowCuts out(size_);
        for (std::uint32_t one = 0; one < cuts.size(); ++one) {
            const double units = std::floor(distances_.units(cuts.price(one)));
            if (units > 0) {
                out.add(cuts.cut(one), std::min(units, distances_.most()));
            }
        }
        return out;
    }

    Proof proof(std::uint64_t node_limit) {
        const std::vector<double> prices = whole_prices();
        const RowCuts cuts = whole_cuts();
        std::vector<std::uint32_t> order(size_);
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(
            order, [&](std::uint32_t a, std::uint32_t b) { return prices[a] > prices[b]; });
        // What the price of each point must be lowered by, that no group exceeds
        // its cost.
        std::vector<std::int64_t> undercut(size_);
        Proof out;
        const std::size_t largest = cuts.empty() ? k_ : 2 * k_ - 1;
        for (std::size_t rows = k_; rows <= std::min(largest, size_); ++rows) {
            const GroupProof proof(distances_, prices, cuts, order, cheap_.near(), rows);
            const std::vector<GroupProof::Verdict> verdicts = look(proof, node_limit);
            const auto twice = 2 * static_cast<std::int64_t>(rows);
            for (std::size_t place = 0; place < size_; ++place) {
                const GroupProof::Verdict& verdict = verdicts[place];
                // Rounded up.
                undercut[place] =
                    std::max(undercut[place],
                             (twice - 1 - static_cast<std::int64_t>(verdict.least)) / twice);
                out.bound.unproven += verdict.least < 0 && verdict.groups.empty() ? 1U : 0U;
                for (const PricedGroup& group : verdict.groups) {
                    prices_.add(group.points, std::max(cost_of(group.points), least_cost_));
                }
            }
        }
        std::int64_t units = 0;
        for (const double price : prices) {
            units += static_cast<std::int64_t>(price);
        }
        for (std::uint32_t one = 0; one < cuts.size(); ++one) {
            units -= static_cast<std::int64_t>(cuts.price(one));
        }
        const std::int64_t all = std::accumulate(undercut.begin(), undercut.end(), std::int64_t{0});
        out.bound.loss = distances_.loss(units - all);
        out.undercut = distances_.loss(all);
        return out;
    }

    [[nodiscard]] std::vector<GroupProof::Verdict> look(const GroupProof& proof,
                                                        std::uint64_t node_limit) const {
        std::vector<GroupProof::Verdict> out(size_);
        const std::uint64_t nodes = std::min(node_limit, context_.node_limit);
        parallel_for(
            size_, kTreesOfGrain, context_.threads, [&](std::size_t begin, std::size_t end) {
                for (std::size_t place = begin; place < end; ++place) {
                    out[place] = proof.look(place, context_.should_stop() ? 0 : nodes);
                }
            });
        return out;
    }

    [[nodiscard]] double cost_of(std::span<const std::uint32_t> points) const {
        double sum = 0;
        for (std::size_t a = 0; a < points.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                sum += distances_.of(points[a], points[b]);
            }
        }
        return sum / (distances_.units(1) * static_cast<double>(points.size()));
    }

    const RunContext& context_;
    std::size_t k_;
    std::size_t size_;
    WholeDistances distances_;
    CheapGroups cheap_;
    GroupPrices prices_;
    double least_cost_;
    ClassBound best_;
};

}  // namespace

std::optional<ClassBound> class_bound(const PointSpace& space,
                                      std::uint64_t k,
                                      const RunContext& context) {
    if (!space.by_rows() || space.size() > kMostPricedPoints || k > kMostPricedRows || k < 2 ||
        space.size() < k || space.coordinate_count() + space.code_count() == 0) {
        return std::nullopt;
    }
    PricedClasses classes(space, k, context);
    const bool raised = classes.raise();
    ClassBound out = classes.prove(raised);
    return context.cancelled() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace kanon::microaggregation
