// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/people.hpp"

#include "kanon/audit/classes/population.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/table/matching_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace kanon::detail {
namespace {

using risk::PeopleSource;
using risk::RiskClasses;

[[noreturn]] void refuse_weights(const std::string& name, const std::string& why) {
    throw Error(ErrorCode::bad_input, why, Where{.attribute = name});
}

/// The weight of each row.
std::vector<double> read_weights(const Problem& problem, const std::string& name) {
    const Table& table = reading_of_source(problem);
    const std::optional<std::size_t> place = table.find(name);
    if (!place) {
        refuse_weights(name,
                       "the table has no such column of weights" + suggestion(name, table.names()));
    }
    if (!problem.policy.person.empty()) {
        refuse_weights(
            name,
            "weights are of rows, and persons are counted by '" + problem.policy.person +
                "'; give the table one row for each person, or leave one of the two out");
    }
    const Column& column = table.column(*place);
    const Dictionary& dictionary = *column.dictionary;
    if (dictionary.type() != ValueType::integer && dictionary.type() != ValueType::decimal) {
        refuse_weights(name, "the column of weights is not one of numbers");
    }
    std::vector<double> out;
    out.reserve(column.codes.size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const Code code = column.codes[row];
        if (dictionary.is_missing(code) || !(dictionary.number(code) > 0)) {
            refuse_weights(name,
                           "row " + std::to_string(row + 1) +
                               " has no weight above 0, so nobody knows whom it stands for");
        }
        out.push_back(dictionary.number(code));
    }
    return out;
}

/// People are at least the subjects that are known of.
void settle_people(RiskClasses& classes, std::vector<double> people) {
    for (std::size_t index = 0; index < people.size(); ++index) {
        people[index] = std::max(people[index], static_cast<double>(classes.subjects_of(index)));
    }
    classes.people = std::move(people);
}

std::uint64_t all_subjects(const RiskClasses& classes) {
    return risk::subjects_in(risk::count_sizes(classes));
}

}  // namespace

People::People(const Problem& problem, const RiskOptions& options)
    : problem_(problem), fraction_(options.fraction) {
    const int sources = (problem.population ? 1 : 0) + (options.weights.empty() ? 0 : 1) +
                        (options.fraction ? 1 : 0);
    if (sources > 1) {
        throw Error(ErrorCode::usage,
                    "the people of the population come from one source; choose one of "
                    "--population, --weights and --sample-fraction");
    }
    if (problem.population) {
        source_ = PeopleSource::table;
    } else if (!options.weights.empty()) {
        weights_ = read_weights(problem, options.weights);
        source_ = PeopleSource::weights;
    } else if (options.fraction) {
        source_ = PeopleSource::fraction;
    }
}

void People::count(KnownRows& known) {
    RiskClasses& classes = known.counted.classes;
    const auto subjects = static_cast<double>(all_subjects(classes));
    if (source_ == PeopleSource::table) {
        const RowTypes& people = *problem_.population;
        const std::vector<std::uint32_t> found = matching_rows(known.types, people);
        settle_people(classes, {found.begin(), found.end()});
        total_ = static_cast<double>(people.row_count());
        take_counted(known, found);
    } else if (source_ == PeopleSource::weights) {
        count_sampled(known);
        total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    } else if (source_ == PeopleSource::fraction) {
        count_sampled(known);
        total_ = subjects / *fraction_;
    }
    if (source_ != PeopleSource::none) {
        total_ = std::max(total_, subjects);
        sampled_ = subjects / total_;
    }
}

void People::count_sampled(KnownRows& known) const {
    RiskClasses& classes = known.counted.classes;
    if (source_ == PeopleSource::weights) {
        std::vector<double> sums(classes.size());
        for (std::size_t row = 0; row < weights_.size(); ++row) {
            sums[known.types.type_of_row[row]] += weights_[row];
        }
        settle_people(classes, std::move(sums));
    } else if (source_ == PeopleSource::fraction) {
        count_by_fraction(classes);
    }
}

void People::take_counted(const KnownRows& known, std::span<const std::uint32_t> found) {
    const RowTypes& people = *problem_.population;
    counted_ = risk::CountedPeople{.people = people.row_count(),
                                   .rows_beyond = problem_.rows_beyond_population};
    for (const std::uint32_t count : people.counts) {
        counted_->uniques += count == 1 ? 1 : 0;
    }
    for (std::size_t type = 0; type < found.size(); ++type) {
        const bool alone = known.counted.classes.subjects_of(type) == 1 && found[type] <= 1;
        counted_->rows_unique += alone ? known.types.counts[type] : 0;
    }
}

void People::count_by_fraction(RiskClasses& classes) const {
    std::vector<double> people(classes.size());
    for (std::size_t index = 0; index < people.size(); ++index) {
        people[index] = static_cast<double>(classes.subjects_of(index)) / *fraction_;
    }
    settle_people(classes, std::move(people));
}

bool People::count(const Release& release,
                   const ReleasedClasses& classes,
                   const OriginalOfRows& rows,
                   RiskClasses& of_release,
                   unsigned threads) const {
    if (source_ == PeopleSource::fraction) {
        count_by_fraction(of_release);
        return true;
    }
    std::vector<double> of_class(classes.size());
    if (source_ == PeopleSource::table) {
        const AuditOptions options{.max_faults = 0};
        auditing::FaultLog log(0);
        const auditing::Evidence evidence =
            auditing::gather_evidence(problem_, release, classes, options, threads, log);
        const std::vector<std::uint64_t> found = auditing::find_population(evidence).of_class;
        of_class.assign(found.begin(), found.end());
    } else if (source_ == PeopleSource::weights && rows) {
        for (std::size_t row = 0; row < rows->size(); ++row) {
            of_class[classes.class_of_row()[row]] += weights_[(*rows)[row]];
        }
    } else {
        return false;
    }
    std::vector<double> shown;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (!classes.is_suppressed(index)) {
            shown.push_back(of_class[index]);
        }
    }
    settle_people(of_release, std::move(shown));
    return true;
}

}  // namespace kanon::detail
