// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/batch_cloak.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kanon::places {

void BatchCloak::offer(const Request& request, Answers& answers) {
    advance(request.time, answers);
    requests_.push_back(request);
    next_ = std::min(next_.value_or(request.deadline()), request.deadline());
}

void BatchCloak::advance(Moment now, Answers& answers) {
    if (next_ && *next_ < now) {
        look(*next_, answers);
    }
}

void BatchCloak::finish(Answers& answers) {
    if (next_) {
        look(*next_, answers);
    }
    answers.dropped.insert(answers.dropped.end(), requests_.begin(), requests_.end());
    requests_.clear();
}

void BatchCloak::drop_overdue(Moment now, Answers& answers) {
    const auto overdue =
        std::stable_partition(requests_.begin(), requests_.end(), [now](const Request& request) {
            return request.deadline() >= now;
        });
    answers.dropped.insert(answers.dropped.end(), overdue, requests_.end());
    requests_.erase(overdue, requests_.end());
}

void BatchCloak::look(Moment now, Answers& answers) {
    next_.reset();
    drop_overdue(now, answers);
    std::vector<const Request*> waiting;
    waiting.reserve(requests_.size());
    for (const Request& request : requests_) {
        waiting.push_back(&request);
    }
    std::vector<Group> groups;
    divide(waiting, now, groups);
    std::unordered_set<std::uint64_t> served;
    for (const Group& group : groups) {
        for (const Request& request : group.members) {
            served.insert(request.number);
        }
    }
    std::erase_if(requests_,
                  [&](const Request& request) { return served.contains(request.number); });
    std::move(groups.begin(), groups.end(), std::back_inserter(answers.groups));
}

}  // namespace kanon::places
