// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/class_bound/cheap_groups.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kLeastNear = 30;
constexpr std::size_t kNearOfK = 12;  ///< near points for each row of a group, besides
constexpr std::size_t kMostExchanges = 50;
constexpr std::size_t kPointsOfGrain = 16;
constexpr double kLeastGain = 1e-9;  ///< of the cost

std::vector<std::uint32_t> every_point(const PointSpace& space) {
    std::vector<std::uint32_t> points(space.size());
    std::iota(points.begin(), points.end(), 0U);
    return points;
}

}  // namespace

CheapGroups::CheapGroups(const PointSpace& space, std::size_t k, unsigned threads)
    : k_(k),
      size_(space.size()),
      near_(space, every_point(space), kLeastNear + kNearOfK * k, threads),
      distances_(size_ * size_) {
    parallel_for(size_, kPointsOfGrain, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t a = begin; a < end; ++a) {
            for (std::size_t b = 0; b < size_; ++b) {
                distances_[a * size_ + b] = static_cast<float>(
                    space.distance(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
            }
        }
    });
}

/// The group about one point; places are those among its near points.
class CheapGroups::Search {
public:
    Search(const CheapGroups& groups, std::uint32_t point, std::span<const double> prices)
        : groups_(groups),
          near_(groups.near_.of(point)),
          rows_(static_cast<double>(groups.k_)),
          point_(point),
          prices_(prices),
          is_in_(near_.size()),
          away_(near_.size()) {
        for (std::size_t place = 0; place < near_.size(); ++place) {
            away_[place] = near_[place].distance;
        }
    }

    void put(std::size_t place) {
        within_ += away_[place];
        is_in_[place] = true;
        members_.push_back(place);
        const float* row = row_of(place);
        for (std::size_t other = 0; other < near_.size(); ++other) {
            away_[other] += row[near_[other].point];
        }
    }

    /// The next row adds the mean of its distances to the group so far, half of it once all have
    /// joined.
    void put_cheapest() {
        const auto so_far = static_cast<double>(members_.size() + 1);
        double least = std::numeric_limits<double>::infinity();
        std::size_t best = 0;
        for (std::size_t place = 0; place < near_.size(); ++place) {
            const double left = away_[place] / so_far - prices_[near_[place].point];
            if (!is_in_[place] && left < least) {
                least = left;
                best = place;
            }
        }
        put(best);
    }

    /// The exchange that lowers what is left most; false: none does.
    bool exchange() {
        double least = -kLeastGain * within_ / rows_;
        std::size_t out = members_.size();
        std::size_t in = 0;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const std::size_t gone = members_[i];
            const float* row = row_of(gone);
            const double saved = prices_[near_[gone].point] - away_[gone] / rows_;
            for (std::size_t place = 0; place < near_.size(); ++place) {
                const std::uint32_t come = near_[place].point;
                const double change = saved + (away_[place] - row[come]) / rows_ - prices_[come];
                if (!is_in_[place] && change < least) {
                    least = change;
                    out = i;
                    in = place;
                }
            }
        }
        if (out == members_.size()) {
            return false;
        }
        replace(out, in);
        return true;
    }

    [[nodiscard]] std::size_t size() const { return members_.size() + 1; }

    [[nodiscard]] PricedGroup group() const {
        PricedGroup out{.points = {point_}, .left = within_ / rows_ - prices_[point_]};
        for (const std::size_t place : members_) {
            out.points.push_back(near_[place].point);
            out.left -= prices_[near_[place].point];
        }
        std::ranges::sort(out.points);
        return out;
    }

private:
    [[nodiscard]] const float* row_of(std::size_t place) const {
        return groups_.distances_.data() + std::size_t{near_[place].point} * groups_.size_;
    }

    void replace(std::size_t out, std::size_t in) {
        const std::size_t gone = members_[out];
        const float* old_row = row_of(gone);
        const float* new_row = row_of(in);
        within_ += away_[in] - old_row[near_[in].point] - away_[gone];
        is_in_[gone] = false;
        is_in_[in] = true;
        members_[out] = in;
        for (std::size_t other = 0; other < near_.size(); ++other) {
            const std::uint32_t point = near_[other].point;
            away_[other] += static_cast<double>(new_row[point]) - old_row[point];
        }
    }

    const CheapGroups& groups_;
    std::span<const Near> near_;
    double rows_;
    std::uint32_t point_;
    std::span<const double> prices_;
    std::vector<char> is_in_;
    std::vector<double> away_;  ///< per place: the sum of its distances to the group
    std::vector<std::size_t> members_;
    double within_ = 0;  ///< the sum of the distances of all pairs of the group
};

PricedGroup CheapGroups::about(std::uint32_t point,
                               std::size_t second,
                               std::span<const double> prices) const {
    Search search(*this, point, prices);
    if (second > 0 && k_ > 2) {
        search.put(second);
    }
    while (search.size() < k_) {
        search.put_cheapest();
    }
    for (std::size_t i = 0; i < kMostExchanges && search.exchange(); ++i) {
    }
    return search.group();
}

}  // namespace kanon::microaggregation
