// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/suda_scores.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kanon::risk {
namespace {

/// By size, from 1 on.
std::vector<double> score_of_sizes(const MinimalUniques& found) {
    std::vector<double> out(found.largest + 1, 1);
    const std::size_t last = std::min(found.largest, found.columns - 1);
    for (std::size_t size = last; size >= 1; --size) {
        const double above = size == last ? 1 : out[size + 1];
        out[size] = above * static_cast<double>(found.columns - size);
    }
    return out;
}

}  // namespace

SudaScores suda_scores(const MinimalUniques& found) {
    SudaScores out{.sets_of_size = std::vector<std::uint64_t>(found.largest),
                   .of_unique = std::vector<double>(found.types.size()),
                   .share_of_column = std::vector<double>(found.columns)};
    if (found.columns == 0) {
        return out;
    }
    const std::vector<double> score = score_of_sizes(found);
    for (std::size_t place = 0; place < found.sets.size(); ++place) {
        for (const std::uint64_t set : found.sets[place]) {
            const auto size = static_cast<std::size_t>(std::popcount(set));
            ++out.sets_of_size[size - 1];
            out.of_unique[place] += score[size];
            for (std::size_t column = 0; column < found.columns; ++column) {
                out.share_of_column[column] += ((set >> column) & 1U) != 0 ? score[size] : 0;
            }
        }
        out.sum += out.of_unique[place];
    }
    for (double& share : out.share_of_column) {
        share = out.sum > 0 ? share / out.sum : 0;
    }
    return out;
}

double data_intrusion_risk(const SizeCounts& sizes, double fraction) {
    const double alone = static_cast<double>(classes_of_size(sizes, 1)) * fraction;
    const double paired = 2 * static_cast<double>(classes_of_size(sizes, 2)) * (1 - fraction);
    return alone > 0 ? alone / (alone + paired) : 0;
}

std::vector<double> dis_suda_scores(std::span<const double> scores,
                                    std::uint64_t uniques,
                                    double risk,
                                    std::size_t columns) {
    const double exponent = 1 + (8 - static_cast<double>(columns)) / 20;
    double sum = 0;
    for (const double score : scores) {
        sum += score > 0 ? std::pow(score, -exponent) : 0;
    }
    const double odds = static_cast<double>(uniques) * (1 / risk - 1);
    std::vector<double> out;
    out.reserve(scores.size());
    for (const double score : scores) {
        out.push_back(score > 0 ? 1 / (1 + odds / (std::pow(score, exponent) * sum)) : 0);
    }
    return out;
}

}  // namespace kanon::risk
