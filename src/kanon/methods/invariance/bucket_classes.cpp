// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/invariance/bucket_classes.hpp"

#include "kanon/solve/assignment.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::invariance {
namespace {

std::size_t classes_in(const Part& part) {
    std::size_t out = 0;
    for (const std::vector<std::uint32_t>& rows : part) {
        out = std::max(out, rows.size());
    }
    return out;
}

/// The first value that has a row for each class.
std::size_t full_value(const Part& part) {
    const std::size_t classes = classes_in(part);
    const auto found =
        std::ranges::find_if(part, [classes](const auto& rows) { return rows.size() == classes; });
    return static_cast<std::size_t>(found - part.begin());
}

/// Weighted loss of all rows of a part, if it were released as one class.
double loss_together(const Part& part, const RowPlaces& places) {
    Cover cover;
    std::size_t rows = 0;
    for (const std::vector<std::uint32_t>& of_value : part) {
        for (const std::uint32_t row : of_value) {
            places.widen(cover, row);
        }
        rows += of_value.size();
    }
    return static_cast<double>(rows) * places.loss(cover);
}

/// Halves of a part along an axis: so many classes below as above, the rows of the full value at
/// the median, those of the others at its place, or as near as the classes have room.
std::pair<Part, Part> halves_along(Part part, std::size_t axis, const RowPlaces& places) {
    const auto place_of = [&](std::uint32_t row) { return places.place(row, axis); };
    for (std::vector<std::uint32_t>& rows : part) {
        std::ranges::stable_sort(rows, {}, place_of);
    }
    const std::size_t classes = classes_in(part);
    const std::size_t below = classes / 2;
    const Place median = place_of(part[full_value(part)][below]);
    std::pair<Part, Part> out;
    for (const std::vector<std::uint32_t>& rows : part) {
        const auto at = std::ranges::lower_bound(rows, median, {}, place_of) - rows.begin();
        const std::size_t least =
            rows.size() > classes - below ? rows.size() - (classes - below) : 0;
        const auto cut = static_cast<std::ptrdiff_t>(
            std::clamp(static_cast<std::size_t>(at), least, std::min(rows.size(), below)));
        out.first.emplace_back(rows.begin(), rows.begin() + cut);
        out.second.emplace_back(rows.begin() + cut, rows.end());
    }
    return out;
}

std::pair<Part, Part> best_halves(const Part& part, const RowPlaces& places) {
    std::pair<Part, Part> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < places.axes(); ++axis) {
        std::pair<Part, Part> halves = halves_along(part, axis, places);
        const double loss =
            loss_together(halves.first, places) + loss_together(halves.second, places);
        if (loss < least) {
            least = loss;
            best = std::move(halves);
        }
    }
    return best;
}

/// Classes of a small part under way: per value, then per class, a row or kNoRow.
class Assigning {
public:
    Assigning(const Part& part, const RowPlaces& places)
        : part_(part), places_(places), classes_(classes_in(part)), row_of_(part.size()) {}

    PartClasses operator()() {
        const std::size_t full = full_value(part_);
        row_of_[full] = part_[full];
        for (const std::size_t value : others_by_rows(full)) {
            assign(value);
        }
        double before = loss_of(row_of_, places_);
        for (int round = 0; round < kMostRounds; ++round) {
            for (std::size_t value = 0; value < part_.size(); ++value) {
                if (value != full) {
                    assign(value);
                }
            }
            const double now = loss_of(row_of_, places_);
            if (now >= before * (1 - kLeastGain)) {
                break;
            }
            before = now;
        }
        return std::move(row_of_);
    }

private:
    static constexpr int kMostRounds = 8;
    static constexpr double kLeastGain = 1e-9;

    [[nodiscard]] std::vector<std::size_t> others_by_rows(std::size_t full) const {
        std::vector<std::size_t> out;
        for (std::size_t value = 0; value < part_.size(); ++value) {
            if (value != full) {
                out.push_back(value);
            }
        }
        std::ranges::stable_sort(
            out, [&](std::size_t a, std::size_t b) { return part_[a].size() > part_[b].size(); });
        return out;
    }

    /// What a class covers without a value, and its persons; of no value: as it is.
    std::pair<Cover, std::size_t> class_without(std::size_t value, std::size_t number) const {
        std::pair<Cover, std::size_t> out;
        for (std::size_t i = 0; i < row_of_.size(); ++i) {
            if (i != value && !row_of_[i].empty() && row_of_[i][number] != kNoRow) {
                places_.widen(out.first, row_of_[i][number]);
                ++out.second;
            }
        }
        return out;
    }

    /// Give the rows of a value to the classes that lose least by them all.
    void assign(std::size_t value) {
        std::vector<double> costs(classes_ * classes_);
        for (std::size_t number = 0; number < classes_; ++number) {
            const auto [cover, rows] = class_without(value, number);
            const double before = static_cast<double>(rows) * places_.loss(cover);
            for (std::size_t i = 0; i < part_[value].size(); ++i) {
                Cover with = cover;
                places_.widen(with, part_[value][i]);
                costs[i * classes_ + number] =
                    static_cast<double>(rows + 1) * places_.loss(with) - before;
            }
        }
        static_cast<void>(solver_.solve(costs, classes_));
        row_of_[value].assign(classes_, kNoRow);
        for (std::size_t i = 0; i < part_[value].size(); ++i) {
            row_of_[value][solver_.column_of_row()[i]] = part_[value][i];
        }
    }

    const Part& part_;
    const RowPlaces& places_;
    std::size_t classes_;
    PartClasses row_of_;
    AssignmentSolver<double> solver_;
};

}  // namespace

void divide_bucket(const Bucket& bucket,
                   const RowPlaces& places,
                   const MipSolver* solver,
                   const RunContext& context,
                   InvariantClasses& out) {
    std::vector<Part> open{bucket.rows};
    while (!open.empty()) {
        throw_if_cancelled(context);
        const Part part = std::move(open.back());
        open.pop_back();
        const std::size_t classes = classes_in(part);
        if (classes > kMostAssigned) {
            auto [below, above] = best_halves(part, places);
            open.push_back(std::move(above));
            open.push_back(std::move(below));
            continue;
        }
        PartClasses row_of = Assigning(part, places)();
        if (solver != nullptr && column_count(part) <= kMostColumns) {
            LeastClasses least = least_classes(part, row_of, places, *solver, context);
            row_of = std::move(least.classes);
            out.loss += least.loss;
            out.least_loss += least.bound;
            ++out.bounded_parts;
        }
        ++out.parts;
        for (std::size_t number = 0; number < classes; ++number) {
            InvariantClass& made =
                out.classes.emplace_back(InvariantClass{.values = bucket.values});
            for (const std::vector<std::uint32_t>& of_value : row_of) {
                made.rows.push_back(of_value[number]);
            }
        }
    }
}

}  // namespace kanon::invariance
