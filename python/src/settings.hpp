// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "frame.hpp"
#include "running.hpp"
#include <pybind11/pybind11.h>

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::python {

/// What capsules are called that hold an Arrow stream.
inline constexpr const char* kStreamName = "arrow_array_stream";

namespace py = pybind11;

/// A stream of another library's, which can be read once.
class ForeignStream {
public:
    /// Take the stream out of a capsule of the Arrow PyCapsule interface. \throws Error{bad_input}
    explicit ForeignStream(const py::capsule& capsule);
    ForeignStream(const ForeignStream&) = delete;
    ForeignStream& operator=(const ForeignStream&) = delete;
    ~ForeignStream();

    /// \throws Error{bad_input} if it was read before.
    void open(ArrowArrayStream* out);

private:
    ArrowArrayStream stream_{};
};

/// What is read: a path, or a table in memory.
struct Source {
    std::string path = "-";
    std::vector<std::string> more = {};  ///< further addresses, which are one table with the path
    ReadOptions read;

    [[nodiscard]] bool is_in_memory() const { return static_cast<bool>(read.open_stream); }
};

/// `data`: a path, a list of addresses (one or more), a Frame, or a capsule of a stream. `read`: of
/// a file, by the command line's words.
[[nodiscard]] Source source_of(const py::object& data, const py::dict& read);

/// How a job is carried out: seed, threads, time_limit, node_limit.
[[nodiscard]] RunContext context_of(const py::dict& run);

/// How a job is watched: `stop_after` of `run`, and what follows the progress.
[[nodiscard]] Watch watch_of(const py::object& progress, const py::dict& run);

/// What an argument of a type takes, as a message says it.
template <class Value>
constexpr std::string_view wanted() {
    if constexpr (std::same_as<Value, bool>) {
        return "True or False";
    } else if constexpr (std::integral<Value>) {
        return "a whole number of at least 0";
    } else if constexpr (std::floating_point<Value>) {
        return "a number";
    } else if constexpr (std::same_as<Value, std::string>) {
        return "a string";
    } else if constexpr (std::same_as<Value, std::vector<std::string>>) {
        return "a list of strings";
    } else if constexpr (std::same_as<Value, std::vector<std::uint64_t>>) {
        return "a list of whole numbers of at least 0";
    } else {
        return "a dict";
    }
}

/// What was given in place of it: a number or a string as it is, else its type.
[[nodiscard]] std::string given_text(const py::object& value);

/// An entry of a dict, if it is there and is not None. \throws Error{usage} if it is of another
/// type
template <class Value>
std::optional<Value> entry(const py::dict& dict, const char* key) {
    if (!dict.contains(key) || dict[key].is_none()) {
        return std::nullopt;
    }
    try {
        return dict[key].cast<Value>();
    } catch (const py::cast_error&) {
        throw Error(ErrorCode::usage,
                    std::string(key) + ": " + std::string(wanted<Value>()) + " is needed, not " +
                        given_text(dict[key]),
                    {.attribute = key});
    }
}

}  // namespace kanon::python
