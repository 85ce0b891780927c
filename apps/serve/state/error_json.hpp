// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "state/policy_tree.hpp"

#include <exception>

namespace kanon::serve {

/// What went wrong, as the command line would say it: `message`, `code`, the `attribute` that it is
/// about, `status` of HTTP.
[[nodiscard]] Json error_json(const std::exception_ptr& fault);

}  // namespace kanon::serve
