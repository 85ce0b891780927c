// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/c_interface/handles_internal.hpp"
#include "kanon/tables.hpp"

#include <cstring>
#include <memory>
#include <string>

/// What callers of kanon.h give, as kanon takes it.
namespace kanon::c_interface {

/// \throws Error{usage}: a struct that is smaller than any version's, or one of a later version
/// that asks for what this one does not know
void check_struct(std::size_t size,
                  std::size_t known,
                  const unsigned char* bytes,
                  const char* name);

/// A struct as this version knows it: what an older caller's lacks is zero. `given` null: all zero.
template <class Struct>
[[nodiscard]] Struct copy_of(const Struct* given, const char* name) {
    Struct out{};
    if (given != nullptr) {
        const std::size_t size = given->struct_size;
        check_struct(size, sizeof(Struct), reinterpret_cast<const unsigned char*>(given), name);
        std::memcpy(&out, given, std::min(size, sizeof(Struct)));
    }
    return out;
}

/// "" for null.
[[nodiscard]] std::string text_or_empty(const char* text);

/// A stream of the caller's: released in the end, if nobody read it.
class TakenStream {
public:
    explicit TakenStream(ArrowArrayStream& given);
    TakenStream(const TakenStream&) = delete;
    TakenStream& operator=(const TakenStream&) = delete;
    ~TakenStream();

    /// Hand it on. \throws Error{bad_input} the second time
    void open(ArrowArrayStream* out);

private:
    ArrowArrayStream stream_{};
};

/// A table to be read: the stream of an input is taken at once, so that it is released whatever
/// else is wrong.
class Input {
public:
    Input(const kanon_input* given, const char* name);

    /// Whether there is a path or a stream.
    [[nodiscard]] bool is_given() const { return !path_.empty() || stream_ != nullptr; }

    /// Set path and reading of a job. \throws Error{usage}: neither path nor stream, or both; what
    /// is said of reading is none of the settings
    void fill(std::string& path, ReadOptions& read) const;

private:
    std::string name_;
    std::string path_;
    std::string read_;
    std::shared_ptr<TakenStream> stream_;
};

/// \throws Error{usage} without a text; Error{bad_policy}
[[nodiscard]] Policy policy_of(const char* text, const char* name);

/// The same, but without a text one that names nothing. \throws Error{bad_policy}
[[nodiscard]] Policy policy_or_none(const char* text, const char* name);

/// \throws Error{usage}: a time limit that is none
[[nodiscard]] RunContext context_of(const kanon_run* given);

}  // namespace kanon::c_interface
