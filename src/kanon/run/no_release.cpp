// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/no_release.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/text/count_text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace kanon::detail {
namespace {

/// Why there is no release, with the first rows that are in the way; no value is named.
std::string reason_of(const Problem& problem, const Outcome& outcome) {
    constexpr std::size_t kNamed = 3;
    std::uint64_t rows = 0;
    for (const std::uint32_t type : outcome.unserved_types) {
        rows += problem.row_types().counts[type];
    }
    if (rows == 0 || !problem.counts.empty()) {  // counted rows have no numbers
        return outcome.reason;
    }
    const std::vector<std::uint64_t> first = problem.first_rows(outcome.unserved_types, kNamed);
    std::string named = rows == first.size() ? " (row " : " (the first: row ";
    for (std::size_t i = 0; i < first.size(); ++i) {
        named += (i == 0 ? "" : ", ") + std::to_string(first[i]);
    }
    const std::string count = count_text(rows, "row");
    KANON_CHECK(outcome.reason.starts_with(count));
    return count + named + ")" + outcome.reason.substr(count.size());
}

}  // namespace

std::string unasked_text(const Problem& problem, const Policy& asked) {
    constexpr std::size_t kNamed = 8;
    std::vector<std::string> names;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        const AttributePolicy* said = asked.find(attribute.name);
        if (said == nullptr || !said->role) {
            names.push_back("'" + attribute.name + "'");
        }
    }
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i) {
        out += (i == 0 ? "taken as quasi-identifying, as nobody gave a role: " : ", ") + names[i];
    }
    const std::size_t more = names.size() - std::min(names.size(), kNamed);
    return out + (more > 0 ? " and " + count_text(more) + " more" : "");
}

void require_recoding(const Problem& problem,
                      const Policy& asked,
                      const Outcome& outcome,
                      const MethodInfo& info) {
    if (outcome.ending == Ending::cancelled) {
        throw Error(ErrorCode::cancelled, "stopped before anything was written");
    }
    if (outcome.ending == Ending::infeasible) {
        const bool is_named = asked.method != "auto";
        const std::string unasked = unasked_text(problem, asked);
        throw Error(
            ErrorCode::infeasible,
            (is_named ? "method '" + std::string(info.name) + "' finds no release that keeps"
                      : std::string("no release was found that keeps")) +
                " the promises: " + reason_of(problem, outcome) +
                "; allow more suppression, a smaller k or l, fewer quasi-identifiers or "
                "another method" +
                (unasked.empty() ? "" : "; " + unasked));
    }
    if (!outcome.recoding) {
        throw Error(
            ErrorCode::timed_out,
            "no release was found within the time limit; allow more time or another method");
    }
}

}  // namespace kanon::detail
