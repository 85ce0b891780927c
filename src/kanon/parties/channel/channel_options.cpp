// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/channel_options.hpp"

#include "kanon/base/error.hpp"

namespace kanon::parties {
namespace {

void check_seconds(double seconds, const char* name) {
    constexpr double kMost = 1e8;
    if (!(seconds > 0 && seconds <= kMost)) {
        throw Error(ErrorCode::usage,
                    std::string(name) + " must be above 0 and at most 100,000,000 seconds");
    }
}

}  // namespace

void ChannelOptions::validate() const {
    check_seconds(idle_seconds, "idle_seconds");
    check_seconds(connect_seconds, "connect_seconds");
    check_seconds(handshake_seconds, "handshake_seconds");
}

}  // namespace kanon::parties
