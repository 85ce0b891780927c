// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/audit/box_audit.hpp"

#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon::places {
namespace {

class BoxAuditor {
public:
    BoxAuditor(const RequestSet& requests,
               std::span<const std::string> ids,
               const std::vector<ReleasedBox>& boxes,
               const std::vector<Lbqid>& lbqids,
               const BoxAuditOptions& options)
        : requests_(requests), ids_(ids), boxes_(boxes), lbqids_(lbqids), options_(options) {}

    [[nodiscard]] BoxAudit run() {
        out_.requests = requests_.requests.size();
        out_.released = boxes_.size();
        match();
        gather_persons();
        for (std::size_t row = 0; row < boxes_.size(); ++row) {
            if (asked_[row] != nullptr) {
                check_row(row);
            }
        }
        check_lbqids();
        say_what_holds();
        return std::move(out_);
    }

private:
    void fault(std::string rule, std::size_t row, std::string message) {
        broken_.insert(rule);
        if (out_.fault_count++ < options_.most_faults) {
            out_.faults.push_back({std::move(rule), row + 1, std::move(message)});
        }
    }

    /// Find the request of each row.
    void match() {
        std::unordered_map<std::string_view, const Request*> by_id;
        for (const Request& request : requests_.requests) {
            by_id.emplace(ids_[request.number], &request);
        }
        std::set<std::string_view> seen;
        for (std::size_t row = 0; row < boxes_.size(); ++row) {
            const auto found = by_id.find(boxes_[row].request);
            asked_.push_back(found == by_id.end() ? nullptr : found->second);
            if (found == by_id.end()) {
                fault("request", row, "there is no request with this id");
            } else if (!seen.insert(boxes_[row].request).second) {
                fault("request", row, "the request is released twice");
            }
        }
    }

    void gather_persons() {
        std::uint64_t rows = 0;
        for (std::size_t row = 0; row < boxes_.size(); ++row) {
            if (asked_[row] != nullptr) {
                ++rows;
                persons_[boxes_[row].box].insert(asked_[row]->person);
            }
        }
        std::uint64_t persons = 0;
        for (const auto& [box, sharing] : persons_) {
            persons += sharing.size();
            out_.least_persons = out_.least_persons == 0
                                     ? sharing.size()
                                     : std::min<std::uint64_t>(out_.least_persons, sharing.size());
        }
        out_.boxes = persons_.size();
        if (persons < rows) {
            out_.notes.push_back(
                fmt::format("{} of a person who is in the same box already; such "
                            "rows count once",
                            count_text(rows - persons, "row")));
        }
    }

    void check_row(std::size_t row) {
        const Request& request = *asked_[row];
        const Box& box = boxes_[row].box;
        if (!box.holds(request)) {
            fault("point", row, "the box does not hold the point of its request");
        }
        const std::size_t sharing = persons_.at(box).size();
        if (sharing < request.k) {
            fault("sharing",
                  row,
                  fmt::format("{} share this box, and the request asks for {}",
                              count_text(sharing, "person"),
                              count_text(request.k)));
        }
        const Box tolerance = tolerated(request);
        if (!tolerance.x.holds(box.x) || !tolerance.y.holds(box.y)) {
            fault("tolerance", row, "the box reaches farther than the request tolerates");
        }
        if (box.time.least < tolerance.time.least) {
            fault("tolerance", row, "the box begins earlier than the request tolerates");
        }
        if (box.time.greatest > request.deadline()) {
            fault("deadline", row, "the box ends after the deadline of the request");
        }
        if (box.x.length() * box.y.length() < request.least_area) {
            fault("min-area", row, "the box is smaller than the request wants");
        }
    }

    void fault_of_all(const std::string& rule, std::uint64_t count, std::string message) {
        if (count > 0) {
            broken_.insert(rule);
            ++out_.fault_count;
            if (out_.faults.size() < options_.most_faults) {
                out_.faults.push_back({rule, std::nullopt, std::move(message)});
            }
        }
    }

    void check_lbqids() {
        out_.lbqids = audit_lbqids(requests_, asked_, boxes_, lbqids_);
        fault_of_all("pseudonym",
                     out_.lbqids.shared_pseudonyms,
                     fmt::format("{} that two persons have",
                                 count_text(out_.lbqids.shared_pseudonyms, "pseudonym")));
        for (const LbqidCount& count : out_.lbqids.counts) {
            const std::uint64_t open = count.completed - count.covered;
            fault_of_all("lbqid",
                         open,
                         fmt::format("'{}': fewer than k - 1 others have histories in all boxes of "
                                     "{} of its {}",
                                     count.name,
                                     count_text(open),
                                     count_text(count.completed, "completed trace")));
        }
    }

    void say_lbqids() {
        for (const LbqidCount& count : out_.lbqids.counts) {
            if (count.covered != count.completed) {
                continue;
            }
            out_.checks.push_back(
                count.completed == 0
                    ? fmt::format("no trace completes '{}'", count.name)
                    : fmt::format("'{}' is completed by {}, and k - 1 others have histories in "
                                  "all boxes of each",
                                  count.name,
                                  count_text(count.completed, "trace")));
        }
    }

    void say_what_holds() {
        const auto say = [&](std::string_view rule, std::string line) {
            if (!broken_.contains(rule)) {
                out_.checks.push_back(std::move(line));
            }
        };
        say("request",
            fmt::format("each of {} is a request that was asked, once",
                        count_text(out_.released, "row")));
        say("point", "each box holds the point of its request in space and time");
        say("sharing",
            fmt::format("as many persons as each request asks for share its box, {} at least",
                        count_text(out_.least_persons)));
        say("tolerance", "no box reaches farther than its request tolerates");
        say("deadline", "each box ends by the deadline of its request");
        const bool wants_area = std::ranges::any_of(
            requests_.requests, [](const Request& r) { return r.least_area > 0; });
        if (wants_area) {
            say("min-area", "each box is as large as its request wants");
        }
        say_lbqids();
    }

    const RequestSet& requests_;
    std::span<const std::string> ids_;
    const std::vector<ReleasedBox>& boxes_;
    const std::vector<Lbqid>& lbqids_;
    BoxAuditOptions options_;
    BoxAudit out_;
    std::vector<const Request*> asked_;               ///< by row; null: nobody
    std::map<Box, std::set<std::uint64_t>> persons_;  ///< who share a box
    std::set<std::string, std::less<>> broken_;       ///< rules
};

}  // namespace

BoxAudit audit_boxes(const RequestSet& requests,
                     std::span<const std::string> ids,
                     const std::vector<ReleasedBox>& boxes,
                     const PlacePolicy& policy,
                     const BoxAuditOptions& options) {
    return BoxAuditor(requests, ids, boxes, policy.lbqids, options).run();
}

}  // namespace kanon::places
