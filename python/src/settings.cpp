// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include "kanon/api/memory_limit.hpp"
#include "kanon/api/read_settings.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

namespace kanon::python {
namespace {

/// As Python has it.
std::string python_name(std::string_view setting) {
    std::string out(setting);
    std::ranges::replace(out, '-', '_');
    return out;
}

/// What an entry says, as a setting takes it: the order of dates by column in a dict, yes or no as
/// a truth value, a size as a number too.
std::vector<std::string> texts_of(const py::dict& read, const char* key, bool is_flag) {
    if (is_flag) {
        return {*entry<bool>(read, key) ? "true" : "false"};
    }
    if (py::isinstance<py::int_>(read[key])) {
        return {std::to_string(*entry<std::uint64_t>(read, key))};
    }
    if (!py::isinstance<py::dict>(read[key])) {
        return {*entry<std::string>(read, key)};
    }
    std::vector<std::string> out;
    const auto orders = *entry<std::map<std::string, std::string>>(read, key);
    for (const auto& [column, order] : orders) {
        out.push_back(column + "=" + order);
    }
    return out;
}

void refuse_unknown(const py::dict& read) {
    std::vector<std::string> names{"show_values"};
    for (const ReadSetting& setting : read_settings()) {
        names.push_back(python_name(setting.name));
    }
    for (const auto& item : read) {
        const auto word = item.first.cast<std::string>();
        if (std::ranges::find(names, word) == names.end()) {
            throw Error(
                ErrorCode::usage,
                "'" + word + "' is not known" +
                    suggestion(word, std::vector<std::string_view>(names.begin(), names.end())),
                {.attribute = "read"});
        }
    }
}

ReadOptions read_options(const py::dict& read) {
    refuse_unknown(read);
    ReadOptions out;
    for (const ReadSetting& setting : read_settings()) {
        const std::string key = python_name(setting.name);
        if (!read.contains(key) || read[key.c_str()].is_none()) {
            continue;
        }
        for (const std::string& text : texts_of(read, key.c_str(), setting.takes.empty())) {
            try {
                setting.set(out, text);
            } catch (const Error& fault) {
                throw Error(ErrorCode::usage, fault.what(), {.attribute = key});
            }
        }
    }
    out.show_values = entry<bool>(read, "show_values").value_or(false);
    return out;
}

}  // namespace

ForeignStream::ForeignStream(const py::capsule& capsule) {
    auto* const stream =
        static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), kStreamName));
    if (stream == nullptr || stream->release == nullptr) {
        PyErr_Clear();
        throw Error(ErrorCode::bad_input,
                    "the capsule holds no Arrow stream, or one that was read before; hand over a "
                    "new one");
    }
    stream_ = std::exchange(*stream, ArrowArrayStream{});
}

ForeignStream::~ForeignStream() {
    if (stream_.release != nullptr) {
        stream_.release(&stream_);
    }
}

void ForeignStream::open(ArrowArrayStream* out) {
    if (stream_.release == nullptr) {
        throw Error(ErrorCode::bad_input, "the Arrow stream was read before; hand over a new one");
    }
    *out = std::exchange(stream_, ArrowArrayStream{});
}

Source source_of(const py::object& data, const py::dict& read) {
    Source out;
    if (py::isinstance<py::str>(data)) {
        out.path = data.cast<std::string>();
        out.read = read_options(read);
    } else if (py::isinstance<py::list>(data)) {
        out.more = data.cast<std::vector<std::string>>();
        out.path = out.more.front();
        out.more.erase(out.more.begin());
        out.read = read_options(read);
    } else if (py::isinstance<Frame>(data)) {
        const std::shared_ptr<const Frame> frame = data.cast<std::shared_ptr<Frame>>();
        out.read.open_stream = [frame](ArrowArrayStream* stream) { open_stream(frame, stream); };
    } else {
        const auto stream = std::make_shared<ForeignStream>(data.cast<py::capsule>());
        out.read.open_stream = [stream](ArrowArrayStream* to) { stream->open(to); };
    }
    return out;
}

namespace {

using Seconds = std::chrono::duration<double>;

std::optional<Seconds> seconds_entry(const py::dict& run, const char* key) {
    constexpr double kMost = 1e9;
    const auto seconds = entry<double>(run, key);
    if (seconds && (!(*seconds > 0) || *seconds > kMost)) {
        throw Error(ErrorCode::usage,
                    std::string(key) + ": a number of seconds above 0 is needed",
                    {.attribute = key});
    }
    return seconds ? std::optional(Seconds(*seconds)) : std::nullopt;
}

}  // namespace

std::string given_text(const py::object& value) {
    const bool is_plain = py::isinstance<py::str>(value) || py::isinstance<py::int_>(value) ||
                          py::isinstance<py::float_>(value);
    return is_plain ? py::repr(value).cast<std::string>()
                    : py::type::of(value).attr("__name__").cast<std::string>();
}

Watch watch_of(const py::object& progress, const py::dict& run) {
    return {.progress = progress, .stop_after = seconds_entry(run, "stop_after")};
}

RunContext context_of(const py::dict& run) {
    RunContext out;
    out.seed = entry<std::uint64_t>(run, "seed").value_or(out.seed);
    out.threads = entry<unsigned>(run, "threads").value_or(0);
    out.node_limit = entry<std::uint64_t>(run, "node_limit").value_or(out.node_limit);
    if (const auto memory = entry<std::uint64_t>(run, "memory")) {
        out.memory_limit = engine_memory(*memory, "memory");
    }
    if (const auto seconds = seconds_entry(run, "time_limit")) {
        out.deadline = std::chrono::steady_clock::now() +
                       std::chrono::duration_cast<std::chrono::steady_clock::duration>(*seconds);
    }
    return out;
}

}  // namespace kanon::python
