// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/cloak/cloak.hpp"

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace kanon::places {

/// A method that looks at all who wait at once. It does so when the first deadline comes of those
/// who came since the last time, so everybody is looked at once at least. Who is not served then
/// stays as long as it can.
class BatchCloak : public Cloak {
public:
    void offer(const Request& request, Answers& answers) final;
    void advance(Moment now, Answers& answers) final;
    void finish(Answers& answers) final;

    [[nodiscard]] std::size_t waiting() const final { return requests_.size(); }

protected:
    /// Release groups of these requests, each in one of them at most. \pre none is overdue
    virtual void divide(const std::vector<const Request*>& requests,
                        Moment now,
                        std::vector<Group>& groups) = 0;

private:
    void look(Moment now, Answers& answers);
    void drop_overdue(Moment now, Answers& answers);

    std::vector<Request> requests_;
    std::optional<Moment> next_;  ///< when all are looked at; none: nobody came since
};

}  // namespace kanon::places
