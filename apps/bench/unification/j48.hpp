// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Decision trees by Weka's J48, an external program that need not be there.
namespace kanon::bench {

/// The jar of Debian's package `weka`; none where it, or Java, is not there.
[[nodiscard]] std::optional<std::string> find_weka();

/// Rows as texts, one per attribute, the class last; unknown: `?`.
struct Instances {
    std::vector<std::vector<std::string>> rows;

    /// The rows of a table in these columns; missing values and stars are unknown.
    [[nodiscard]] static Instances of(const Table& table, const std::vector<std::string>& columns);

    /// Each different row once, ascending.
    [[nodiscard]] Instances distinct() const;

    /// So many of them, drawn without replacement, in their order.
    [[nodiscard]] Instances sample(std::uint64_t count, std::uint64_t seed) const;
};

/// The values of each attribute that occur in any of these, ascending; unknown is none.
[[nodiscard]] std::vector<std::vector<std::string>> domains_of(
    const std::vector<const Instances*>& all);

/// Write Weka's ARFF file: all attributes are nominal. \throws Error{bad_output}
void write_arff(const std::string& file,
                const Instances& instances,
                const std::vector<std::vector<std::string>>& domains);

/// The percentage of a test file that the tree of a training file tells the class of, as J48 with
/// its default settings prints it. \throws Error{bad_input} if Weka fails or prints no such figure.
[[nodiscard]] double j48_accuracy(const std::string& weka,
                                  const std::string& train,
                                  const std::string& test,
                                  const std::string& output);

}  // namespace kanon::bench
