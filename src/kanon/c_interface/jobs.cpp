// SPDX-License-Identifier: Apache-2.0
#include "kanon/c_interface/guard_internal.hpp"
#include "kanon/c_interface/jobs_internal.hpp"
#include "kanon/c_interface/options_internal.hpp"
#include "kanon/io/reading/read_settings.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace kanon::c_interface {

void check_struct(std::size_t size,
                  std::size_t known,
                  const unsigned char* bytes,
                  const char* name) {
    if (size < sizeof(std::size_t)) {
        throw Error(ErrorCode::usage,
                    std::string(name) + ": struct_size is not set; begin with its ..._INIT",
                    {.attribute = "struct_size"});
    }
    if (size > known &&
        std::any_of(bytes + known, bytes + size, [](auto byte) { return byte != 0; })) {
        throw Error(ErrorCode::usage,
                    std::string(name) +
                        " is of a later version of kanon than the library, and "
                        "asks for what it does not know; update the library",
                    {.attribute = "struct_size"});
    }
}

std::string text_or_empty(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

TakenStream::TakenStream(ArrowArrayStream& given) : stream_(given) {
    given.release = nullptr;
}

TakenStream::~TakenStream() {
    if (stream_.release != nullptr) {
        stream_.release(&stream_);
    }
}

void TakenStream::open(ArrowArrayStream* out) {
    if (stream_.release == nullptr) {
        throw Error(ErrorCode::bad_input, "the stream was released or read before");
    }
    *out = std::exchange(stream_, {});
}

Input::Input(const kanon_input* given, const char* name) : name_(name) {
    const kanon_input input = copy_of(given, name);
    if (input.stream != nullptr) {
        stream_ = std::make_shared<TakenStream>(*input.stream);
    }
    path_ = text_or_empty(input.path);
    read_ = text_or_empty(input.read);
}

void Input::fill(std::string& path, ReadOptions& read) const {
    if (path_.empty() == (stream_ == nullptr)) {
        throw Error(ErrorCode::usage,
                    name_ + (stream_ ? " has a path and a stream; give one of them"
                                     : " has neither a path nor a stream"),
                    {.attribute = name_});
    }
    path = stream_ ? "-" : path_;
    if (stream_) {
        read.open_stream = [stream = stream_](ArrowArrayStream* out) { stream->open(out); };
    } else if (!read_.empty()) {
        set_read_options(read, Options(read_.c_str(), "read").words());
    }
}

Policy policy_of(const char* text, const char* name) {
    require(text, "policy");
    if (name != nullptr) {
        return parse_policy(text, name);
    }
    Policy policy = parse_policy(text, "policy", UnnamedColumns::suggested);
    policy.file.clear();
    return policy;
}

Policy policy_or_none(const char* text, const char* name) {
    return text == nullptr ? Policy() : policy_of(text, name);
}

RunContext context_of(const kanon_run* given) {
    const kanon_run run = copy_of(given, "run");
    RunContext out;
    out.threads = run.threads;
    out.memory_limit = run.memory_limit;
    if (run.seed != 0) {
        out.seed = run.seed;
    }
    if (run.node_limit != 0) {
        out.node_limit = run.node_limit;
    }
    if (!std::isfinite(run.time_limit_seconds) || run.time_limit_seconds < 0) {
        throw Error(ErrorCode::usage,
                    "a time limit is a number of seconds above 0, or 0 for none",
                    {.attribute = "time_limit_seconds"});
    }
    if (run.time_limit_seconds > 0) {
        constexpr double kYear = 365.0 * 24 * 60 * 60;
        const std::chrono::duration<double> limit(std::min(run.time_limit_seconds, kYear));
        out.deadline = std::chrono::steady_clock::now() +
                       std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
    }
    if (run.stop != nullptr) {
        out.cancel = &run.stop->is_asked;
    }
    if (run.progress != nullptr) {
        out.progress = [call = run.progress, data = run.progress_data](const Progress& progress) {
            call(data, std::string(progress.stage).c_str(), progress.done, progress.total);
        };
    }
    return out;
}

}  // namespace kanon::c_interface

kanon_stop* kanon_stop_new(void) {
    try {
        return std::make_unique<kanon_stop>().release();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void kanon_stop_now(kanon_stop* stop) {
    if (stop != nullptr) {
        stop->is_asked = true;
    }
}

void kanon_stop_free(kanon_stop* stop) {
    const std::unique_ptr<kanon_stop> owned(stop);
}
