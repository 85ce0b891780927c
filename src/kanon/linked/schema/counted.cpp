// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/counted.hpp"

namespace kanon::linked {

Counted counted_by(const PrivacyModel& model) {
    if (model.name() == "alpha-k") {
        return Counted::subjects_over_all_rows;
    }
    return model.monotony() == Monotony::superset ? Counted::subjects : Counted::rows;
}

}  // namespace kanon::linked
