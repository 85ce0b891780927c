// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "parties/suite.hpp"

#include <string>
#include <vector>

namespace kanon::bench {

/// What the parties of a case have, as files.
struct PartiesTables {
    std::string agreement;
    std::vector<std::string> inputs;  ///< by place
    std::string all;     ///< what one would have who had all tables; "" if nobody could
    std::string policy;  ///< of that table, in YAML
    std::string key;     ///< its column that is not released; "" where there is none
};

/// Make the tables and the agreement of a case. Attributes are dealt out in their order, as many to
/// each party; the class goes to the last. \throws Error
[[nodiscard]] PartiesTables make_parties_tables(const PartiesCase& of,
                                                Workplace& workplace,
                                                const RunContext& context);

}  // namespace kanon::bench
