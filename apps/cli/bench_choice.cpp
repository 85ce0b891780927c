// SPDX-License-Identifier: Apache-2.0
#include "bench_choice.hpp"

#include "verbs.hpp"

namespace kanon::cli::bench {

void tell_left_out(const std::string& lines, bool nothing_left) {
    if (nothing_left) {
        throw Error(ErrorCode::bad_input, "none of the suite's data sets is there; " + lines);
    }
    print_err(lines);
}

}  // namespace kanon::cli::bench
