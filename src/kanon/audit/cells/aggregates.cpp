// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/aggregates.hpp"

#include "kanon/audit/cells/aggregate_judge.hpp"
#include "kanon/audit/cells/aggregate_search.hpp"
#include "kanon/audit/rules.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace kanon::auditing {
namespace {

/// The first released row of each class.
std::vector<std::uint32_t> first_rows(const ReleasedClasses& classes) {
    std::vector<std::uint32_t> first(classes.size(), kNone);
    const std::vector<std::uint32_t>& class_of_row = classes.class_of_row();
    for (std::size_t row = class_of_row.size(); row-- > 0;) {
        first[class_of_row[row]] = static_cast<std::uint32_t>(row);
    }
    return first;
}

void report(const RecodedColumn& column,
            const Aggregate& aggregate,
            std::uint64_t row,
            FaultLog& log,
            std::uint64_t rows) {
    log.add(
        {.row = row + 1, .place = column.original_column()},
        rules::kAggregate,
        column.original().name,
        [&] {
            return "the cell is not the " + std::string(to_string(aggregate.kind)) +
                   " of the rows that are released like this one";
        },
        rows);
}

/// Returns how many aggregates it judged.
std::uint64_t judge_attribute(const Evidence& evidence,
                              std::size_t place,
                              const std::vector<std::uint32_t>& first,
                              const Pairing& pairing,
                              FaultLog& log) {
    const RecodedColumn& column = evidence.recoded[place];
    const ReleasedClasses& classes = *evidence.classes;
    const ReleasedAttribute& attribute = classes.attributes()[place];
    const AggregateJudge judge(*attribute.original->dictionary, *attribute.aggregate);
    const Histograms histograms =
        classes.histograms(*attribute.original, pairing.rows(), evidence.threads);
    std::uint64_t judged = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        const Code code = classes.codes(place)[index];
        const ReadDomain& reading = attribute.reading;
        if (!reading.readable[code] || !is_aggregate(reading.domain.values[code].kind)) {
            continue;  // a star, or a fault of its own
        }
        const std::size_t begin = histograms.offsets[index];
        const std::size_t size = histograms.offsets[index + 1] - begin;
        const ClassValues values{.codes = std::span(histograms.values).subspan(begin, size),
                                 .counts = std::span(histograms.counts).subspan(begin, size)};
        ++judged;
        if (!judge.is_right(reading.domain.values[code], reading.domain, values)) {
            report(column, *attribute.aggregate, first[index], log, classes.rows()[index]);
        }
    }
    return judged;
}

/// True if every released row that is not suppressed was matched with an original one.
bool all_are_matched(const Evidence& evidence, const Pairing& pairing) {
    for (std::size_t row = 0; !pairing.is_identity() && row < evidence.released_rows(); ++row) {
        if (pairing[row] == kNone && !evidence.is_suppressed(row)) {
            return false;
        }
    }
    return true;
}

/// True if each released row stands for a row that is known, or for none of a class.
bool rows_are_known(const Evidence& evidence, const Pairing& pairing) {
    const bool in_place = !evidence.release->original_row.empty() ||
                          evidence.released_rows() == evidence.original_rows();
    return !evidence.options->shuffled && in_place && all_are_matched(evidence, pairing);
}

/// Rows in another order, or some left out: is there a way to share the original ones out?
AggregateFindings judge_by_search(const Evidence& evidence, const Pairing& pairing, FaultLog& log) {
    AggregateFindings out;
    const AggregateSearch found =
        all_are_matched(evidence, pairing) && !evidence.classes->is_counted()
            ? search_aggregates(evidence, !evidence.options->shuffled)
            : AggregateSearch{};
    switch (found.verdict) {
        case AggregateSearch::Verdict::right:
            out.judged = found.aggregates;
            break;
        case AggregateSearch::Verdict::wrong:
            log.add({.row = found.row, .place = 0}, rules::kAggregate, "", [&found] {
                return found.row == 0 ? "the original rows cannot be shared out among the classes "
                                        "so that each mean, median and mode is that of its rows"
                                      : "no rows of the original have the means, medians and modes "
                                        "of the rows that are released like this one";
            });
            break;
        case AggregateSearch::Verdict::undecided:
            out.undecided.emplace_back(
                "means, medians and modes: once rows are in another order or left out, there are "
                "too many rows that they could be of; verify the release in the order of the "
                "original, with all its rows");
            break;
    }
    return out;
}

}  // namespace

AggregateFindings judge_aggregates(const Evidence& evidence,
                                   const Pairing& pairing,
                                   FaultLog& log) {
    AggregateFindings out;
    const std::vector<ReleasedAttribute>& attributes = evidence.classes->attributes();
    const bool any = std::any_of(attributes.begin(), attributes.end(), [](const auto& attribute) {
        return attribute.aggregate.has_value();
    });
    if (!any) {
        return out;
    }
    if (!rows_are_known(evidence, pairing)) {
        return judge_by_search(evidence, pairing, log);
    }
    const std::vector<std::uint32_t> first = first_rows(*evidence.classes);
    for (std::size_t place = 0; place < attributes.size(); ++place) {
        if (attributes[place].aggregate) {
            out.judged += judge_attribute(evidence, place, first, pairing, log);
        }
    }
    return out;
}

}  // namespace kanon::auditing
