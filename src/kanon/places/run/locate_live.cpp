// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/locate_live.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/places/audit/box_audit.hpp"
#include "kanon/places/cloak/cloak.hpp"
#include "kanon/places/requests/line_source.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/places/requests/request_lines.hpp"
#include "kanon/places/run/cloaked_stream.hpp"
#include "kanon/report/json/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using places::Answers;
using places::Group;
using places::ReleasedBox;
using places::Request;
using places::shown_file;

/// Names of persons who wait, each with a number of its own.
class WaitingPersons {
public:
    std::uint64_t add(std::string_view name) {
        Entry& entry = entries_.try_emplace(std::string(name), Entry{next_, 0}).first->second;
        next_ += static_cast<std::uint64_t>(entry.requests == 0);
        ++entry.requests;
        return entry.number;
    }

    void remove(const std::string& name) {
        const auto found = entries_.find(name);
        if (--found->second.requests == 0) {
            entries_.erase(found);
        }
    }

private:
    struct Entry {
        std::uint64_t number;
        std::uint64_t requests;
    };

    std::unordered_map<std::string, Entry> entries_;
    std::uint64_t next_ = 0;
};

class LiveRun {
public:
    explicit LiveRun(const LiveJob& job)
        : job_(job), method_(places::find_cloak(job.method)), source_(job.requests, job.context) {
        if (!job.policy.lbqids.empty()) {
            throw Error(ErrorCode::usage,
                        "lbqids need the histories of all, which a live run does not keep; leave "
                        "them out of the policy, or take a file");
        }
        outcome_.method = method_.name;
    }

    LiveOutcome operator()() {
        const Stopwatch watch;
        try {
            answer_all();
        } catch (const Error& error) {
            if (error.code() == ErrorCode::cancelled && has_given_) {
                throw Error(ErrorCode::cancelled,
                            "stopped; boxes that were given out stand, and who waits gets none");
            }
            throw;
        }
        outcome_.seconds = watch.total();
        return std::move(outcome_);
    }

private:
    struct Asked {
        std::string id;
        std::string person;
    };

    void answer_all() {
        std::string line;
        while (source_.next(line)) {
            take(line);
            if (!source_.has_line()) {
                flush();
            }
        }
        if (cloak_) {
            cloak_->finish(answers_);
            give();
        }
        flush();
    }

    void refuse(const std::string& message) {
        if (outcome_.refused++ == 0) {
            outcome_.first_refused = fmt::format("line {}: {}", count_text(line_number_), message);
        }
    }

    void take(std::string_view line) {
        ++line_number_;
        if (!lines_) {
            line = without_bom(line);
            lines_.emplace(line, shown_file(job_.requests));
            check_wishes();
            if (!lines_->first_is_request()) {
                return;
            }
        }
        ++outcome_.lines;
        const std::optional<places::RequestCells> cells = lines_->cells(line);
        if (!cells || !begin(*cells)) {
            refuse("it is no request in the form of the first line");
            return;
        }
        Request request;
        const std::optional<places::RequestFault> fault = parser_->parse(*cells, request);
        const std::string id(cell(*cells, places::Field::request));
        const std::optional<std::string> unmet = places::unmet_wish(method_, request);
        if (fault) {
            refuse(fmt::format("column '{}': {}",
                               places::field_name(fault->field, parser_->form().degrees),
                               fault->message));
        } else if (id.empty() || ids_.contains(id)) {
            refuse("column 'request': there is no value, or one that waits has the same");
        } else if (request.time < now_) {
            ++outcome_.late;
        } else if (unmet) {
            refuse(*unmet);
        } else {
            offer(request, id, std::string(cell(*cells, places::Field::person)));
        }
    }

    /// What holds for all requests is looked at once, before any of them is refused for it.
    void check_wishes() const {
        const places::PlacePolicy& policy = job_.policy;
        for (const auto& [field, is_said] :
             {std::pair(places::Field::k, policy.k.has_value()),
              std::pair(places::Field::within, policy.within.has_value()),
              std::pair(places::Field::wait, policy.wait.has_value())}) {
            if (!is_said && !lines_->may_have(field)) {
                throw Error(ErrorCode::bad_input,
                            fmt::format("there is no column '{0}', and neither policy nor flag "
                                        "says it for all; add --{0}",
                                        places::field_name(field, false)),
                            {.file = shown_file(job_.requests)});
            }
        }
        Request any;
        if (!lines_->may_have(places::Field::k)) {
            any.k = *policy.k;
        }
        if (!lines_->may_have(places::Field::least_area)) {
            any.least_area = policy.least_area.value_or(0);
        }
        const std::optional<std::string> unmet = places::unmet_wish(method_, any);
        if (unmet) {
            throw Error(ErrorCode::usage, *unmet);
        }
    }

    /// By the first request, how times are written; false if that is no time.
    bool begin(const places::RequestCells& cells) {
        if (parser_) {
            return true;
        }
        const auto time = places::time_form_of(cell(cells, places::Field::time));
        if (time) {
            form_ = {lines_->degrees(), *time};
            parser_.emplace(job_.policy, form_);
            cloak_ = method_.make(places::cloak_options(form_, job_.policy));
            if (!lines_->is_json()) {
                out_ += places::csv_line(places::box_columns(form_, false));
            }
        }
        return time.has_value();
    }

    void offer(Request& request, const std::string& id, const std::string& person) {
        now_ = request.time;
        request.number = next_number_++;
        request.person = persons_.add(person);
        asked_.emplace(request.number, Asked{id, person});
        ids_.insert(id);
        cloak_->offer(request, answers_);
        outcome_.most_waiting = std::max<std::uint64_t>(outcome_.most_waiting, cloak_->waiting());
        give();
    }

    /// Prove what was answered, and write it down.
    void give() {
        for (const Group& group : answers_.groups) {
            give_group(group);
        }
        for (const Request& request : answers_.dropped) {
            ++outcome_.dropped;
            static_cast<void>(forget(request));
        }
        answers_ = {};
    }

    std::string forget(const Request& request) {
        const auto found = asked_.find(request.number);
        std::string id = found->second.id;
        persons_.remove(found->second.person);
        ids_.erase(id);
        asked_.erase(found);
        return id;
    }

    void give_group(const Group& group) {
        places::RequestSet requests;
        std::vector<ReleasedBox> boxes;
        for (const Request& member : group.members) {
            requests.ids.push_back(forget(member));
            requests.requests.push_back(member);
            requests.requests.back().number = boxes.size();
            boxes.push_back({.request = requests.ids.back(), .box = group.box});
        }
        if (!places::audit_boxes(requests, requests.ids, boxes, job_.policy).passed()) {
            throw Error(ErrorCode::audit_failed, "the auditor refused a box (a fault of kanon)");
        }
        std::ranges::sort(boxes, {}, &ReleasedBox::request);
        for (const ReleasedBox& box : boxes) {
            out_ += line_of(box);
        }
        outcome_.released += boxes.size();
        ++outcome_.boxes;
    }

    [[nodiscard]] std::string line_of(const ReleasedBox& box) const {
        const std::vector<std::string> cells = places::box_cells(box, form_, false);
        if (!lines_->is_json()) {
            return places::csv_line(cells);
        }
        constexpr std::size_t kCoordinates = 4;
        constexpr std::size_t kTimes = 2;
        const bool has_seconds = form_.time == places::TimeForm::seconds;
        return places::json_object_line(
            places::box_columns(form_, false), cells, has_seconds ? kCoordinates + kTimes : 0);
    }

    void flush() {
        if (!out_.empty()) {
            job_.write(out_);
            out_.clear();
            has_given_ = outcome_.boxes > 0;
        }
    }

    const LiveJob& job_;
    const places::CloakInfo& method_;
    places::LineSource source_;
    std::optional<places::RequestLines> lines_;
    places::RequestForm form_;
    std::optional<places::RequestParser> parser_;
    std::unique_ptr<places::Cloak> cloak_;
    WaitingPersons persons_;
    std::unordered_map<std::uint64_t, Asked> asked_;  ///< who waits, by number
    std::unordered_set<std::string> ids_;             ///< theirs
    Answers answers_;
    std::string out_;
    bool has_given_ = false;  ///< boxes, to whoever reads them
    places::Moment now_ = std::numeric_limits<places::Moment>::min();
    std::uint64_t next_number_ = 0;
    std::uint64_t line_number_ = 0;
    LiveOutcome outcome_;
};

}  // namespace

LiveOutcome locate_live(const LiveJob& job) {
    return LiveRun(job)();
}

std::string live_json(const LiveOutcome& outcome) {
    return json_document({{"method", outcome.method},
                          {"lines", outcome.lines},
                          {"released", outcome.released},
                          {"boxes", outcome.boxes},
                          {"dropped", outcome.dropped},
                          {"late", outcome.late},
                          {"refused", outcome.refused},
                          {"first_refused", outcome.first_refused},
                          {"most_waiting", outcome.most_waiting},
                          {"seconds", outcome.seconds}});
}

}  // namespace kanon
