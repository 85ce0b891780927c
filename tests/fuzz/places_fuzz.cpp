// SPDX-License-Identifier: Apache-2.0
// Any bytes as a policy of places, or as requests that are answered as they come: refused with an
// Error, or each box that is given out is one of CSV or JSON, and all lines are counted.
#include "kanon/api/places.hpp"
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"

#include "support.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

void read_policy(const std::string& text) {
    try {
        const kanon::places::PlacePolicy policy =
            kanon::places::parse_place_policy(text, "policy.yaml");
        KANON_CHECK(policy.k.value_or(2) >= 2);
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() == kanon::ErrorCode::bad_policy);
    }
}

void answer(const std::string& path, const std::string& method) {
    kanon::LiveJob job;
    job.requests = path;
    job.method = method;
    job.policy.k = 2;
    job.policy.within = 10;
    job.policy.wait = 60;
    std::uint64_t lines = 0;
    job.write = [&lines](std::string_view text) {
        KANON_CHECK(text.ends_with('\n'));
        lines += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    };
    try {
        const kanon::LiveOutcome outcome = kanon::locate_live(job);
        KANON_CHECK(outcome.released + outcome.dropped + outcome.late + outcome.refused ==
                    outcome.lines);
        KANON_CHECK(lines >= outcome.released);
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() == kanon::ErrorCode::bad_input);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const kanon::fuzz::Folder folder;
    const std::string text = kanon::fuzz::text_of(data, size);
    read_policy(text);
    kanon::fuzz::write_bytes(folder.at("requests"), text);
    for (const char* const method : {"nbr-k", "interval-cloak-time", "pyramid"}) {
        answer(folder.at("requests"), method);
    }
    return 0;
}
