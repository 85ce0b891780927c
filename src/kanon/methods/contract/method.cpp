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

std::string_view type_text(const OptionSpec& spec) {
    switch (spec.type) {
        case OptionType::integer:
            return "integer";
        case OptionType::number:
            return "number";
        case OptionType::word:
            return spec.words;
    }
    return "";
}

std::string_view to_string(RecodingKind kind) {
    switch (kind) {
        case RecodingKind::full_domain:
            return "full-domain generalization with row suppression";
        case RecodingKind::full_domain_cells:
            return "full-domain generalization with cell suppression";
        case RecodingKind::cuts:
            return "cuts of the domains with row suppression";
        case RecodingKind::ordered_cuts:
            return "cuts of ordered domains with row suppression";
        case RecodingKind::classes:
            return "local recoding in classes";
        case RecodingKind::cells:
            return "cell suppression";
        case RecodingKind::aggregates:
            return "microaggregation";
        case RecodingKind::assignment:
            return "freeform generalization";
    }
    return "";
}

std::string_view to_string(MethodScale scale) {
    switch (scale) {
        case MethodScale::tiny:
            return "tiny";
        case MethodScale::small:
            return "small";
        case MethodScale::large:
            return "large";
    }
    return "";
}

}  // namespace kanon
