// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/invariance/least_classes.hpp"

#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace kanon::invariance {
namespace {

constexpr int kMostRounds = 60;
constexpr std::size_t kAddedAtOnce = 40;
constexpr std::size_t kMostWhole = 3000;  ///< classes that the whole numbers are found among
constexpr double kTolerance = 1e-7;

/// A class as places in the lists of its values; the size of a list stands for a counterfeit.
using Choice = std::vector<std::uint32_t>;

/// The set partitioning of a part. Rows of the program: one for each row of the part, then one for
/// the number of classes.
class Partitioning {
public:
    Partitioning(const Part& part, const RowPlaces& places) : part_(part) {
        for (const std::vector<std::uint32_t>& rows : part) {
            first_row_.push_back(rows_);
            rows_ += rows.size();
            classes_ = std::max(classes_, rows.size());
        }
        Choice choice(part.size());
        list(places, choice, 0);
        for (std::uint32_t column = 0; column < choices_.size(); ++column) {
            number_of_[choices_[column]] = column;
        }
    }

    [[nodiscard]] std::size_t size() const { return choices_.size(); }

    [[nodiscard]] std::size_t classes() const { return classes_; }

    [[nodiscard]] double cost(std::uint32_t column) const { return costs_[column]; }

    [[nodiscard]] const Choice& choice(std::uint32_t column) const { return choices_[column]; }

    [[nodiscard]] std::uint32_t number_of(const Choice& choice) const {
        return number_of_.at(choice);
    }

    /// The program over some classes.
    [[nodiscard]] Model model(const std::vector<std::uint32_t>& columns, bool is_whole) const {
        Model out;
        for (std::size_t row = 0; row < rows_; ++row) {
            out.add_row({.lower = 1, .upper = 1});
        }
        const auto number = static_cast<double>(classes_);
        const std::uint32_t all = out.add_row({.lower = number, .upper = number});
        for (const std::uint32_t column : columns) {
            const std::uint32_t added = out.add_column(
                {.lower = 0, .upper = 1, .cost = costs_[column], .integer = is_whole});
            out.add_entry(all, added, 1);
            for (std::size_t value = 0; value < part_.size(); ++value) {
                if (choices_[column][value] < part_[value].size()) {
                    out.add_entry(
                        static_cast<std::uint32_t>(first_row_[value]) + choices_[column][value],
                        added,
                        1);
                }
            }
        }
        return out;
    }

    /// What each class costs beyond the prices of its rows.
    [[nodiscard]] std::vector<double> reduced_costs(const std::vector<double>& duals) const {
        std::vector<double> out(costs_);
        for (std::size_t column = 0; column < out.size(); ++column) {
            out[column] -= duals[rows_];
            for (std::size_t value = 0; value < part_.size(); ++value) {
                if (choices_[column][value] < part_[value].size()) {
                    out[column] -= duals[first_row_[value] + choices_[column][value]];
                }
            }
        }
        return out;
    }

    /// What the program over all classes costs at least by these prices: their sum, less what the
    /// cheapest class is below it, for each of the classes.
    [[nodiscard]] double bound_by(const std::vector<double>& duals, double cheapest) const {
        const double sum =
            std::accumulate(duals.begin(), duals.begin() + static_cast<std::ptrdiff_t>(rows_), 0.0);
        const auto number = static_cast<double>(classes_);
        return sum + number * (duals[rows_] + cheapest);
    }

private:
    void list(const RowPlaces& places, Choice& choice, std::size_t value) {
        if (value == part_.size()) {
            Cover cover;
            std::size_t persons = 0;
            for (std::size_t i = 0; i < part_.size(); ++i) {
                if (choice[i] < part_[i].size()) {
                    places.widen(cover, part_[i][choice[i]]);
                    ++persons;
                }
            }
            if (persons > 0) {
                choices_.push_back(choice);
                costs_.push_back(static_cast<double>(persons) * places.loss(cover));
            }
            return;
        }
        const std::size_t some = part_[value].size() + (part_[value].size() < classes_ ? 1 : 0);
        for (choice[value] = 0; choice[value] < some; ++choice[value]) {
            list(places, choice, value + 1);
        }
    }

    const Part& part_;
    std::size_t rows_ = 0;
    std::size_t classes_ = 0;
    std::vector<std::size_t> first_row_;  ///< of each value
    std::vector<Choice> choices_;
    std::vector<double> costs_;
    std::map<Choice, std::uint32_t> number_of_;
};

/// The classes as columns of the program.
std::vector<std::uint32_t> columns_of(const Part& part,
                                      const PartClasses& classes,
                                      const Partitioning& program) {
    std::vector<std::uint32_t> out;
    for (std::size_t number = 0; number < program.classes(); ++number) {
        Choice choice;
        for (std::size_t value = 0; value < part.size(); ++value) {
            const auto found = std::ranges::find(part[value], classes[value][number]);
            choice.push_back(static_cast<std::uint32_t>(found - part[value].begin()));
        }
        out.push_back(program.number_of(choice));
    }
    return out;
}

/// The classes of least reduced cost, below 0 and not among the columns.
std::vector<std::uint32_t> cheapest(const std::vector<double>& reduced,
                                    const std::vector<bool>& is_in) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t column = 0; column < reduced.size(); ++column) {
        if (reduced[column] < -kTolerance && !is_in[column]) {
            out.push_back(column);
        }
    }
    const std::size_t most = std::min(out.size(), kAddedAtOnce);
    std::ranges::partial_sort(out,
                              out.begin() + static_cast<std::ptrdiff_t>(most),
                              [&](std::uint32_t a, std::uint32_t b) {
                                  return std::pair(reduced[a], a) < std::pair(reduced[b], b);
                              });
    out.resize(most);
    return out;
}

class Generating {
public:
    Generating(const Part& part,
               const PartClasses& start,
               const RowPlaces& places,
               const MipSolver& solver,
               const RunContext& context)
        : part_(part),
          places_(places),
          solver_(solver),
          context_(context),
          program_(part, places),
          is_in_(program_.size()) {
        out_.classes = start;
        out_.loss = loss_of(start, places);
        add(columns_of(part, start, program_));
    }

    LeastClasses operator()() {
        for (int round = 0; round < kMostRounds && !is_proven(); ++round) {
            throw_if_cancelled(context_);
            const Solution relaxed = solver_.relax(program_.model(columns_, false), context_);
            if (relaxed.duals.empty()) {
                break;
            }
            reduced_ = program_.reduced_costs(relaxed.duals);
            cheapest_ = std::min(0.0, *std::ranges::min_element(reduced_));
            bound_ = program_.bound_by(relaxed.duals, cheapest_);
            out_.bound = std::max(out_.bound, bound_);
            const std::vector<std::uint32_t> more = cheapest(reduced_, is_in_);
            if (more.empty()) {
                break;
            }
            add(more);
        }
        if (!is_proven() && !reduced_.empty()) {
            find_whole();
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] bool is_proven() const {
        return out_.loss <= out_.bound + kTolerance * (1 + out_.loss);
    }

    void add(const std::vector<std::uint32_t>& columns) {
        for (const std::uint32_t column : columns) {
            if (!is_in_[column]) {
                is_in_[column] = true;
                columns_.push_back(column);
            }
        }
    }

    /// Whatever has a class costs at least as much beyond the bound as that class beyond the
    /// cheapest one.
    void find_whole() {
        std::vector<std::uint32_t> useful;
        for (std::uint32_t column = 0; column < reduced_.size(); ++column) {
            if (reduced_[column] - cheapest_ <= out_.loss - bound_ + kTolerance) {
                useful.push_back(column);
            }
        }
        const bool has_all = useful.size() <= kMostWhole;
        const std::vector<std::uint32_t>& among = has_all ? useful : columns_;
        RunContext limited = context_;
        limited.node_limit = std::min(limited.node_limit, kMostNodes);
        const Solution found =
            solver_.solve(program_.model(among, true), {.cutoff = out_.loss}, limited);
        if (has_all && found.status == SolveStatus::infeasible) {
            out_.bound = out_.loss;  // nothing costs less than the cut-off
        }
        if (!found.values.empty() && found.value < out_.loss) {
            take(found.values, among);
            if (has_all && found.status == SolveStatus::optimal) {
                out_.bound = out_.loss;
            }
        }
    }

    void take(const std::vector<double>& values, const std::vector<std::uint32_t>& among) {
        PartClasses classes(part_.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] < 0.5) {
                continue;
            }
            const Choice& choice = program_.choice(among[i]);
            for (std::size_t value = 0; value < part_.size(); ++value) {
                const std::vector<std::uint32_t>& rows = part_[value];
                classes[value].push_back(choice[value] < rows.size() ? rows[choice[value]]
                                                                     : kNoRow);
            }
        }
        const double loss = loss_of(classes, places_);
        if (classes.front().size() == program_.classes() && loss < out_.loss) {
            out_.classes = std::move(classes);
            out_.loss = loss;
        }
    }

    static constexpr std::uint64_t kMostNodes = 200;

    const Part& part_;
    const RowPlaces& places_;
    const MipSolver& solver_;
    const RunContext& context_;
    Partitioning program_;
    std::vector<bool> is_in_;
    std::vector<std::uint32_t> columns_;
    std::vector<double> reduced_;
    double cheapest_ = 0;  ///< of the reduced costs, at most 0
    double bound_ = 0;     ///< by the prices that these are of
    LeastClasses out_;
};

}  // namespace

double loss_of(const PartClasses& classes, const RowPlaces& places) {
    double out = 0;
    for (std::size_t number = 0; number < classes.front().size(); ++number) {
        Cover cover;
        std::size_t persons = 0;
        for (const std::vector<std::uint32_t>& of_value : classes) {
            if (of_value[number] != kNoRow) {
                places.widen(cover, of_value[number]);
                ++persons;
            }
        }
        out += static_cast<double>(persons) * places.loss(cover);
    }
    return out;
}

std::uint64_t column_count(const Part& part) {
    std::size_t classes = 0;
    for (const std::vector<std::uint32_t>& rows : part) {
        classes = std::max(classes, rows.size());
    }
    std::uint64_t out = 1;
    for (const std::vector<std::uint32_t>& rows : part) {
        out *= rows.size() + (rows.size() < classes ? 1U : 0U);
        if (out > kMostColumns) {
            break;
        }
    }
    return out;
}

LeastClasses least_classes(const Part& part,
                           const PartClasses& start,
                           const RowPlaces& places,
                           const MipSolver& solver,
                           const RunContext& context) {
    return Generating(part, start, places, solver, context)();
}

}  // namespace kanon::invariance
