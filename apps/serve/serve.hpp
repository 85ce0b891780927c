// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "terminal/verb.hpp"

namespace kanon::serve {

/// The verb that opens the local page.
cli::Verb add_serve(CLI::App& root);

}  // namespace kanon::serve
