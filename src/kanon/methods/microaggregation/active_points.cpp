// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/active_points.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::microaggregation {
namespace {

constexpr std::size_t kBlock = 512;        ///< points whose distances are worked out together
constexpr std::size_t kPartPoints = 8192;  ///< for a thread to be worth its while
constexpr std::size_t kMostParts = 16;

Looked nothing_seen(std::size_t count) {
    Looked out;
    out.nearest.reserve(count + 1);
    out.farthest = {.distance = -1, .point = std::numeric_limits<std::uint32_t>::max()};
    return out;
}

void keep_farthest(const Near& seen, const Nearness& nearness, Near& farthest) {
    if (farthest.distance < 0 || nearness.is_farther(seen, farthest)) {
        farthest = seen;
    }
}

/// Keep the list ascending and no longer than it may be.
void keep_nearest(const Near& seen,
                  std::size_t count,
                  const Nearness& nearness,
                  std::vector<Near>& nearest) {
    const auto before = [&](const Near& a, const Near& b) { return nearness.comes_before(a, b); };
    if (nearest.size() == count && (count == 0 || !before(seen, nearest.back()))) {
        return;
    }
    nearest.insert(std::upper_bound(nearest.begin(), nearest.end(), seen, before), seen);
    if (nearest.size() > count) {
        nearest.pop_back();
    }
}

/// The least and the greatest: in several lanes, which the compiler takes at once.
std::pair<double, double> range_of(std::span<const double> distances) {
    constexpr std::size_t kLanes = 8;
    std::array<double, kLanes> least;
    std::array<double, kLanes> greatest;
    least.fill(std::numeric_limits<double>::infinity());
    greatest.fill(0);
    std::size_t i = 0;
    for (; i + kLanes <= distances.size(); i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const double distance = distances[i + lane];
            least[lane] = distance < least[lane] ? distance : least[lane];
            greatest[lane] = distance > greatest[lane] ? distance : greatest[lane];
        }
    }
    for (; i < distances.size(); ++i) {
        least[0] = std::min(least[0], distances[i]);
        greatest[0] = std::max(greatest[0], distances[i]);
    }
    return {*std::ranges::min_element(least), *std::ranges::max_element(greatest)};
}

std::vector<std::uint32_t> all_points(const PointSpace& space) {
    std::vector<std::uint32_t> points(space.size());
    std::iota(points.begin(), points.end(), 0U);
    return points;
}

}  // namespace

Target target_at(const PointSpace& space, std::uint32_t point) {
    const std::span<const double> coordinates = space.coordinates(point);
    const std::span<const Code> codes = space.codes(point);
    return {.coordinates = {coordinates.begin(), coordinates.end()},
            .codes = {codes.begin(), codes.end()},
            .exact = space.exact().place(space.type(point))};
}

std::strong_ordering Nearness::compare(const Near& a, const Near& b) const {
    const double larger = std::max(a.distance, b.distance);
    if (std::isinf(larger) || std::abs(a.distance - b.distance) > 2 * space_.slack(larger)) {
        return a.distance < b.distance ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    const std::uint32_t one = space_.type(a.point);
    const std::uint32_t other = space_.type(b.point);
    const ExactPlaces& exact = space_.exact();
    if (exact.mirror(one, other, from_.exact)) {
        return std::strong_ordering::equal;
    }
    return exact.distance(one, from_.exact).size <=> exact.distance(other, from_.exact).size;
}

ActivePoints::ActivePoints(const PointSpace& space, unsigned threads)
    : ActivePoints(space, all_points(space), threads) {}

ActivePoints::ActivePoints(const PointSpace& space,
                           std::vector<std::uint32_t> points,
                           unsigned threads)
    : space_(space),
      threads_(threads),
      points_(std::move(points)),
      places_(space.size(), kTaken),
      coordinates_(space.coordinate_count()),
      codes_(space.code_count()),
      sums_(space.mean_count()),
      counts_(space.coordinate_count() - space.mean_count() + space.code_count()) {
    for (std::uint32_t place = 0; place < points_.size(); ++place) {
        const std::uint32_t point = points_[place];
        places_[point] = place;
        rows_ += space.rows(point);
        for (std::size_t lane = 0; lane < coordinates_.size(); ++lane) {
            coordinates_[lane].push_back(space.coordinates(point)[lane]);
        }
        for (std::size_t lane = 0; lane < codes_.size(); ++lane) {
            codes_[lane].push_back(space.codes(point)[lane]);
        }
        for (std::size_t lane = 0; lane < sums_.size(); ++lane) {
            sums_[lane] += units_of(point, lane);
        }
    }
    count_values();
}

void ActivePoints::count_values() {
    const std::size_t medians = space_.coordinate_count() - space_.mean_count();
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        Counts& counts = counts_[i];
        counts.place_of_point.resize(space_.size());
        const std::size_t lane = space_.mean_count() + i;
        const auto unit = [&](std::uint32_t point) {
            return space_.exact().unit(lane, space_.type(point));
        };
        if (i < medians) {
            std::ranges::transform(points_, std::back_inserter(counts.values), unit);
            std::ranges::sort(counts.values);
            counts.values.erase(std::unique(counts.values.begin(), counts.values.end()),
                                counts.values.end());
        }
        counts.rows.resize(i < medians ? counts.values.size() : space_.domain_sizes()[i - medians]);
        for (const std::uint32_t point : points_) {
            const std::size_t place =
                i < medians ? static_cast<std::size_t>(
                                  std::ranges::lower_bound(counts.values, unit(point)) -
                                  counts.values.begin())
                            : space_.codes(point)[i - medians];
            counts.place_of_point[point] = static_cast<std::uint32_t>(place);
            counts.rows[place] += space_.rows(point);
        }
    }
}

SignedWide ActivePoints::units_of(std::uint32_t point, std::size_t lane) const {
    return space_.exact().unit(lane, space_.type(point)) *
           static_cast<SignedWide>(space_.rows(point));
}

void ActivePoints::take(std::uint32_t point) {
    const std::uint32_t place = places_[point];
    for (std::size_t lane = 0; lane < sums_.size(); ++lane) {
        sums_[lane] -= units_of(point, lane);
    }
    for (Counts& counts : counts_) {
        counts.rows[counts.place_of_point[point]] -= space_.rows(point);
    }
    rows_ -= space_.rows(point);
    for (std::vector<double>& lane : coordinates_) {
        lane[place] = lane.back();
        lane.pop_back();
    }
    for (std::vector<Code>& lane : codes_) {
        lane[place] = lane.back();
        lane.pop_back();
    }
    places_[points_.back()] = place;
    points_[place] = points_.back();
    points_.pop_back();
    places_[point] = kTaken;
}

Target ActivePoints::centre() const {
    Target out;
    out.exact.rows = rows_;
    for (std::size_t lane = 0; lane < sums_.size(); ++lane) {
        out.exact.lanes.push_back(sums_[lane]);
        out.coordinates.push_back(space_.coordinate(lane, sums_[lane], rows_));
    }
    for (const Counts& counts : counts_) {
        if (counts.values.empty()) {
            out.codes.push_back(
                static_cast<Code>(std::ranges::max_element(counts.rows) - counts.rows.begin()));
            continue;
        }
        std::uint64_t reached = 0;
        std::size_t place = 0;
        while (2 * (reached += counts.rows[place]) < rows_) {
            ++place;
        }
        const SignedWide unit = counts.values[place];
        out.coordinates.push_back(space_.coordinate(out.exact.lanes.size(), unit, 1));
        out.exact.lanes.push_back(unit * static_cast<SignedWide>(rows_));
    }
    out.exact.codes = out.codes;
    return out;
}

Looked ActivePoints::look(const Target& from, std::size_t count) const {
    const std::size_t parts = std::clamp<std::size_t>(size() / kPartPoints, 1, kMostParts);
    std::vector<Looked> seen(parts, nothing_seen(count));
    const auto look_at = [&](std::size_t part, std::size_t begin, std::size_t end) {
        seen[part].nearest.resize(std::min(count, end - begin),
                                  {std::numeric_limits<double>::infinity(), kTaken});
        look_in(begin, end, from, seen[part]);
    };
    if (parts == 1) {
        look_at(0, 0, size());
        return std::move(seen.front());
    }
    parallel_parts(size(), parts, threads_, look_at);
    const Nearness nearness(space_, from);
    Looked out = nothing_seen(count);
    for (const Looked& part : seen) {
        keep_farthest(part.farthest, nearness, out.farthest);
        for (const Near& near : part.nearest) {
            keep_nearest(near, count, nearness, out.nearest);
        }
    }
    return out;
}

void ActivePoints::look_in(std::size_t begin,
                           std::size_t end,
                           const Target& from,
                           Looked& out) const {
    const Nearness nearness(space_, from);
    std::array<double, kBlock> distances;
    for (std::size_t first = begin; first < end; first += kBlock) {
        const std::size_t size = std::min(kBlock, end - first);
        distances.fill(0);
        for (std::size_t lane = 0; lane < coordinates_.size(); ++lane) {
            const double* at = coordinates_[lane].data() + first;
            const double target = from.coordinates[lane];
            for (std::size_t i = 0; i < size; ++i) {
                const double away = at[i] - target;
                distances[i] += away * away;
            }
        }
        for (std::size_t lane = 0; lane < codes_.size(); ++lane) {
            const Code* at = codes_[lane].data() + first;
            const Code target = from.codes[lane];
            const double weight = space_.code_weights()[lane];
            for (std::size_t i = 0; i < size; ++i) {
                distances[i] += at[i] == target ? 0 : weight;
            }
        }
        look_in_block(first, std::span(distances).first(size), nearness, out);
    }
}

void ActivePoints::look_in_block(std::size_t begin,
                                 std::span<const double> distances,
                                 const Nearness& nearness,
                                 Looked& out) const {
    const auto [least, greatest] = range_of(distances);
    const double far = nearness.lowest_alike(std::max(greatest, out.farthest.distance));
    for (std::size_t i = 0; greatest >= far && i < distances.size(); ++i) {
        if (distances[i] >= far) {
            keep_farthest({distances[i], points_[begin + i]}, nearness, out.farthest);
        }
    }
    const std::size_t count = out.nearest.size();
    double near = count > 0 ? nearness.highest_alike(out.nearest.back().distance) : -1;
    for (std::size_t i = 0; least <= near && i < distances.size(); ++i) {
        if (distances[i] <= near) {
            keep_nearest({distances[i], points_[begin + i]}, count, nearness, out.nearest);
            near = nearness.highest_alike(out.nearest.back().distance);
        }
    }
}

}  // namespace kanon::microaggregation
