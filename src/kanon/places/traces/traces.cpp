// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/traces/traces.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/places/traces/road_network.hpp"
#include "kanon/table/table_builder.hpp"
#include "kanon/table/values/value_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

using places::RoadNetwork;
using places::Spot;

constexpr double kHour = 3600;
constexpr double kSecondsOfDay = 86400;
constexpr std::int64_t kFirstDay = 20514;  // 2026-03-02, a Monday, since 1970-01-01
constexpr std::uint64_t kDaysOfWeek = 7;
constexpr std::uint64_t kWorkingDays = 5;
constexpr double kMetresOfKilometre = 1000;
constexpr std::size_t kTries = 64;  // of rejection sampling, the last one is taken

/// Requests of a weekday by hour, relative: nights are quiet, rush hours busy.
constexpr std::array<double, 24> kHourWeights{1, 1, 1, 1, 1, 2,  5,  11, 12, 7, 5, 5,
                                              6, 5, 5, 6, 9, 12, 11, 7,  5,  4, 3, 2};

/// Somebody's places and habits.
struct Commuter {
    Spot home;
    Spot work;
    Spot errand;
    double leaves_home = 0;  ///< seconds of the day, on average
    double leaves_work = 0;
};

/// Normally distributed (Box, Muller).
double normal(Random& random, double mean, double deviation) {
    const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
    return mean + deviation * radius * std::cos(2 * std::numbers::pi * random.unit());
}

class CityMaker {
public:
    CityMaker(const TraceOptions& options, std::uint64_t seed)
        : options_(options), network_(options.side_metres), random_(seed) {}

    Random& random() { return random_; }

    [[nodiscard]] const RoadNetwork& network() const { return network_; }

    Commuter commuter() {
        Commuter out;
        out.home = spot_of_density(options_.home_gradient);
        out.work = place_from(out.home, options_.work_gradient);
        out.errand = place_from(out.home, options_.home_gradient);
        constexpr double kMorning = 7.75 * kHour;
        constexpr double kEvening = 17.25 * kHour;
        constexpr double kSpreadOfMornings = 2400;
        constexpr double kSpreadOfEvenings = 3000;
        out.leaves_home = normal(random_, kMorning, kSpreadOfMornings);
        out.leaves_work = normal(random_, kEvening, kSpreadOfEvenings);
        return out;
    }

private:
    /// By rejection: thinner the farther from the centre.
    Spot spot_of_density(double gradient) {
        const double side = network_.side();
        Spot out;
        for (std::size_t i = 0; i < kTries; ++i) {
            out = {random_.unit() * side, random_.unit() * side};
            const double km = std::hypot(out.x - side / 2, out.y - side / 2) / kMetresOfKilometre;
            if (random_.unit() < std::exp(-gradient * km)) {
                break;
            }
        }
        return network_.on_street(out, random_);
    }

    /// Where somebody goes from home: of places of that density, near ones rather than far ones.
    Spot place_from(const Spot& home, double gradient) {
        Spot out;
        for (std::size_t i = 0; i < kTries; ++i) {
            out = spot_of_density(gradient);
            const double km = std::hypot(out.x - home.x, out.y - home.y) / kMetresOfKilometre;
            if (random_.unit() < std::pow(1 + km / options_.trip_offset, -options_.trip_exponent)) {
                break;
            }
        }
        return out;
    }

    TraceOptions options_;
    RoadNetwork network_;
    Random random_;
};

/// A second of the day, by the weights of the hours.
double second_of_day(Random& random) {
    double sum = 0;
    for (const double weight : kHourWeights) {
        sum += weight;
    }
    double left = random.unit() * sum;
    for (std::size_t hour = 0; hour < kHourWeights.size(); ++hour) {
        if (left < kHourWeights[hour]) {
            return (static_cast<double>(hour) + left / kHourWeights[hour]) * kHour;
        }
        left -= kHourWeights[hour];
    }
    return kSecondsOfDay - 1;
}

/// Where somebody is who goes to a place and comes back.
Spot spot_of_day(const RoadNetwork& network,
                 const Spot& home,
                 const Spot& place,
                 double leaves,
                 double returns,
                 double second) {
    if (second < leaves) {
        return home;
    }
    return second < returns ? places::spot_at(network.way(home, place), second - leaves)
                            : places::spot_at(network.way(place, home), second - returns);
}

/// Where a commuter is at a second of a day; days differ by some minutes, by the hash of the day.
Spot spot_of(const CityMaker& city,
             const Commuter& who,
             std::uint64_t person,
             std::uint64_t day,
             double second) {
    Random of_day(person * 1'000'003 + day);
    constexpr double kSpreadOfDays = 480;
    const double late = normal(of_day, 0, kSpreadOfDays);
    if (day % kDaysOfWeek < kWorkingDays) {
        return spot_of_day(city.network(),
                           who.home,
                           who.work,
                           who.leaves_home + late,
                           who.leaves_work + late,
                           second);
    }
    constexpr std::uint64_t kOneIn = 3;
    constexpr double kOut = 11 * kHour;
    constexpr double kBack = 15 * kHour;
    return of_day.below(kOneIn) == 0
               ? spot_of_day(
                     city.network(), who.home, who.errand, kOut + late, kBack + late, second)
               : who.home;
}

struct TraceRow {
    std::int64_t second = 0;  ///< since the first day began
    std::uint64_t person = 0;
    Spot spot;
};

std::vector<TraceRow> trace_rows(const TraceOptions& options,
                                 std::uint64_t persons,
                                 CityMaker& city,
                                 const RunContext& context) {
    std::vector<Commuter> people;
    for (std::uint64_t i = 0; i < persons; ++i) {
        people.push_back(city.commuter());
    }
    throw_if_cancelled(context);
    std::vector<TraceRow> out;
    for (std::uint64_t i = 0; i < options.requests; ++i) {
        const std::uint64_t person = city.random().below(persons);
        const std::uint64_t day = city.random().below(options.days);
        const double second = std::floor(second_of_day(city.random()));
        out.push_back({static_cast<std::int64_t>(day) * static_cast<std::int64_t>(kSecondsOfDay) +
                           static_cast<std::int64_t>(second),
                       person,
                       spot_of(city, people[person], person, day, second)});
    }
    std::ranges::stable_sort(out, {}, &TraceRow::second);
    return out;
}

/// What requests want of themselves.
struct Wishes {
    std::vector<std::int64_t> k;
    std::vector<std::int64_t> within;
    std::vector<std::int64_t> wait;
};

Wishes make_wishes(const TraceOptions& options, Random random) {
    constexpr double kZipf = 0.6;
    constexpr double kMetres = 500;
    constexpr double kSeconds = 300;
    constexpr double kDeviation = 0.4;
    constexpr double kLeast = 0.1;
    std::vector<double> up_to;  // sums of the weights of 2, 3, ...
    for (std::uint64_t rank = 1; rank < options.most_k; ++rank) {
        up_to.push_back((up_to.empty() ? 0 : up_to.back()) +
                        std::pow(static_cast<double>(rank), -kZipf));
    }
    const auto around = [&random](double mean) {
        return std::llround(std::max(kLeast * mean, normal(random, mean, kDeviation * mean)));
    };
    Wishes out;
    for (std::uint64_t i = 0; i < options.requests; ++i) {
        const auto drawn = std::ranges::upper_bound(up_to, random.unit() * up_to.back());
        out.k.push_back(2 + std::min<std::int64_t>(drawn - up_to.begin(), std::ssize(up_to) - 1));
        out.within.push_back(around(kMetres));
        out.wait.push_back(around(kSeconds));
    }
    return out;
}

void check_options(const TraceOptions& options) {
    const auto need = [](bool holds, std::string_view message) {
        if (!holds) {
            throw Error(ErrorCode::usage, std::string(message));
        }
    };
    constexpr std::uint64_t kMostDays = 3660;
    constexpr std::uint64_t kMostPersons = 10'000'000;
    constexpr double kMostSide = 1e6;
    need(options.requests >= 1, "--rows: write 1 or more");
    need(options.persons <= kMostPersons, "--persons: write 10,000,000 at most");
    need(options.days >= 1 && options.days <= kMostDays, "--days: write 1 to 3,660");
    constexpr std::uint64_t kGreatestK = 1000;
    need(options.most_k == 0 || (options.most_k >= 2 && options.most_k <= kGreatestK),
         "--most-k: write 2 to 1,000");
    need(options.side_metres >= RoadNetwork::kMainBlock && options.side_metres <= kMostSide,
         "--city: write 1 to 1,000 km");
    const auto is_amount = [](double value) { return value >= 0 && std::isfinite(value); };
    need(is_amount(options.home_gradient) && is_amount(options.work_gradient) &&
             is_amount(options.trip_exponent) && is_amount(options.trip_offset) &&
             options.trip_offset > 0,
         "gradients and the exponent of trips are 0 or more, and the offset above 0");
}

}  // namespace

Table generate_traces(const TraceOptions& options, const RunContext& context) {
    check_options(options);
    constexpr std::uint64_t kRequestsOfPerson = 10;
    const std::uint64_t persons =
        options.persons != 0 ? options.persons
                             : std::max<std::uint64_t>(1, options.requests / kRequestsOfPerson);
    CityMaker city(options, context.seed);
    const std::vector<TraceRow> rows = trace_rows(options, persons, city, context);
    Random names(~context.seed);
    std::vector<std::string> requests;
    std::vector<std::string> people;
    std::vector<std::string> times;
    std::vector<std::int64_t> x;
    std::vector<std::int64_t> y;
    for (const TraceRow& row : rows) {
        requests.push_back(fmt::format("{:016x}", names.next()));
        people.push_back(fmt::format("P{:07}", row.person + 1));
        times.push_back(moment_text(static_cast<double>(kFirstDay) +
                                    static_cast<double>(row.second) / kSecondsOfDay));
        x.push_back(std::llround(row.spot.x));
        y.push_back(std::llround(row.spot.y));
    }
    throw_if_cancelled(context);
    TableBuilder out;
    out.add_text("request", requests)
        .add_text("person", people)
        .add_text("time", times)
        .add_integers("x", x)
        .add_integers("y", y);
    if (options.most_k != 0) {
        const Wishes wishes = make_wishes(options, names);
        out.add_integers("k", wishes.k)
            .add_integers("within", wishes.within)
            .add_integers("wait", wishes.wait);
    }
    return out.finish();
}

Table generate_roads(const TraceOptions& options) {
    check_options(options);
    std::array<std::vector<std::int64_t>, 4> ends;
    std::vector<std::int64_t> main;
    for (const places::Road& road : RoadNetwork(options.side_metres).roads()) {
        ends[0].push_back(std::llround(road.from.x));
        ends[1].push_back(std::llround(road.from.y));
        ends[2].push_back(std::llround(road.to.x));
        ends[3].push_back(std::llround(road.to.y));
        main.push_back(road.is_main ? 1 : 0);
    }
    return TableBuilder()
        .add_integers("x_from", ends[0])
        .add_integers("y_from", ends[1])
        .add_integers("x_to", ends[2])
        .add_integers("y_to", ends[3])
        .add_integers("main", main)
        .finish();
}

}  // namespace kanon
