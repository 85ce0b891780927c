// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/meeting.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/parties/channel/faults.hpp"
#include "kanon/parties/channel/framed_channel.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

namespace kanon::parties {
namespace {

constexpr double kPauseBetweenCalls = 0.25;            // seconds
constexpr std::chrono::milliseconds kMeetingLook{50};  // between looks at the cancel flag

Patience no_pause() {
    return Patience(0);
}

std::string names_text(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool last = i + 1 == names.size();
        out += (i == 0 ? "" : last ? " and " : ", ") + names[i];
    }
    return out;
}

ChannelOptions validated(ChannelOptions options) {
    options.validate();
    return options;
}

}  // namespace

Meeting::Meeting(const Identity& identity, ChannelOptions options, RunContext context)
    : identity_(identity),
      options_(validated(std::move(options))),
      context_(std::move(context)),
      tls_(tls_context(identity)),
      patience_(options_.connect_seconds) {}

void Meeting::expect(const Socket& listener, std::vector<Peer> peers) {
    listener_ = &listener;
    expected_ = std::move(peers);
}

void Meeting::dial(Peer peer, Address address) {
    LookUp look_up(address);
    calls_.push_back({.peer = std::move(peer),
                      .address = std::move(address),
                      .look_up = std::move(look_up),
                      .pause = no_pause()});
}

PartyChannels Meeting::run() {
    try {
        meet();
    } catch (const Error& error) {
        const bool of_a_party = error.code() == ErrorCode::bad_input;
        for (const auto& entry : channels_) {
            entry.second->abort(of_a_party ? AbortReason::another_party : reason_of(error));
        }
        throw;
    }
    return std::move(channels_);
}

void Meeting::meet() {
    patience_.renew();
    say_whom();
    while (!expected_.empty() || !calls_.empty()) {
        poll_run();
        take_guests();
        step_guests();
        step_calls();
        wait();
    }
    guests_.clear();
}

void Meeting::say(const std::string& line) const {
    if (options_.notice) {
        options_.notice(line);
    }
}

void Meeting::say_whom() const {
    std::vector<std::string> names;
    for (const Peer& peer : expected_) {
        names.push_back(peer.name);
    }
    if (!names.empty()) {
        say("waiting for " + names_text(names) + " to connect to port " +
            std::to_string(port_of(*listener_)));
    }
    for (const Call& call : calls_) {
        say("connecting to " + call.peer.name + " at " + call.address.text());
    }
}

void Meeting::take_guests() {
    while (!expected_.empty()) {
        std::optional<Socket> socket = accept_one(*listener_);
        if (!socket) {
            return;
        }
        if (guests_.size() == kMostGuests) {
            guests_.erase(guests_.begin());
            note_stranger("too many at once");
        }
        guests_.emplace_back(tls_,
                             std::move(*socket),
                             TlsStream::Side::listener,
                             expected_,
                             options_.handshake_seconds);
    }
}

void Meeting::step_guests() {
    std::erase_if(guests_, [&](Handshake& guest) { return !step_guest(guest); });
}

/// Whether the handshake goes on.
bool Meeting::step_guest(Handshake& guest) {
    switch (guest.step()) {
        case Handshake::State::running:
            return true;
        case Handshake::State::done:
            join(guest);
            return false;
        case Handshake::State::unexpected:
            note_stranger("one with the fingerprint " + guest.came()->text());
            return false;
        case Handshake::State::refused:
            note_stranger("one who does not take the certificate of this side, fingerprint " +
                          identity_.fingerprint().text());
            return false;
        case Handshake::State::foreign:
            note_stranger("one that is no channel of kanon");
            return false;
        case Handshake::State::late:
            note_stranger("one that kept silent");
            return false;
        case Handshake::State::lost:
            return false;  // such as a dialer who gave up and tries again
    }
    return false;
}

void Meeting::note_stranger(const std::string& who) {
    if (++strangers_ == 1) {
        first_stranger_ = who;
        say("not an expected party: " + who + "; still waiting");
    }
}

/// Keep the channel, if its party is not there yet: two connections of one may be under way.
void Meeting::join(Handshake& handshake) {
    const Peer peer = handshake.peer();
    if (channels_.contains(peer.name)) {
        return;
    }
    channels_[peer.name] = std::make_unique<FramedChannel>(
        peer.name, handshake.take_stream(), options_, context_, kHandshakeFrames);
    std::erase_if(expected_, [&](const Peer& other) { return other.name == peer.name; });
    say(peer.name + " is connected");
}

void Meeting::step_calls() {
    std::erase_if(calls_, [&](Call& call) { return !step_call(call); });
}

/// Whether this party still has to be reached.
bool Meeting::step_call(Call& call) {
    if (!call.handshake) {
        try_call(call);
        return true;
    }
    const Handshake::State state = call.handshake->step();
    switch (state) {
        case Handshake::State::running:
            return true;
        case Handshake::State::done:
            join(*call.handshake);
            return false;
        case Handshake::State::lost:
            retry_later(call, call.handshake->fault());
            return true;
        case Handshake::State::late:
            retry_later(call, "no answer");
            return true;
        case Handshake::State::unexpected:
        case Handshake::State::refused:
        case Handshake::State::foreign:
            break;
    }
    refuse_call(call, state);
}

void Meeting::try_call(Call& call) {
    if (!call.pause.over() || (call.next == call.found.size() && !call.look_up.ready())) {
        return;
    }
    if (call.next == call.found.size()) {
        call.found = call.look_up.get(call.fault);
        call.next = 0;
        call.look_up = LookUp(call.address);  // for the next round: names may be moved
    }
    if (call.found.empty()) {
        retry_later(call, call.fault);
        return;
    }
    std::optional<Socket> socket = begin_connecting(call.found[call.next++]);
    if (!socket) {
        retry_later(call, std::generic_category().message(errno));
        return;
    }
    call.handshake.emplace(tls_,
                           std::move(*socket),
                           TlsStream::Side::dialer,
                           std::vector<Peer>{call.peer},
                           options_.handshake_seconds);
}

void Meeting::retry_later(Call& call, std::string fault) {
    call.fault = std::move(fault);
    call.handshake.reset();
    call.pause = Patience(kPauseBetweenCalls);
}

void Meeting::refuse_call(const Call& call, Handshake::State state) const {
    const std::string& name = call.peer.name;
    const auto refuse = [](const std::string& text) { throw Error(ErrorCode::bad_input, text); };
    if (state == Handshake::State::unexpected) {
        refuse("who answers for " + name + " at " + call.address.text() + " has the fingerprint " +
               call.handshake->came()->text() + " where " + call.peer.fingerprint.text() +
               " is expected; ask " + name + " by another way");
    }
    if (state == Handshake::State::refused) {
        refuse(name + " does not take the certificate of this side, whose fingerprint is " +
               identity_.fingerprint().text() + ": it expects another, or is connected already");
    }
    throw Error(ErrorCode::bad_input,
                "what answers for " + name + " at " + call.address.text() +
                    " is no channel of kanon, or one of another version");
}

void Meeting::poll_run() const {
    throw_if_cancelled(context_);
    if (context_.past_deadline() || patience_.over()) {
        throw Error(ErrorCode::timed_out, missing_text());
    }
}

std::string Meeting::missing_text() const {
    std::string out;
    for (const Call& call : calls_) {
        out += (out.empty() ? "" : "; ") + call.peer.name + " was not reached at " +
               call.address.text() + ": " + call.fault;
    }
    for (const Peer& peer : expected_) {
        out += (out.empty() ? "" : "; ") + peer.name + " did not connect (expected fingerprint " +
               peer.fingerprint.text() + ")";
    }
    out += "; waited for " + seconds_text(options_.connect_seconds);
    if (strangers_ > 0) {
        out += "; " + count_text(strangers_, "connection") + " refused, first " + first_stranger_;
    }
    return out;
}

void Meeting::wait() {
    if (expected_.empty() && calls_.empty()) {
        return;
    }
    std::vector<pollfd> waiting;
    const auto add = [&](int descriptor, short events) {
        waiting.push_back({.fd = descriptor, .events = events, .revents = 0});
    };
    if (!expected_.empty()) {
        add(listener_->get(), POLLIN);
    }
    for (const Handshake& guest : guests_) {
        add(guest.descriptor(), guest.events());
    }
    for (const Call& call : calls_) {
        if (call.handshake) {
            add(call.handshake->descriptor(), call.handshake->events());
        }
    }
    ::poll(waiting.data(), waiting.size(), static_cast<int>(kMeetingLook.count()));
}

}  // namespace kanon::parties
