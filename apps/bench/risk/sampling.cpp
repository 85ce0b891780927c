// SPDX-License-Identifier: Apache-2.0
#include "risk/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

namespace kanon::bench {
namespace {

/// Sums of ratios on the way to their mean and deviation.
class Ratios {
public:
    void take(const std::optional<double>& ratio) {
        if (ratio) {
            ratios_.push_back(*ratio);
        }
    }

    [[nodiscard]] EstimatedRatio figures() const {
        EstimatedRatio out{.fitted = ratios_.size()};
        if (ratios_.empty()) {
            return out;
        }
        const auto count = static_cast<double>(ratios_.size());
        out.mean = std::accumulate(ratios_.begin(), ratios_.end(), 0.0) / count;
        double squares = 0;
        for (const double ratio : ratios_) {
            squares += (ratio - out.mean) * (ratio - out.mean);
        }
        out.deviation = std::sqrt(squares / std::max(1.0, count - 1));
        return out;
    }

private:
    std::vector<double> ratios_;
};

/// Bring a random `drawn` of the people to the front (Fisher, Yates).
void draw(std::vector<std::uint32_t>& people, std::size_t drawn, std::mt19937_64& random) {
    for (std::size_t i = 0; i < drawn; ++i) {
        std::swap(people[i], people[i + random() % (people.size() - i)]);
    }
}

risk::SizeCounts sizes_of(const std::vector<std::uint32_t>& people,
                          std::size_t drawn,
                          std::size_t types) {
    std::vector<std::uint64_t> rows(types);
    for (std::size_t i = 0; i < drawn; ++i) {
        ++rows[people[i]];
    }
    std::erase(rows, std::uint64_t{0});
    return risk::count_sizes({.rows = std::move(rows)});
}

}  // namespace

SampledEstimates estimate_from_samples(const std::vector<std::uint32_t>& type_of_person,
                                       const std::vector<std::uint32_t>& counts,
                                       double fraction,
                                       std::uint64_t samples,
                                       std::uint64_t seed) {
    SampledEstimates out{.fraction = fraction, .population = type_of_person.size()};
    out.truth = static_cast<std::uint64_t>(std::ranges::count(counts, 1U));
    const auto truth = static_cast<double>(out.truth);
    const auto drawn = static_cast<std::size_t>(
        std::llround(fraction * static_cast<double>(type_of_person.size())));
    std::vector<std::uint32_t> people = type_of_person;
    std::mt19937_64 random(seed);
    std::array<Ratios, 3> models;
    Ratios chosen;
    for (std::uint64_t sample = 0; sample < samples; ++sample) {
        draw(people, drawn, random);
        const risk::SizeCounts sizes = sizes_of(people, drawn, counts.size());
        out.sample_uniques += static_cast<double>(risk::classes_of_size(sizes, 1)) /
                              static_cast<double>(drawn * samples);
        const risk::PopulationUniques found =
            risk::population_uniques(sizes, static_cast<double>(people.size()));
        for (std::size_t i = 0; i < models.size(); ++i) {
            models[i].take(found.people[i] ? std::optional(*found.people[i] / truth)
                                           : std::nullopt);
        }
        chosen.take(found.estimate() / truth);
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
        out.models[i] = models[i].figures();
    }
    out.chosen = chosen.figures();
    return out;
}

}  // namespace kanon::bench
