// SPDX-License-Identifier: Apache-2.0
#include "suites/choice.hpp"

#include "terminal/output.hpp"

namespace kanon::bench {

void tell_left_out(const std::string& lines, bool nothing_left) {
    if (nothing_left) {
        throw Error(ErrorCode::bad_input, "none of the suite's data sets is there; " + lines);
    }
    cli::print_err(lines);
}

}  // namespace kanon::bench
