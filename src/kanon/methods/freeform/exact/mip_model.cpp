// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/exact/mip_model.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace kanon::freeform {
namespace {

/// Losses nearer than this are one.
constexpr double kSameLoss = 1e-12;

/// What each value more loses, up to so many values.
std::vector<double> steps_of_counts(const Axis& axis, std::size_t most) {
    std::vector<double> steps;
    for (std::size_t count = 1; count < most; ++count) {
        steps.push_back(axis.loss_of_count(count + 1) - axis.loss_of_count(count));
    }
    return steps;
}

bool is_even(const std::vector<double>& steps) {
    return std::ranges::all_of(
        steps, [&](double step) { return std::abs(step - steps.front()) <= kSameLoss; });
}

}  // namespace

MipModel::MipModel(const RowSpace& space, std::uint32_t degree)
    : space_(space),
      degree_(degree),
      base_of_record_(space.size()),
      steps_of_record_(space.size()),
      edges_(std::size_t{space.size()} * space.size(), kNoColumn) {
    add_edges();
    for (std::uint32_t record = 0; record < space.size(); ++record) {
        add_persons(record);
        for (std::size_t axis = 0; axis < space.types().size(); ++axis) {
            const Axis& on = space.types().axes()[axis];
            if (on.by_set()) {
                add_set(record, axis);
            } else if (on.by_range()) {
                add_range(record, axis);
            } else {
                add_tree(record, axis);
            }
        }
        base_ += base_of_record_[record];
    }
}

/// Each record has degree - 1 rows beside its own, and each row is in as many records.
void MipModel::add_edges() {
    const double others = degree_ - 1;
    const std::uint32_t first = model_.add_row({.lower = others, .upper = others});
    for (std::uint32_t line = 1; line < 2 * space_.size(); ++line) {
        model_.add_row({.lower = others, .upper = others});
    }
    for (std::uint32_t record = 0; record < space_.size(); ++record) {
        for (std::uint32_t row = 0; row < space_.size(); ++row) {
            if (space_.same_person(record, row)) {
                continue;
            }
            const std::uint32_t column = model_.add_column({.upper = 1, .integer = true});
            edges_[std::size_t{record} * space_.size() + row] = column;
            model_.add_entry(first + record, column, 1);
            model_.add_entry(first + space_.size() + row, column, 1);
        }
    }
}

/// One row of a person at most.
void MipModel::add_persons(std::uint32_t record) {
    if (!space_.has_persons()) {
        return;
    }
    std::vector<bool> done(space_.size());
    for (std::uint32_t row = 0; row < space_.size(); ++row) {
        std::vector<std::uint32_t> of_person;
        for (std::uint32_t other = row; other < space_.size(); ++other) {
            if (!done[other] && edge(record, other) != kNoColumn &&
                space_.same_person(row, other)) {
                done[other] = true;
                of_person.push_back(other);
            }
        }
        if (of_person.size() > 1) {
            const std::uint32_t line = model_.add_row({.upper = 1});
            for (const std::uint32_t other : of_person) {
                model_.add_entry(line, edge(record, other), 1);
            }
        }
    }
}

void MipModel::add_range(std::uint32_t record, std::size_t axis) {
    const Axis& on = space_.types().axes()[axis];
    const Place own = place(record, axis);
    const double base = on.pair_loss(own, own);
    base_of_record_[record] += base;
    Reached up;
    Reached down;
    std::vector<std::uint32_t> missing;
    for (std::uint32_t row = 0; row < space_.size(); ++row) {
        const Place at = place(row, axis);
        if (edge(record, row) == kNoColumn || at == own) {
            continue;
        }
        if (on.is_missing(at) || on.is_missing(own)) {
            missing.push_back(row);
        } else {
            (at > own ? up : down).emplace_back(on.pair_loss(own, at), row);
        }
    }
    std::uint32_t star = kNoColumn;
    if (!missing.empty()) {
        star = add_step(record, on.weight() - base, false);
        // NOLINTNEXTLINE(readability-suspicious-call-argument): the star is the step, over none
        set_by(record, star, missing, missing, kNoColumn);
    }
    add_chain(record, base, std::move(up), star);
    add_chain(record, base, std::move(down), star);
}

void MipModel::add_tree(std::uint32_t record, std::size_t axis) {
    const Axis& on = space_.types().axes()[axis];
    const Place own = place(record, axis);
    const double base = on.pair_loss(own, own);
    base_of_record_[record] += base;
    Reached reached;
    for (std::uint32_t row = 0; row < space_.size(); ++row) {
        if (edge(record, row) != kNoColumn) {
            reached.emplace_back(on.pair_loss(own, place(row, axis)), row);
        }
    }
    add_chain(record, base, std::move(reached), kNoColumn);
}

void MipModel::add_set(std::uint32_t record, std::size_t axis) {
    const Axis& on = space_.types().axes()[axis];
    const Place own = place(record, axis);
    base_of_record_[record] += on.loss_of_count(1);
    std::map<Place, std::vector<std::uint32_t>> rows_of_value;
    for (std::uint32_t row = 0; row < space_.size(); ++row) {
        if (edge(record, row) != kNoColumn && place(row, axis) != own) {
            rows_of_value[place(row, axis)].push_back(row);
        }
    }
    const std::vector<double> steps =
        steps_of_counts(on, std::min<std::size_t>(degree_, rows_of_value.size() + 1));
    if (steps.empty()) {
        return;
    }
    const bool even = is_even(steps);
    std::vector<std::uint32_t> values;
    for (const auto& [value, rows] : rows_of_value) {
        values.push_back(add_step(record, even ? steps.front() : 0, false));
        set_by(record, values.back(), rows, rows, kNoColumn);
    }
    if (!even) {
        add_counted(record, steps, values);
    }
}

/// Steps that count as many as there are values, one after the other.
void MipModel::add_counted(std::uint32_t record,
                           const std::vector<double>& steps,
                           std::span<const std::uint32_t> values) {
    const bool integer = !std::ranges::is_sorted(steps);
    const std::uint32_t all = model_.add_row({.lower = 0});
    for (const std::uint32_t value : values) {
        model_.add_entry(all, value, -1);
    }
    std::uint32_t before = kNoColumn;
    for (const double step : steps) {
        const std::uint32_t counted = add_step(record, step, integer);
        model_.add_entry(all, counted, 1);
        if (before != kNoColumn) {
            const std::uint32_t order = model_.add_row({.lower = 0});
            model_.add_entry(order, before, 1);
            model_.add_entry(order, counted, -1);
        }
        before = counted;
    }
}

/// A step for each loss above the base; a row sets all up to what it reaches. A star, if there is
/// one, waives them.
void MipModel::add_chain(std::uint32_t record, double base, Reached reached, std::uint32_t star) {
    std::ranges::sort(reached);
    std::vector<std::uint32_t> rows;
    for (const auto& entry : reached) {
        rows.push_back(entry.second);
    }
    std::uint32_t before = kNoColumn;
    for (std::size_t begin = 0; begin < reached.size();) {
        std::size_t end = begin + 1;
        const double loss = reached[begin].first;
        while (end < reached.size() && reached[end].first <= loss + kSameLoss) {
            ++end;
        }
        if (loss > base + kSameLoss) {
            const std::uint32_t step = add_step(record, loss - base, false);
            const std::span<const std::uint32_t> all(rows);
            set_by(record, step, all.subspan(begin, end - begin), all.subspan(begin), star);
            if (before != kNoColumn) {
                const std::uint32_t order = model_.add_row({.lower = 0});
                model_.add_entry(order, before, 1);
                model_.add_entry(order, step, -1);
            }
            before = step;
            base = loss;
        }
        begin = end;
    }
}

/// The step is at least x of each row, and at least the share that all that go as far or farther
/// have of degree - 1, less the star.
void MipModel::set_by(std::uint32_t record,
                      std::uint32_t step,
                      std::span<const std::uint32_t> rows,
                      std::span<const std::uint32_t> farther,
                      std::uint32_t star) {
    const auto add = [&](double times, std::span<const std::uint32_t> of) {
        const std::uint32_t line = model_.add_row({.lower = 0});
        model_.add_entry(line, step, times);
        if (star != kNoColumn) {
            model_.add_entry(line, star, times);
        }
        for (const std::uint32_t row : of) {
            model_.add_entry(line, edge(record, row), -1);
        }
    };
    for (const std::uint32_t& row : rows) {
        add(1, {&row, 1});
    }
    if (farther.size() > 1) {
        add(degree_ - 1, farther);
    }
}

std::uint32_t MipModel::add_step(std::uint32_t record, double cost, bool integer) {
    const std::uint32_t column = model_.add_column({.upper = 1, .cost = cost, .integer = integer});
    steps_of_record_[record].push_back(column);
    return column;
}

void MipModel::require_losses(std::span<const double> of_record) {
    constexpr double kRounded = 1e-9;
    for (std::uint32_t record = 0; record < space_.size(); ++record) {
        const std::uint32_t line = model_.add_row({.lower = 0});
        for (const std::uint32_t column : steps_of_record_[record]) {
            if (model_.columns[column].cost > 0) {
                model_.add_entry(line, column, model_.columns[column].cost);
            }
        }
        for (std::uint32_t row = 0; row < space_.size(); ++row) {
            if (edge(record, row) == kNoColumn) {
                continue;
            }
            const double least = std::max(of_record[record], least_with(record, row) - kRounded);
            const double beyond = (least - base_of_record_[record]) / (degree_ - 1);
            if (beyond > kSameLoss) {
                model_.add_entry(line, edge(record, row), -beyond);
            }
        }
    }
}

/// What a record loses at least that has a row and, for k > 2, any third one; 0 if there is none.
double MipModel::least_with(std::uint32_t record, std::uint32_t row) const {
    const TypeSpace& types = space_.types();
    std::vector<Word> pair(types.cover_words());
    types.take_cover(space_.type(record), pair);
    types.widen(pair, space_.type(row));
    std::vector<Word> cover(pair.size());
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t third = 0; degree_ > 2 && third < space_.size(); ++third) {
        if (edge(record, third) == kNoColumn || space_.same_person(row, third)) {
            continue;
        }
        cover = pair;
        types.widen(cover, space_.type(third));
        double loss = 0;
        for (std::size_t axis = 0; axis < types.size(); ++axis) {
            loss += types.axes()[axis].loss(cover.data() + types.start(axis));
        }
        least = std::min(least, loss);
    }
    return least < std::numeric_limits<double>::infinity() ? least : 0;
}

Graph MipModel::graph_of(std::span<const double> values) const {
    Graph graph(space_.size(), degree_);
    for (std::uint32_t record = 0; record < space_.size(); ++record) {
        std::uint32_t round = 0;
        for (std::uint32_t row = 0; row < space_.size(); ++row) {
            const std::uint32_t column = edge(record, row);
            if (column != kNoColumn && values[column] > 0.5) {
                KANON_CHECK(++round < degree_);
                graph.of(record)[round] = row;
            }
        }
        KANON_CHECK(round + 1 == degree_);
    }
    return graph;
}

}  // namespace kanon::freeform
