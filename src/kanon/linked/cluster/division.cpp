// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/cluster/division.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace kanon::linked {
namespace {

/// One dimension of the subjects.
struct Dimension {
    std::vector<float> values;  ///< per subject
    float weight = 1;           ///< that a subject loses where it is given up
};

/// Per row of a table, the subject it belongs to.
std::vector<std::vector<std::uint32_t>> subjects_of_rows(const Ground& ground) {
    std::vector<std::vector<std::uint32_t>> out;
    for (std::size_t t = 0; t < ground.size(); ++t) {
        const LinkedTable& table = *ground.of(t).table;
        std::vector<std::uint32_t>& subject = out.emplace_back(table.rows());
        if (!table.parent) {
            std::iota(subject.begin(), subject.end(), 0U);
            continue;
        }
        for (std::size_t row = 0; row < subject.size(); ++row) {
            subject[row] = out[*table.parent][table.parent_row[row]];
        }
    }
    return out;
}

void add_dimensions(const Ground::OfTable& table,
                    const std::vector<std::uint32_t>& subject_of,
                    std::size_t subjects,
                    std::vector<Dimension>& to) {
    std::vector<float> rows(subjects);
    for (const std::uint32_t subject : subject_of) {
        rows[subject] += 1;
    }
    const float rows_of_one =
        subjects == 0 ? 0 : static_cast<float>(subject_of.size()) / static_cast<float>(subjects);
    for (std::size_t j = 0; j < table.rulers.size(); ++j) {
        Dimension& out = to.emplace_back();
        out.weight = table.rulers[j].weight() * rows_of_one;
        out.values.resize(subjects);
        for (std::size_t row = 0; row < subject_of.size(); ++row) {
            out.values[subject_of[row]] += table.rulers[j].position(table.codes[j][row]);
        }
        for (std::size_t subject = 0; subject < subjects; ++subject) {
            out.values[subject] /= std::max(1.0F, rows[subject]);
        }
    }
    if (table.table->parent) {
        to.push_back({.values = std::move(rows), .weight = table.row_weight});
    }
}

double deviation(const Dimension& dimension, std::span<const std::uint32_t> subjects) {
    double sum = 0;
    double squares = 0;
    for (const std::uint32_t subject : subjects) {
        const double value = dimension.values[subject];
        sum += value;
        squares += value * value;
    }
    const auto n = static_cast<double>(subjects.size());
    return std::sqrt(std::max(0.0, squares / n - (sum / n) * (sum / n)));
}

class Division {
public:
    Division(std::vector<Dimension> dimensions, std::size_t least, std::size_t most)
        : dimensions_(std::move(dimensions)), least_(least), most_(most) {}

    void divide(std::span<std::uint32_t> subjects) {
        if (subjects.size() <= most_) {
            parts.emplace_back(subjects.begin(), subjects.end());
            return;
        }
        const std::size_t cut = cut_of(subjects);
        divide(subjects.first(cut));
        divide(subjects.subspan(cut));
    }

    std::vector<std::vector<std::uint32_t>> parts;

private:
    /// Sort subjects by a dimension, and find the place nearest to the middle where it changes, if
    /// both sides are large enough there.
    std::optional<std::size_t> middle(const Dimension& dimension,
                                      std::span<std::uint32_t> subjects) const {
        std::ranges::sort(subjects, [&](std::uint32_t a, std::uint32_t b) {
            const float one = dimension.values[a];
            const float other = dimension.values[b];
            return one != other ? one < other : a < b;
        });
        const std::size_t n = subjects.size();
        const std::size_t least = std::max(least_, n / 8);
        const auto changes = [&](std::size_t at) {
            return dimension.values[subjects[at - 1]] != dimension.values[subjects[at]];
        };
        for (std::size_t away = 0; n / 2 + away + least <= n; ++away) {
            if (changes(n / 2 + away)) {
                return n / 2 + away;
            }
            if (n / 2 - away >= least && changes(n / 2 - away)) {
                return n / 2 - away;
            }
        }
        return std::nullopt;
    }

    /// Where to cut, the subjects sorted so that near ones are on one side.
    std::size_t cut_of(std::span<std::uint32_t> subjects) const {
        std::vector<std::pair<double, std::size_t>> widest;
        for (std::size_t d = 0; d < dimensions_.size(); ++d) {
            widest.emplace_back(-dimensions_[d].weight * deviation(dimensions_[d], subjects), d);
        }
        std::ranges::sort(widest);
        for (const auto& [width, d] : widest) {
            if (width >= 0) {
                break;
            }
            if (const auto cut = middle(dimensions_[d], subjects)) {
                return *cut;
            }
        }
        if (!widest.empty()) {
            static_cast<void>(middle(dimensions_[widest.front().second], subjects));
        }
        return subjects.size() / 2;
    }

    std::vector<Dimension> dimensions_;
    std::size_t least_;
    std::size_t most_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> divide(const Ground& ground,
                                               std::size_t least,
                                               std::size_t most) {
    const std::size_t subjects = ground.of(0).table->rows();
    const auto subject_of = subjects_of_rows(ground);
    std::vector<Dimension> dimensions;
    for (std::size_t t = 0; t < ground.size(); ++t) {
        add_dimensions(ground.of(t), subject_of[t], subjects, dimensions);
    }
    Division division(std::move(dimensions), least, most);
    std::vector<std::uint32_t> all(subjects);
    std::iota(all.begin(), all.end(), 0U);
    division.divide(all);
    return std::move(division.parts);
}

}  // namespace kanon::linked
