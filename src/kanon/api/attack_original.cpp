// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack_original.hpp"

#include "kanon/attack/released_numbers.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/quality/aggregate_loss.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

/// \throws Error{bad_input} unless row i of the release is row i of the original, as far as their
/// cells tell.
void check_traced(const detail::ReadRelease& read,
                  const ReleasedClasses& classes,
                  const RunContext& context) {
    if (!read.in_order) {
        throw Error(ErrorCode::usage,
                    "rows of a database have no order, so it is not known which row of the release "
                    "is which of the original, and who is who cannot be counted; name files");
    }
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

/// The classes of a release whose rows are traced and that has every quasi-identifier.
ReleasedClasses whole_classes(const detail::ReadRelease& read,
                              const std::string& file,
                              const RunContext& context) {
    ReleasedClasses out = classes_of(read.problem, read.release, context.threads);
    if (!out.is_whole()) {
        throw Error(ErrorCode::bad_input,
                    "the release lacks a quasi-identifier of the original",
                    Where{.file = shown_input(file)});
    }
    check_traced(read, out, context);
    return out;
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

MinimalityReport minimality(const MinimalityJob& job) {
    const detail::ReadRelease read =
        detail::read_with_release(detail::release_source_of(job), job.context);
    const ReleasedClasses classes = whole_classes(read, job.release, job.context);
    return attack::minimality_of(read.problem, classes, job.bound, job.context);
}

LinkageReport linkage(const LinkageJob& job) {
    const detail::ReadRelease read =
        detail::read_with_release(detail::release_source_of(job), job.context);
    const ReleasedClasses classes = whole_classes(read, job.release, job.context);
    LinkageReport out;
    std::vector<attack::NumberColumn> columns;
    for (const ReleasedAttribute& attribute : classes.attributes()) {
        const std::string& name = attribute.original->name;
        const bool asked =
            job.columns.empty() || std::ranges::find(job.columns, name) != job.columns.end();
        if (asked && attribute.original->dictionary->is_numeric()) {
            columns.push_back(attack::number_column(read.problem, attribute));
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
