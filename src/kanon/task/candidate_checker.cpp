// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/candidate_checker.hpp"

#include "kanon/release/classes/starred.hpp"

#include <algorithm>
#include <numeric>

namespace kanon {
namespace {

/// Per tracked column the code of each row, as an AssignmentRecoding numbers rows.
std::vector<std::vector<Code>> codes_of_rows(const Task& task) {
    const RowTypes& types = task.row_types();
    std::vector<std::vector<Code>> out(task.tracked.size());
    for (std::size_t column = 0; column < out.size(); ++column) {
        out[column].reserve(types.row_count());
        for (std::size_t type = 0; type < types.size(); ++type) {
            const auto counts = types.tuple_counts(type);
            for (std::size_t tuple = 0; tuple < counts.size(); ++tuple) {
                out[column].insert(
                    out[column].end(), counts[tuple], types.tuple_value(type, tuple, column));
            }
        }
    }
    return out;
}

/// The records of which each row is a member.
std::vector<std::uint32_t> records_of_rows(const AssignmentRecoding& recoding) {
    std::vector<std::uint32_t> out(recoding.members.size());
    std::vector<std::uint32_t> known(recoding.members.size() / recoding.degree);
    for (std::size_t at = 0; at < recoding.members.size(); ++at) {
        const std::size_t row = recoding.members[at];
        out[row * recoding.degree + known[row]++] =
            static_cast<std::uint32_t>(at / recoding.degree);
    }
    return out;
}

/// Records of which nothing is shown.
std::vector<bool> starred_records(const Task& task, const AssignmentRecoding& recoding) {
    return starred_throughout(
        {.count = recoding.domains.size(),
         .stars =
             [&](std::size_t j) {
                 return values_spelled_star(recoding.domains[j],
                                            &task.quasi_identifiers[j].hierarchy);
             },
         .values = [&](std::size_t j) { return recoding.value_of_record[j]; }});
}

/// Counts the values of one column in a set of rows.
struct ValueCounts {
    std::vector<Code> values;
    std::vector<std::uint32_t> counts;

    void take(std::vector<Code>& codes) {
        std::ranges::sort(codes);
        values.clear();
        counts.clear();
        for (const Code code : codes) {
            if (values.empty() || values.back() != code) {
                values.push_back(code);
                counts.push_back(0);
            }
            ++counts.back();
        }
    }
};

/// Stands for a row that is not shown.
constexpr std::uint32_t kHidden = kNoRow;

}  // namespace

CandidateChecker::CandidateChecker(const Task& task, const AssignmentRecoding& recoding)
    : task_(task), recoding_(recoding) {
    for (const auto& model : task.models) {
        if (model->tracked()) {
            models_.push_back(model.get());
        }
    }
    if (!models_.empty()) {
        codes_ = codes_of_rows(task);
        records_of_ = records_of_rows(recoding);
    }
}

std::string CandidateChecker::broken_by_members() const {
    if (models_.empty()) {
        return "";
    }
    std::vector<std::uint32_t> itself(recoding_.members.size() / recoding_.degree);
    std::iota(itself.begin(), itself.end(), 0U);
    const PrivacyModel* const broken = broken_over(recoding_.members, itself);
    return broken == nullptr ? "" : broken->describe();
}

bool CandidateChecker::holds_as_drawn(const std::vector<std::uint32_t>& row_of_record) const {
    if (models_.empty()) {
        return true;
    }
    std::vector<std::uint32_t> shown = row_of_record;
    const std::vector<bool> starred = starred_records(task_, recoding_);
    for (std::size_t record = 0; record < starred.size(); ++record) {
        shown[record] = starred[record] ? kHidden : shown[record];
    }
    return broken_over(records_of_, shown) == nullptr;
}

/// The first model that does not hold over some of the sets, `degree` items each; an item has the
/// values of its row.
const PrivacyModel* CandidateChecker::broken_over(
    const std::vector<std::uint32_t>& sets, const std::vector<std::uint32_t>& row_of_item) const {
    std::vector<ValueCounts> counted(codes_.size());
    std::vector<HistogramView> views(codes_.size());
    std::vector<Code> codes;
    for (std::size_t begin = 0; begin < sets.size(); begin += recoding_.degree) {
        std::uint64_t rows = 0;
        for (std::size_t column = 0; column < codes_.size(); ++column) {
            codes.clear();
            for (std::size_t at = begin; at < begin + recoding_.degree; ++at) {
                if (row_of_item[sets[at]] != kHidden) {
                    codes.push_back(codes_[column][row_of_item[sets[at]]]);
                }
            }
            rows = codes.size();
            counted[column].take(codes);
            views[column] = {.values = counted[column].values, .counts = counted[column].counts};
        }
        const ClassView view{.rows = rows, .histograms = views};
        for (const PrivacyModel* const model : models_) {
            if (!model->holds(view)) {
                return model;
            }
        }
    }
    return nullptr;
}

}  // namespace kanon
