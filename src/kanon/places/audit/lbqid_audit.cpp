// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/audit/lbqid_audit.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace kanon::places {
namespace {

/// A released request at an element of an LBQID.
struct Matched {
    const Request* request;
    const Box* box;
};

using MatchedTrace = std::vector<Matched>;

bool matches(const Lbqid& lbqid, const Request& request) {
    return std::ranges::any_of(
        lbqid.elements, [&](const LbqidElement& element) { return is_at(element, request); });
}

/// The days on which the elements follow each other in their order.
std::set<std::int64_t> days_of(const Lbqid& lbqid, std::span<const Request* const> requests) {
    std::set<std::int64_t> out;
    std::optional<std::int64_t> day;
    std::size_t next = 0;
    for (const Request* const request : requests) {
        const std::int64_t here = day_of(request->time);
        if (day != here) {
            day = here;
            next = 0;
        }
        if (next < lbqid.elements.size() && is_at(lbqid.elements[next], *request) &&
            ++next == lbqid.elements.size()) {
            out.insert(here);
        }
    }
    return out;
}

/// How many others have a point in every box of a trace.
std::uint64_t others_in_all(const RequestSet& requests, const MatchedTrace& trace) {
    std::optional<std::set<std::uint64_t>> left;
    for (const Matched& row : trace) {
        std::set<std::uint64_t> inside;
        auto at =
            std::ranges::lower_bound(requests.requests, row.box->time.least, {}, &Request::time);
        for (; at != requests.requests.end() && at->time <= row.box->time.greatest; ++at) {
            const bool stays = !left || left->contains(at->person);
            if (stays && at->person != row.request->person && row.box->holds(*at)) {
                inside.insert(at->person);
            }
        }
        left = std::move(inside);
    }
    return left ? left->size() : 0;
}

std::vector<const Request*> requests_of_trace(const MatchedTrace& trace) {
    std::vector<const Request*> out;
    for (const Matched& row : trace) {
        out.push_back(row.request);
    }
    return out;
}

void sort_by_time(MatchedTrace& trace) {
    std::ranges::sort(trace, {}, [](const Matched& row) {
        return std::pair(row.request->time, row.request->number);
    });
}

class LbqidAuditor {
public:
    LbqidAuditor(const RequestSet& requests,
                 std::span<const Request* const> asked,
                 const std::vector<ReleasedBox>& boxes)
        : requests_(requests), asked_(asked), boxes_(boxes) {}

    LbqidAudit run(const std::vector<Lbqid>& lbqids) {
        count_shared();
        for (std::size_t i = 0; i < lbqids.size(); ++i) {
            out_.counts.push_back({.name = lbqids[i].name});
            judge(lbqids[i], i);
        }
        return std::move(out_);
    }

private:
    void count_shared() {
        std::map<std::string_view, std::set<std::uint64_t>> persons;
        for (std::size_t row = 0; row < boxes_.size(); ++row) {
            if (asked_[row] != nullptr && !boxes_[row].pseudonym.empty()) {
                persons[boxes_[row].pseudonym].insert(asked_[row]->person);
            }
        }
        out_.shared_pseudonyms = static_cast<std::uint64_t>(std::ranges::count_if(
            persons, [](const auto& entry) { return entry.second.size() > 1; }));
    }

    void judge(const Lbqid& lbqid, std::size_t place) {
        // By person, and then by pseudonym; a row without one is a trace by itself.
        std::map<std::uint64_t, std::map<std::string, MatchedTrace>> matched;
        for (std::size_t row = 0; row < boxes_.size(); ++row) {
            if (asked_[row] != nullptr && matches(lbqid, *asked_[row])) {
                const std::string name = boxes_[row].pseudonym.empty()
                                             ? "row " + std::to_string(row)
                                             : boxes_[row].pseudonym;
                matched[asked_[row]->person][name].push_back({asked_[row], &boxes_[row].box});
                ++out_.counts[place].requests;
            }
        }
        for (auto& [person, traces] : matched) {
            judge_person(lbqid, place, person, traces);
        }
    }

    void judge_person(const Lbqid& lbqid,
                      std::size_t place,
                      std::uint64_t person,
                      std::map<std::string, MatchedTrace>& traces) {
        MatchedTrace all;
        CompletedLbqid found{.person = person, .lbqid = place, .traces = traces.size()};
        found.least_others = std::numeric_limits<std::uint64_t>::max();
        LbqidCount& count = out_.counts[place];
        for (auto& [name, trace] : traces) {
            all.insert(all.end(), trace.begin(), trace.end());
            sort_by_time(trace);
            if (!is_completed(lbqid, requests_of_trace(trace))) {
                continue;
            }
            const std::uint64_t others = others_in_all(requests_, trace);
            std::uint32_t k = 0;
            for (const Matched& row : trace) {
                k = std::max(k, row.request->k);
            }
            found.by_one_trace = true;
            found.least_others = std::min(found.least_others, others);
            ++count.completed;
            count.covered += static_cast<std::uint64_t>(others + 1 >= k);
        }
        sort_by_time(all);
        if (is_completed(lbqid, requests_of_trace(all))) {
            ++count.persons;
            found.least_others = found.by_one_trace ? found.least_others : 0;
            out_.completed.push_back(found);
        }
    }

    const RequestSet& requests_;
    std::span<const Request* const> asked_;
    const std::vector<ReleasedBox>& boxes_;
    LbqidAudit out_;
};

}  // namespace

bool LbqidAudit::passed() const {
    return shared_pseudonyms == 0 && std::ranges::all_of(counts, [](const LbqidCount& count) {
               return count.covered == count.completed;
           });
}

bool is_completed(const Lbqid& lbqid, std::span<const Request* const> requests) {
    // The granules that hold enough of those of the term before; days at first.
    std::set<std::int64_t> enough;  // days, each by its number
    for (const std::int64_t day : days_of(lbqid, requests)) {
        if (granule_of(day, lbqid.recurrence.front().granule) >= 0) {
            enough.insert(day);
        }
    }
    for (std::size_t term = 1; term < lbqid.recurrence.size(); ++term) {
        std::map<std::int64_t, std::set<std::int64_t>> within;
        for (const std::int64_t day : enough) {
            const std::int64_t inner = granule_of(day, lbqid.recurrence[term - 1].granule);
            within[granule_of(day, lbqid.recurrence[term].granule)].insert(inner);
        }
        std::erase_if(enough, [&](std::int64_t day) {
            return within[granule_of(day, lbqid.recurrence[term].granule)].size() <
                   lbqid.recurrence[term - 1].count;
        });
    }
    std::set<std::int64_t> last;
    for (const std::int64_t day : enough) {
        last.insert(granule_of(day, lbqid.recurrence.back().granule));
    }
    return last.size() >= lbqid.recurrence.back().count;
}

LbqidAudit audit_lbqids(const RequestSet& requests,
                        std::span<const Request* const> asked,
                        const std::vector<ReleasedBox>& boxes,
                        const std::vector<Lbqid>& lbqids) {
    return LbqidAuditor(requests, asked, boxes).run(lbqids);
}

}  // namespace kanon::places
