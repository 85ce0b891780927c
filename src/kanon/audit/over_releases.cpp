// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/over_releases.hpp"

#include "kanon/audit/check_lines.hpp"
#include "kanon/audit/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Subjects = std::vector<const std::string*>;

/// The members of each class of each release.
std::vector<std::map<std::uint32_t, Subjects>> members_of(const Ledger& ledger) {
    std::vector<std::map<std::uint32_t, Subjects>> out;
    for (const Ledger::Release& release : ledger.releases()) {
        auto& members = out.emplace_back();
        for (const auto& [subject, place] : release.class_of) {
            members[place].push_back(&subject);
        }
    }
    return out;
}

/// The releases and classes that a person was in.
using Places = std::vector<std::pair<std::size_t, std::uint32_t>>;

Places places_of(const Ledger& ledger, const std::string& subject) {
    Places out;
    for (std::size_t at = 0; at < ledger.releases().size(); ++at) {
        const auto& classes = ledger.releases()[at].class_of;
        const auto found = classes.find(subject);
        if (found != classes.end()) {
            out.emplace_back(at, found->second);
        }
    }
    return out;
}

/// The persons who were in all of these classes.
std::uint64_t left_over(const Ledger& ledger,
                        const std::vector<std::map<std::uint32_t, Subjects>>& members,
                        const Places& places) {
    const Subjects& first = members[places.front().first].at(places.front().second);
    return static_cast<std::uint64_t>(std::ranges::count_if(first, [&](const std::string* other) {
        return std::ranges::all_of(places, [&](const auto& place) {
            const auto& classes = ledger.releases()[place.first].class_of;
            const auto found = classes.find(*other);
            return found != classes.end() && found->second == place.second;
        });
    }));
}

}  // namespace

Ledger::Release ledger_release_of(const Problem& problem,
                                  const Release& release,
                                  const ReleasedClasses& classes,
                                  const Ledger& ledger) {
    const Table& read = problem.uncoded.column_count() > 0 ? problem.uncoded : problem.table;
    const Column& persons = read.column(*read.find(problem.policy.person));
    Ledger::Release out;
    out.k = problem.k;
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        if (!classes.is_suppressed_row(row)) {
            const std::size_t original =
                release.original_row.empty() ? row : release.original_row[row];
            out.class_of[ledger.subject_of(persons.text(original))] = classes.class_of_row()[row];
        }
    }
    return out;
}

bool same_classes(const Ledger::Release& one, const Ledger::Release& other) {
    if (one.class_of.size() != other.class_of.size()) {
        return false;
    }
    std::map<std::uint32_t, std::uint32_t> there;
    std::map<std::uint32_t, std::uint32_t> here;
    return std::ranges::equal(one.class_of, other.class_of, [&](const auto& a, const auto& b) {
        return a.first == b.first &&
               there.try_emplace(a.second, b.second).first->second == b.second &&
               here.try_emplace(b.second, a.second).first->second == a.second;
    });
}

void judge_over_releases(const Ledger& ledger, AuditReport& report) {
    const auto members = members_of(ledger);
    std::set<std::string> seen;
    std::map<Places, std::uint64_t> known;
    AuditFindings::OverReleases found{.releases = ledger.releases().size()};
    std::uint64_t broken = 0;
    for (const Ledger::Release& release : ledger.releases()) {
        for (const auto& [subject, place] : release.class_of) {
            if (!seen.insert(subject).second) {
                continue;
            }
            const Places places = places_of(ledger, subject);
            const auto [at, is_new] = known.try_emplace(places, 0);
            if (is_new) {
                at->second = left_over(ledger, members, places);
            }
            const std::uint64_t k = ledger.releases()[places.back().first].k;
            broken += at->second < k ? 1U : 0U;
            found.least = found.persons == 0 ? at->second : std::min(found.least, at->second);
            ++found.persons;
        }
    }
    if (broken == 0) {
        report.findings.over_releases = found;
        report.checks = check_lines(report);
        return;
    }
    report.passed = false;
    report.fault_count += broken;
    report.faults.insert(report.faults.begin(),
                         {.rule = std::string(rules::kLedger),
                          .row = {},
                          .attribute = {},
                          .message = fmt::format(
                              "{} persons have fewer candidates left over {} releases than k; the "
                              "least is {}",
                              broken,
                              found.releases,
                              found.least)});
}

}  // namespace kanon
