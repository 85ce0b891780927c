// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/framed_channel.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/channel/faults.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16U;   // bytes read at once
constexpr std::chrono::milliseconds kLookInterval{50};  // between looks at the cancel flag
constexpr std::chrono::milliseconds kLinger{500};       // for the reason why this side stopped

std::string end_text(const std::string& peer, StreamState state) {
    switch (state) {
        case StreamState::ended:
            return peer + " ended the run before it was complete";
        case StreamState::altered:
            return "what came from " + peer + " was altered on its way; the connection is closed";
        case StreamState::refused:
            return peer + " does not take the certificate of this side";
        case StreamState::open:
        case StreamState::broken:
            break;
    }
    return "the connection to " + peer + " broke off";
}

}  // namespace

FramedChannel::FramedChannel(std::string peer,
                             std::unique_ptr<ByteStream> stream,
                             ChannelOptions options,
                             RunContext context,
                             std::uint64_t first_sequence)
    : peer_(std::move(peer)),
      stream_(std::move(stream)),
      options_(std::move(options)),
      context_(std::move(context)),
      assembler_(peer_, first_sequence),
      first_sequence_(first_sequence),
      next_sequence_(first_sequence),
      piece_(kPiece) {}

void FramedChannel::send(MessageType type, ByteView payload) {
    KANON_CHECK(type.number >= kFirstProtocolType);
    require_open();
    state_ = State::failed;  // unless all of it goes
    send_frames(type, payload);
    state_ = State::open;
}

Bytes FramedChannel::receive(MessageType type, std::size_t most_bytes) {
    require_open();
    state_ = State::failed;
    Bytes message = receive_frames(type, most_bytes);
    state_ = State::open;
    return message;
}

void FramedChannel::send_frames(MessageType type, ByteView payload) {
    std::size_t at = 0;
    do {
        const ByteView part = payload.subspan(at, std::min(kFramePayload, payload.size() - at));
        at += part.size();
        put_frame(type, part, at < payload.size());
        flush();
    } while (at < payload.size());
}

void FramedChannel::put_frame(MessageType type, ByteView payload, bool more) {
    append_frame(outbox_, type, next_sequence_++, payload, more);
}

StreamStep FramedChannel::write_outbox() {
    const StreamStep wrote = stream_->write_some(ByteView(outbox_).subspan(outbox_sent_));
    outbox_sent_ += wrote.bytes;
    bytes_sent_ += wrote.bytes;
    return wrote;
}

void FramedChannel::flush() {
    Patience patience(options_.idle_seconds);
    read_ahead();  // the other side may have stopped
    while (outbox_sent_ < outbox_.size()) {
        poll_run();
        const StreamStep wrote = write_outbox();
        if (wrote.state != StreamState::open) {
            while (read_ahead() > 0) {  // it may have said why, before it went
            }
            throw_end(wrote.state);
        }
        if (wrote.bytes > 0 || read_ahead() > 0) {
            patience.renew();
        } else {
            wait(patience, has_room(), true);
        }
    }
    outbox_.clear();
    outbox_sent_ = 0;
}

/// Take in what came while this side sends, so that two sides that send at once do not wait for
/// each other. The bytes that came.
std::size_t FramedChannel::read_ahead() {
    if (!has_room()) {
        return 0;
    }
    const StreamStep got = read_into_inbox();
    look_for_abort();
    if (got.state != StreamState::open) {
        throw_end(got.state);
    }
    return got.bytes;
}

bool FramedChannel::has_room() const {
    return inbox_.size() - inbox_used_ < options_.most_unread_bytes;
}

StreamStep FramedChannel::read_into_inbox() {
    if (inbox_used_ > inbox_.size() / 2) {
        forget_used();
    }
    const StreamStep got = stream_->read_some(piece_);
    inbox_.insert(inbox_.end(), piece_.data(), piece_.data() + got.bytes);
    return got;
}

/// \pre what is left of the inbox begins with a frame
void FramedChannel::look_for_abort() {
    while (inbox_scanned_ + kFrameHeaderBytes <= inbox_.size()) {
        const ByteView rest = ByteView(inbox_).subspan(inbox_scanned_);
        const FrameHeader header = decode_header(rest.first(kFrameHeaderBytes), peer_);
        const std::size_t size = kFrameHeaderBytes + header.length;
        if (header.type == kAbortMessage) {
            if (rest.size() < size) {
                return;
            }
            throw stopped_error(peer_, rest.first(size).subspan(kFrameHeaderBytes));
        }
        inbox_scanned_ += size;
    }
}

Bytes FramedChannel::receive_frames(MessageType type, std::size_t most_bytes) {
    assembler_.expect(type, most_bytes);
    while (!assembler_.complete()) {
        poll_run();
        if (inbox_.empty()) {
            fill_inbox();
        }
        const ByteView unread = ByteView(inbox_).subspan(inbox_used_);
        const ByteView taken = unread.first(std::min(unread.size(), assembler_.wanted()));
        assembler_.feed(taken);
        drop_from_inbox(taken.size());
        bytes_received_ += taken.size();
    }
    return assembler_.take();
}

/// Wait until there is something to take. \pre the inbox is empty
void FramedChannel::fill_inbox() {
    const Patience patience(options_.idle_seconds);
    while (inbox_.empty()) {
        const StreamStep got = read_into_inbox();
        if (got.bytes == 0 && got.state != StreamState::open) {
            throw_end(got.state);
        }
        if (got.bytes == 0) {
            wait(patience, true, false);
        }
    }
}

void FramedChannel::drop_from_inbox(std::size_t bytes) {
    inbox_used_ += bytes;
    inbox_scanned_ = std::max(inbox_scanned_, inbox_used_);
    if (inbox_used_ == inbox_.size()) {
        forget_used();
    }
}

void FramedChannel::forget_used() {
    inbox_.erase(inbox_.begin(), inbox_.begin() + static_cast<std::ptrdiff_t>(inbox_used_));
    inbox_scanned_ -= inbox_used_;
    inbox_used_ = 0;
    if (inbox_.empty() && inbox_.capacity() > kFramePayload) {
        inbox_.shrink_to_fit();
    }
}

void FramedChannel::wait(const Patience& patience, bool reading, bool writing) {
    poll_run();
    if (patience.over()) {
        throw Error(ErrorCode::timed_out,
                    peer_ + (writing ? " took nothing for " : " sent nothing for ") +
                        seconds_text(options_.idle_seconds));
    }
    stream_->wait(reading, writing, patience.left(kLookInterval));
}

void FramedChannel::poll_run() const {
    throw_if_cancelled(context_);
    if (context_.past_deadline()) {
        throw Error(ErrorCode::timed_out,
                    "the time limit passed while " + peer_ + " was waited for");
    }
}

void FramedChannel::require_open() const {
    if (state_ != State::open) {
        throw Error(ErrorCode::bad_input, "the channel to " + peer_ + " has ended");
    }
}

void FramedChannel::throw_end(StreamState state) const {
    throw Error(ErrorCode::bad_input, end_text(peer_, state));
}

Traffic FramedChannel::traffic() const {
    return {.bytes_sent = bytes_sent_,
            .bytes_received = bytes_received_,
            .frames_sent = next_sequence_ - first_sequence_,
            .frames_received = assembler_.frames()};
}

void FramedChannel::abort(AbortReason reason) noexcept {
    if (state_ == State::ended) {
        return;
    }
    state_ = State::ended;
    try {
        say_abort(reason);
    } catch (...) {  // the other side then finds the connection broken
    }
    stream_.reset();
}

/// After what is left of the frame that was being sent.
void FramedChannel::say_abort(AbortReason reason) {
    put_frame(kAbortMessage, abort_payload(reason), false);
    const Patience patience(std::chrono::duration<double>(kLinger).count());
    while (outbox_sent_ < outbox_.size() && !patience.over()) {
        const StreamStep wrote = write_outbox();
        if (wrote.state != StreamState::open) {
            return;
        }
        if (wrote.bytes == 0) {
            const StreamStep got = stream_->read_some(piece_);  // of no more interest
            stream_->wait(got.bytes == 0 && got.state == StreamState::open,
                          true,
                          patience.left(kLookInterval));
        }
    }
    if (outbox_sent_ == outbox_.size()) {
        stream_->finish(kLinger);
    }
}

void FramedChannel::close() noexcept {
    if (state_ == State::ended) {
        return;
    }
    state_ = State::ended;
    try {
        if (outbox_sent_ == outbox_.size()) {
            stream_->finish(std::chrono::milliseconds(0));
        }
    } catch (...) {  // as abort()
    }
    stream_.reset();
}

}  // namespace kanon::parties
