// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include "kanon/api/memory_limit.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

namespace kanon::python {
namespace {

/// The place of a word among those an entry takes. \throws Error{usage}
template <std::size_t N>
std::size_t place_of(const std::string& word,
                     const std::array<std::string_view, N>& words,
                     const char* key) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) {
        throw Error(ErrorCode::usage,
                    "'" + word + "' is not known" + suggestion(word, {words.begin(), words.end()}),
                    {.attribute = key});
    }
    return static_cast<std::size_t>(found - words.begin());
}

std::optional<char> character(const py::dict& read, const char* key) {
    const auto text = entry<std::string>(read, key);
    if (text && text->size() != 1) {
        throw Error(ErrorCode::usage, "one character is needed", {.attribute = key});
    }
    return text ? std::optional((*text)[0]) : std::nullopt;
}

void set_dates(const py::dict& read, ReadOptions& out) {
    constexpr std::array<std::string_view, 3> kOrders{"ymd", "dmy", "mdy"};
    constexpr std::array kNotations{Notation::standard, Notation::day_first, Notation::month_first};
    constexpr const char* kKey = "dates";
    if (!read.contains(kKey) || read[kKey].is_none()) {
        return;
    }
    if (py::isinstance<py::dict>(read[kKey])) {
        for (const auto& [column, order] : read[kKey].cast<std::map<std::string, std::string>>()) {
            out.dates_of[column] = kNotations[place_of(order, kOrders, kKey)];
        }
        return;
    }
    out.dates = kNotations[place_of(*entry<std::string>(read, kKey), kOrders, kKey)];
}

void refuse_unknown(const py::dict& read) {
    constexpr std::array<std::string_view, 15> kKeys{"format",
                                                     "encoding",
                                                     "delimiter",
                                                     "quote",
                                                     "header",
                                                     "member",
                                                     "sheet",
                                                     "table",
                                                     "value_labels",
                                                     "folder_columns",
                                                     "decimal_comma",
                                                     "thousands",
                                                     "keep_blank_rows",
                                                     "dates",
                                                     "show_values"};
    for (const auto& item : read) {
        place_of(item.first.cast<std::string>(), kKeys, "read");
    }
}

ReadOptions read_options(const py::dict& read) {
    constexpr std::array<std::string_view, 10> kFormats{
        "auto", "csv", "tsv", "json", "parquet", "xlsx", "spss", "stata", "sas", "sqlite"};
    constexpr std::array<std::string_view, 3> kLabels{"auto", "labels", "values"};
    refuse_unknown(read);
    ReadOptions out;
    out.format = static_cast<Format>(
        place_of(entry<std::string>(read, "format").value_or("auto"), kFormats, "format"));
    out.encoding = entry<std::string>(read, "encoding").value_or("");
    out.delimiter = character(read, "delimiter");
    out.quote = character(read, "quote");
    out.header = entry<bool>(read, "header");
    out.member = entry<std::string>(read, "member").value_or("");
    out.sheet = entry<std::string>(read, "sheet").value_or("");
    out.database_table = entry<std::string>(read, "table").value_or("");
    out.labels = static_cast<ValueLabels>(place_of(
        entry<std::string>(read, "value_labels").value_or("auto"), kLabels, "value_labels"));
    out.folder_columns = entry<bool>(read, "folder_columns").value_or(false);
    out.decimal_comma = entry<bool>(read, "decimal_comma").value_or(false);
    out.thousands = entry<bool>(read, "thousands").value_or(false);
    out.keep_blank_rows = entry<bool>(read, "keep_blank_rows").value_or(false);
    out.show_values = entry<bool>(read, "show_values").value_or(false);
    set_dates(read, out);
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

RunContext context_of(const py::dict& run) {
    RunContext out;
    out.seed = entry<std::uint64_t>(run, "seed").value_or(out.seed);
    out.threads = entry<unsigned>(run, "threads").value_or(0);
    out.node_limit = entry<std::uint64_t>(run, "node_limit").value_or(out.node_limit);
    if (const auto memory = entry<std::uint64_t>(run, "memory")) {
        out.memory_limit = engine_memory(*memory, "memory");
    }
    if (const auto seconds = entry<double>(run, "time_limit")) {
        constexpr double kMost = 1e9;
        if (!(*seconds > 0) || *seconds > kMost) {
            throw Error(ErrorCode::usage,
                        "a number of seconds above 0 is needed",
                        {.attribute = "time_limit"});
        }
        out.deadline = std::chrono::steady_clock::now() +
                       std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                           std::chrono::duration<double>(*seconds));
    }
    return out;
}

}  // namespace kanon::python
