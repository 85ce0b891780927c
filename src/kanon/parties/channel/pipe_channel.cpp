// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/pipe_channel.hpp"

#include "kanon/parties/channel/framed_channel.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>

namespace kanon::parties {
namespace {

constexpr std::size_t kPipeBytes = std::size_t{1} << 20U;

/// One way of a pipe, and how its writer and reader are.
struct PipeWay {
    std::deque<std::uint8_t> bytes;
    bool finished = false;  ///< the writer ended in order
    bool writer_gone = false;
    bool reader_gone = false;
};

struct Pipe {
    std::mutex mutex;
    std::condition_variable changed;
    std::array<PipeWay, 2> ways;
};

class PipeStream final : public ByteStream {
public:
    PipeStream(std::shared_ptr<Pipe> pipe, std::size_t side)
        : pipe_(std::move(pipe)), out_(pipe_->ways.at(side)), in_(pipe_->ways.at(1 - side)) {}

    ~PipeStream() override {
        {
            const std::lock_guard lock(pipe_->mutex);
            out_.writer_gone = true;
            in_.reader_gone = true;
        }
        pipe_->changed.notify_all();
    }

    PipeStream(const PipeStream&) = delete;
    PipeStream& operator=(const PipeStream&) = delete;

    StreamStep write_some(ByteView bytes) override {
        const std::lock_guard lock(pipe_->mutex);
        if (out_.reader_gone) {
            return {.state = StreamState::broken};
        }
        const ByteView taken = bytes.first(std::min(bytes.size(), kPipeBytes - out_.bytes.size()));
        out_.bytes.insert(out_.bytes.end(), taken.begin(), taken.end());
        pipe_->changed.notify_all();
        return {.bytes = taken.size()};
    }

    StreamStep read_some(std::span<std::uint8_t> into) override {
        const std::lock_guard lock(pipe_->mutex);
        const std::size_t size = std::min(into.size(), in_.bytes.size());
        if (size == 0) {
            return {.state = state_of_reading()};
        }
        const auto end = in_.bytes.begin() + static_cast<std::ptrdiff_t>(size);
        std::copy(in_.bytes.begin(), end, into.begin());
        in_.bytes.erase(in_.bytes.begin(), end);
        pipe_->changed.notify_all();
        return {.bytes = size};
    }

    void wait(bool reading, bool writing, std::chrono::milliseconds most) override {
        std::unique_lock lock(pipe_->mutex);
        pipe_->changed.wait_for(lock, most, [&] {
            const bool readable = !in_.bytes.empty() || in_.finished || in_.writer_gone;
            const bool writable = out_.bytes.size() < kPipeBytes || out_.reader_gone;
            return (reading && readable) || (writing && writable);
        });
    }

    void finish(std::chrono::milliseconds /*linger*/) override {
        const std::lock_guard lock(pipe_->mutex);
        out_.finished = true;
        pipe_->changed.notify_all();
    }

private:
    [[nodiscard]] StreamState state_of_reading() const {
        if (in_.finished) {
            return StreamState::ended;
        }
        return in_.writer_gone ? StreamState::broken : StreamState::open;
    }

    std::shared_ptr<Pipe> pipe_;
    PipeWay& out_;
    PipeWay& in_;
};

}  // namespace

std::pair<std::unique_ptr<ByteStream>, std::unique_ptr<ByteStream>> pipe_streams() {
    const auto pipe = std::make_shared<Pipe>();
    return {std::make_unique<PipeStream>(pipe, 0), std::make_unique<PipeStream>(pipe, 1)};
}

std::pair<std::unique_ptr<Channel>, std::unique_ptr<Channel>> pipe_channels(
    const std::string& a,
    const std::string& b,
    const ChannelOptions& options,
    const RunContext& context) {
    options.validate();
    auto [of_a, of_b] = pipe_streams();
    return {std::make_unique<FramedChannel>(b, std::move(of_a), options, context),
            std::make_unique<FramedChannel>(a, std::move(of_b), options, context)};
}

}  // namespace kanon::parties
