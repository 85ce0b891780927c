// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/distinct_values.hpp"

namespace kanon {

const DistinctValues* distinct_values_of(const PrivacyModel& model) {
    const auto of_classes = model.of_classes();
    return dynamic_cast<const DistinctValues*>(of_classes ? of_classes.get() : &model);
}

}  // namespace kanon
