// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/row_space.hpp"

#include <numeric>

namespace kanon::freeform {
namespace {

/// The first row of each type in a recoding, where types are in the order of the task.
std::vector<std::uint32_t> first_in_recoding(const RowTypes& types) {
    std::vector<std::uint32_t> first(types.size());
    std::exclusive_scan(types.counts.begin(), types.counts.end(), first.begin(), 0U);
    return first;
}

}  // namespace

RowSpace::RowSpace(const Task& task, const std::vector<Axis>& axes) : types_(task, axes) {
    const RowTypes& counted = task.row_types();
    const std::vector<std::uint32_t> first = first_in_recoding(counted);
    first_row_.resize(counted.size());
    rows_of_type_ = counted.counts;
    type_of_row_.reserve(counted.row_count());
    number_in_recoding_.reserve(counted.row_count());
    for (std::uint32_t type = 0; type < types_.type_count(); ++type) {
        const std::uint32_t in_task = types_.number_in_task(type);
        first_row_[in_task] = size();
        for (std::uint32_t i = 0; i < counted.counts[in_task]; ++i) {
            type_of_row_.push_back(type);
            number_in_recoding_.push_back(first[in_task] + i);
        }
    }
    take_persons(task);
}

void RowSpace::take_persons(const Task& task) {
    for (const auto& model : task.models) {
        if (model->name() != "k-anonymity" || !model->tracked()) {
            continue;
        }
        const std::size_t column = *model->tracked();
        const TrackedAttribute& persons = task.tracked[column];
        const std::optional<Code> missing = persons.dictionary->missing();
        person_.reserve(size());
        for (std::uint32_t type = 0; type < types_.type_count(); ++type) {
            const std::uint32_t in_task = types_.number_in_task(type);
            const auto counts = task.row_types().tuple_counts(in_task);
            for (std::size_t tuple = 0; tuple < counts.size(); ++tuple) {
                const Code code = task.row_types().tuple_value(in_task, tuple, column);
                rows_of_nobody_ += code == missing ? counts[tuple] : 0;
                person_.insert(person_.end(),
                               counts[tuple],
                               persons.value_of ? (*persons.value_of)[code] : code);
            }
        }
        return;
    }
}

}  // namespace kanon::freeform
