// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes/averages.hpp"

namespace kanon::auditing {

std::optional<double> mean_over_rows(const Evidence& evidence,
                                     const PrivacyModel& model,
                                     const std::vector<Histograms>& histograms) {
    const ReleasedClasses& classes = *evidence.classes;
    std::vector<HistogramView> views(histograms.size());
    double sum = 0;
    double rows = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (classes.is_suppressed(index)) {
            continue;
        }
        fill_views(histograms, index, views);
        const std::uint64_t of_class = classes.rows()[index];
        sum +=
            static_cast<double>(of_class) * model.achieved({.rows = of_class, .histograms = views});
        rows += static_cast<double>(of_class);
    }
    return rows > 0 ? std::optional(sum / rows) : std::nullopt;
}

}  // namespace kanon::auditing
