// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/channel/byte_stream.hpp"
#include "kanon/parties/channel/channel.hpp"
#include "kanon/parties/channel/channel_options.hpp"

#include <memory>
#include <string>
#include <utility>

namespace kanon::parties {

/// Both ends of a stream within the program, for two threads. Each way holds at most 1 MiB.
[[nodiscard]] std::pair<std::unique_ptr<ByteStream>, std::unique_ptr<ByteStream>> pipe_streams();

/// Both ends of a channel within the program, for tests and rehearsals: the first is that of party
/// `a`, whose peer is `b`. The frames are those of a channel between machines.
/// \throws Error{usage}: an option
[[nodiscard]] std::pair<std::unique_ptr<Channel>, std::unique_ptr<Channel>> pipe_channels(
    const std::string& a,
    const std::string& b,
    const ChannelOptions& options = {},
    const RunContext& context = {});

}  // namespace kanon::parties
