// SPDX-License-Identifier: Apache-2.0
#include "kanon/quality/merged_measures.hpp"

#include <algorithm>

namespace kanon {
namespace {

/// The mean of two means, each of so many.
double mean_of(double a, std::uint64_t of_a, double b, std::uint64_t of_b) {
    const double all = static_cast<double>(of_a) + static_cast<double>(of_b);
    return all == 0 ? 0 : (a * static_cast<double>(of_a) + b * static_cast<double>(of_b)) / all;
}

void add_sizes(Measures& sum, const Measures& part) {
    if (part.classes > 0) {
        sum.min_class = sum.classes == 0 ? part.min_class : std::min(sum.min_class, part.min_class);
    }
    sum.classes += part.classes;
    sum.max_class = std::max(sum.max_class, part.max_class);
    sum.squared_sizes += part.squared_sizes;
    const std::vector<std::uint64_t>& sizes = part.class_sizes_histogram;
    sum.class_sizes_histogram.resize(std::max(sum.class_sizes_histogram.size(), sizes.size()));
    for (std::size_t place = 0; place < sizes.size(); ++place) {
        sum.class_sizes_histogram[place] += sizes[place];
    }
}

}  // namespace

void add_measures(Measures& sum, const Measures& part) {
    for (std::size_t place = 0; place < part.attribute_ncp.size(); ++place) {
        sum.attribute_ncp[place] =
            mean_of(sum.attribute_ncp[place], sum.rows, part.attribute_ncp[place], part.rows);
    }
    for (std::size_t place = 0; place < part.attribute_stars.size(); ++place) {
        sum.attribute_stars[place] += part.attribute_stars[place];
    }
    sum.gcp = mean_of(sum.gcp, sum.rows, part.gcp, part.rows);
    sum.lm = mean_of(sum.lm, sum.rows, part.lm, part.rows);
    if (sum.classes + part.classes > 0) {
        sum.usefulness = sum.classes == 0 ? part.usefulness
                         : part.classes == 0
                             ? sum.usefulness
                             : mean_of(sum.usefulness, sum.classes, part.usefulness, part.classes);
    }
    sum.rows += part.rows;
    sum.released_rows += part.released_rows;
    sum.suppressed_rows += part.suppressed_rows;
    sum.stars += part.stars;
    sum.weighted_stars += part.weighted_stars;
    if (sum.minority_rows && part.minority_rows) {
        *sum.minority_rows += *part.minority_rows;
    }
    add_sizes(sum, part);
}

void finish_measures(Measures& sum, std::uint64_t k, std::size_t attributes) {
    sum.avg_class = sum.classes == 0
                        ? 0
                        : static_cast<double>(sum.released_rows) / static_cast<double>(sum.classes);
    sum.field = {};
    const LossFacts facts = loss_facts(sum, k, attributes);
    sum.cm = objective_value(Objective::cm, facts);
    sum.dm = objective_value(Objective::dm, facts);
    sum.c_avg = objective_value(Objective::c_avg, facts);
}

}  // namespace kanon
