// SPDX-License-Identifier: Apache-2.0
#include "support/freeform_brute_force.hpp"

#include "kanon/methods/classes/outcome/partition_outcome.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

/// Rows one by one as an assignment numbers them: by type, then by tuple.
struct Rows {
    std::vector<std::uint32_t> type;
    std::vector<std::uint64_t> person;  ///< a number of its own where persons are not counted
};

std::optional<std::size_t> column_of_persons(const Task& task) {
    for (const auto& model : task.models) {
        if (model->name() == "k-anonymity" && model->tracked()) {
            return model->tracked();
        }
    }
    return std::nullopt;
}

Rows rows_of(const Task& task) {
    Rows out;
    const auto column = column_of_persons(task);
    const RowTypes& types = task.row_types();
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        const auto counts = types.tuple_counts(type);
        for (std::size_t tuple = 0; tuple < counts.size(); ++tuple) {
            for (std::uint32_t i = 0; i < counts[tuple]; ++i) {
                Code person = static_cast<Code>(out.type.size());
                if (column) {
                    const TrackedAttribute& persons = task.tracked[*column];
                    person = types.tuple_value(type, tuple, *column);
                    person = persons.value_of ? (*persons.value_of)[person] : person;
                }
                out.type.push_back(type);
                out.person.push_back(person);
            }
        }
    }
    return out;
}

/// What records lose, by attributes one by one.
class Losses {
public:
    explicit Losses(const Task& task)
        : task_(task), axes_(classes::make_axes(task)), rows_(rows_of(task)) {}

    [[nodiscard]] const Rows& rows() const { return rows_; }

    [[nodiscard]] double of(std::span<const std::uint32_t> members) const {
        double sum = 0;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            std::vector<classes::Word> cover(axes_[axis].words());
            axes_[axis].take(cover.data(), place(axis, members[0]));
            for (const std::uint32_t row : members.subspan(1)) {
                axes_[axis].widen(cover.data(), place(axis, row));
            }
            sum += axes_[axis].loss(cover.data());
        }
        return sum;
    }

    [[nodiscard]] double mean(double sum) const {
        double weights = 0;
        for (const classes::Axis& axis : axes_) {
            weights += axis.weight();
        }
        return weights > 0 ? sum / (weights * static_cast<double>(rows_.type.size())) : 0;
    }

private:
    [[nodiscard]] classes::Place place(std::size_t axis, std::uint32_t row) const {
        return axes_[axis].place_of(task_.row_types().columns[axis][rows_.type[row]]);
    }

    const Task& task_;
    std::vector<classes::Axis> axes_;
    Rows rows_;
};

/// Tries all members of one record after the other, the least lossy first.
class Search {
public:
    Search(const Task& task, std::uint32_t degree)
        : losses_(task),
          size_(static_cast<std::uint32_t>(losses_.rows().type.size())),
          degree_(degree),
          choices_(size_),
          left_(size_, degree),
          least_after_(size_ + 1) {
        for (std::uint32_t record = 0; record < size_; ++record) {
            list(record, {record}, 0);
            std::ranges::sort(choices_[record], {}, &Choice::loss);
        }
        for (std::uint32_t record = size_; record-- > 0;) {
            least_after_[record] = kNone;
            if (!choices_[record].empty()) {
                least_after_[record] = least_after_[record + 1] + choices_[record][0].loss;
            }
        }
    }

    [[nodiscard]] double run() {
        choose(0, 0);
        return best_ == kNone ? kNone : losses_.mean(best_);
    }

private:
    struct Choice {
        double loss = 0;
        std::vector<std::uint32_t> members;
    };

    // NOLINTNEXTLINE(misc-no-recursion)
    void list(std::uint32_t record, std::vector<std::uint32_t> members, std::uint32_t from) {
        if (members.size() == degree_) {
            choices_[record].push_back({losses_.of(members), members});
            return;
        }
        for (std::uint32_t row = from; row < size_; ++row) {
            const auto is_one = [&](std::uint32_t member) {
                return losses_.rows().person[member] == losses_.rows().person[row];
            };
            if (std::ranges::none_of(members, is_one)) {
                members.push_back(row);
                list(record, members, row + 1);
                members.pop_back();
            }
        }
    }

    /// No row is taken too often, or too seldom to be taken by the records after this.
    [[nodiscard]] bool is_open(std::uint32_t record, const Choice& choice) {
        for (const std::uint32_t row : choice.members) {
            --left_[row];
        }
        bool open = true;
        for (std::uint32_t row = 0; row < size_; ++row) {
            const std::uint32_t own = row > record ? 1 : 0;
            open = open && left_[row] >= own && left_[row] <= size_ - 1 - record;
        }
        if (!open) {
            give_back(choice);
        }
        return open;
    }

    void give_back(const Choice& choice) {
        for (const std::uint32_t row : choice.members) {
            ++left_[row];
        }
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    void choose(std::uint32_t record, double loss) {
        if (record == size_) {
            best_ = std::min(best_, loss);
            return;
        }
        for (const Choice& choice : choices_[record]) {
            if (loss + choice.loss + least_after_[record + 1] >= best_) {
                return;
            }
            if (is_open(record, choice)) {
                choose(record + 1, loss + choice.loss);
                give_back(choice);
            }
        }
    }

    Losses losses_;
    std::uint32_t size_;
    std::uint32_t degree_;
    std::vector<std::vector<Choice>> choices_;
    std::vector<std::uint32_t> left_;  ///< per row: records that still take it
    std::vector<double> least_after_;
    double best_ = kNone;
};

}  // namespace

double least_freeform_loss(const Task& task) {
    const std::uint64_t degree = task.least_class_rows();
    if (task.row_types().row_count() < degree) {
        return kNone;
    }
    return Search(task, static_cast<std::uint32_t>(degree)).run();
}

double freeform_loss(const Task& task, const AssignmentRecoding& recoding) {
    const Losses losses(task);
    double sum = 0;
    for (std::size_t at = 0; at < recoding.members.size(); at += recoding.degree) {
        sum += losses.of(std::span(recoding.members).subspan(at, recoding.degree));
    }
    return losses.mean(sum);
}

std::string fault_of_graph(const Task& task, const AssignmentRecoding& recoding) {
    const Rows rows = rows_of(task);
    const std::size_t degree = recoding.degree;
    if (degree < task.least_class_rows() || recoding.members.size() != rows.type.size() * degree) {
        return "degree";
    }
    std::vector<std::size_t> records_of(rows.type.size());
    for (std::size_t at = 0; at < recoding.members.size(); at += degree) {
        std::vector<std::uint64_t> persons;
        for (std::size_t i = at; i < at + degree; ++i) {
            const std::uint32_t row = recoding.members[i];
            if (row >= rows.type.size()) {
                return "no such row";
            }
            ++records_of[row];
            persons.push_back(rows.person[row]);
        }
        std::ranges::sort(persons);
        if (std::ranges::adjacent_find(persons) != persons.end()) {
            return "record " + std::to_string(at / degree) + " has a row or person twice";
        }
    }
    for (std::size_t row = 0; row < records_of.size(); ++row) {
        if (records_of[row] != degree) {
            return "row " + std::to_string(row) + " is not in as many records as the degree";
        }
    }
    for (const auto& values : recoding.value_of_record) {
        if (values.size() != rows.type.size()) {
            return "values";
        }
    }
    return "";
}

}  // namespace kanon::test
