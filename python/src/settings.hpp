// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "frame.hpp"
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
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
                    std::string(key) + " is " + std::string(py::repr(dict[key].get_type())) +
                        ", and no " + py::type_id<Value>() + " that fits",
                    {.attribute = key});
    }
}

}  // namespace kanon::python
