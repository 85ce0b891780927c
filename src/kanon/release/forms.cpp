// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/forms.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/suggest.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace kanon {
namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 3> kRecodingModels{"classes", "freeform", "any"};

}  // namespace

std::string_view to_string(RecodingModel model) {
    return kRecodingModels[static_cast<std::size_t>(model)];
}

RecodingModel find_recoding_model(std::string_view name) {
    const auto* const found = std::ranges::find(kRecodingModels, name);
    if (found == kRecodingModels.end()) {
        throw Error(ErrorCode::bad_policy,
                    "recoding is classes, freeform or any, not '" + std::string(name) + "'" +
                        suggestion(name, kRecodingModels));
    }
    return static_cast<RecodingModel>(found - kRecodingModels.begin());
}

std::string_view to_string(AllStar all_star) {
    switch (all_star) {
        case AllStar::never:
            return "false";
        case AllStar::outliers:
            return "true";
        case AllStar::as_class:
            return "class";
    }
    return "";
}

std::string_view to_string(Aggregate::Kind kind) {
    switch (kind) {
        case Aggregate::Kind::mean:
            return "mean";
        case Aggregate::Kind::median:
            return "median";
        case Aggregate::Kind::mode:
            return "mode";
    }
    return "";
}

}  // namespace kanon
