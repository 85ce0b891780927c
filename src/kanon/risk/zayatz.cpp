// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/zayatz.hpp"

namespace kanon::risk {

double zayatz_uniques(const SizeCounts& sizes, double population) {
    const auto drawn = static_cast<double>(subjects_in(sizes));
    const auto uniques = static_cast<double>(classes_of_size(sizes, 1));
    // Probability that none of the others of a class is drawn once one is: over sizes ascending.
    double others_missed = 1;
    double size = 1;
    double sum = 0;
    for (const SizeCount& one : sizes) {
        const auto wanted = static_cast<double>(one.size);
        for (; size < wanted && others_missed > 0; ++size) {
            const double left = population - drawn - (size - 1);
            others_missed *= left > 0 ? left / (population - size) : 0;
        }
        sum += static_cast<double>(one.classes) * wanted * drawn / population * others_missed;
    }
    return uniques == 0 ? 0 : uniques * uniques / sum;
}

}  // namespace kanon::risk
