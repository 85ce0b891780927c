// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/source_address.hpp"

#include <string>

namespace kanon::engine {

/// What was asked of an engine when it had a fault.
struct AskedOfEngine {
    std::string what;           ///< as it follows `cannot `: `connect`, `count the rows`
    bool looks_at_rows = true;  ///< else no cell can stand in the engine's words
    bool show_values = false;   ///< messages may quote cells
};

/// The fault as an error in one line: what could not be done with the table of the address, and why
/// in the words of the engine, with its state. Words that may quote cells are left out unless they
/// may be shown: those on data (classes 22 and 23), and those whose state says nothing of what they
/// are about. Bad input.
[[nodiscard]] Error error_of(const EngineFault& fault,
                             const SourceAddress& address,
                             const AskedOfEngine& asked);

/// Do what asks an engine. \throws what it throws, an EngineFault as error_of() says it
template <class Do>
decltype(auto) ask_engine(const SourceAddress& address,
                          const AskedOfEngine& asked,
                          const Do& what) {
    try {
        return what();
    } catch (const EngineFault& fault) {
        throw error_of(fault, address, asked);
    }
}

}  // namespace kanon::engine
