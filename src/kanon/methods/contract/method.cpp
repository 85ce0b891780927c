// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/contract/method.hpp"

namespace kanon {

std::string_view to_string(Ending ending) {
    switch (ending) {
        case Ending::optimal:
            return "optimal";
        case Ending::feasible:
            return "feasible";
        case Ending::infeasible:
            return "infeasible";
        case Ending::timed_out:
            return "timed_out";
        case Ending::cancelled:
            return "cancelled";
    }
    return "";
}

std::string_view to_string(Scale scale) {
    switch (scale) {
        case Scale::tiny:
            return "tiny";
        case Scale::small:
            return "small";
        case Scale::large:
            return "large";
    }
    return "";
}

}  // namespace kanon
