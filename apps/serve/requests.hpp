// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "guard.hpp"
#include "state/policy_tree.hpp"
#include "state/session.hpp"
#include <httplib.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What requests say, read with care: who asks may be anybody.
namespace kanon::serve {

/// The JSON of a request: an object of few levels. \throws Error{usage}
[[nodiscard]] Json body_of(const httplib::Request& request);

/// \throws Error{usage}: it is not there, or no text
[[nodiscard]] std::string text_at(const Json& body, const char* key);

[[nodiscard]] bool yes_at(const Json& body, const char* key);

/// A number of the address. \throws Error{usage}
[[nodiscard]] std::size_t number_at(const httplib::Request& request, const char* key);

/// \throws Error{usage}: one of them is no whole number
[[nodiscard]] std::vector<std::uint64_t> numbers_at(const Json& body, const char* key);

[[nodiscard]] Caller caller_of(const httplib::Request& request);

/// \throws Error{usage}
[[nodiscard]] ReleaseFiles release_files(const Json& body);

}  // namespace kanon::serve
