// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack_original.hpp"

#include "kanon/api/reading_internal.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/quality/aggregate_loss.hpp"
#include "kanon/release/reading.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// \throws Error{bad_input} unless row i of the release is row i of the original, as far as their
/// cells tell.
void check_traced(const detail::ReadRelease& read,
                  const ReleasedClasses& classes,
                  const RunContext& context) {
    constexpr std::size_t kMostFaults = 100'000;
    AuditOptions options;
    options.max_faults = kMostFaults;
    const AuditReport report = audit(read.problem, read.release, classes, options, context);
    const auto fault = std::ranges::find_if(
        report.faults, [](const Fault& one) { return rules::is_of_rows(one.rule); });
    if (fault == report.faults.end() && traceable(classes, read.release)) {
        return;
    }
    const std::string why = fault == report.faults.end() ? "rows were left out" : fault->rule;
    throw Error(ErrorCode::bad_input,
                "row i of the release is not known to be row i of the original (" + why +
                    "), so who is who cannot be counted; release in the order of the original "
                    "(--no-shuffle), with stars for suppressed rows; `kanon verify` has more");
}

/// The number that a released value stands for.
double number_of(const ReleasedValue& value,
                 const ReleasedAttribute& attribute,
                 const Dictionary& dictionary) {
    const ReleasedDomain& domain = attribute.reading.domain;
    if (value.kind == ReleasedValue::Kind::mean) {
        return parse_number(domain.means[value.first], ValueType::decimal).value_or(kNoNumber);
    }
    if (value.kind == ReleasedValue::Kind::typical) {
        return dictionary.is_missing(value.first) ? kNoNumber : dictionary.number(value.first);
    }
    if (value.kind == ReleasedValue::Kind::star) {
        return kNoNumber;
    }
    std::vector<Code> covered = covered_codes(value, domain, attribute.hierarchy, dictionary);
    std::erase_if(covered, [&](Code code) { return dictionary.is_missing(code); });
    return covered.empty() ? kNoNumber
                           : std::midpoint(dictionary.number(covered.front()),
                                           dictionary.number(covered.back()));
}

/// Per row the number of its code.
std::vector<double> numbers_of(const Column& column, const std::vector<double>& of_code) {
    std::vector<double> out;
    out.reserve(column.codes.size());
    column.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            out.push_back(of_code[code]);
        }
    });
    return out;
}

attack::NumberColumn number_column(const Problem& problem, const ReleasedAttribute& attribute) {
    const std::size_t place = problem.columns[attribute.place];
    const Column& original =
        problem.uncoded.column_count() > 0 ? problem.uncoded.column(place) : *attribute.original;
    const Dictionary& dictionary = *original.dictionary;
    std::vector<double> values(dictionary.size(), kNoNumber);
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        values[code] = dictionary.number(code);
    }
    const std::vector<ReleasedValue>& cells = attribute.reading.domain.values;
    std::vector<double> released(cells.size(), kNoNumber);
    for (std::size_t code = 0; code < cells.size(); ++code) {
        if (attribute.reading.readable[code]) {
            released[code] = number_of(cells[code], attribute, *attribute.original->dictionary);
        }
    }
    return {.name = attribute.original->name,
            .original = numbers_of(original, values),
            .released = numbers_of(*attribute.released, released)};
}

void check_named(const LinkageReport& report, const LinkageJob& job) {
    for (const std::string& name : job.columns) {
        if (std::ranges::find(report.columns, name) == report.columns.end()) {
            throw Error(ErrorCode::bad_policy,
                        "no quasi-identifier of numbers or dates is so called",
                        Where{.attribute = name});
        }
    }
}

}  // namespace

LinkageReport linkage(const LinkageJob& job) {
    const detail::ReadRelease read = detail::read_with_release({.original = job.original,
                                                                .release = job.release,
                                                                .policy = &job.policy,
                                                                .read = &job.read,
                                                                .read_release = &job.read_release},
                                                               job.context);
    const ReleasedClasses classes = classes_of(read.problem, read.release, job.context.threads);
    if (!classes.is_whole()) {
        throw Error(ErrorCode::bad_input,
                    "the release lacks a quasi-identifier of the original",
                    Where{.file = job.release});
    }
    check_traced(read, classes, job.context);
    LinkageReport out;
    std::vector<attack::NumberColumn> columns;
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        const std::string& name = attribute.original->name;
        const bool asked =
            job.columns.empty() || std::ranges::find(job.columns, name) != job.columns.end();
        if (asked && attribute.original->dictionary->is_numeric()) {
            columns.push_back(number_column(read.problem, attribute));
            out.columns.push_back(name);
        } else {
            out.left_out.push_back(name);
        }
    }
    check_named(out, job);
    out.findings = attack::link_nearest(columns, job.options, job.context);
    return out;
}

}  // namespace kanon
