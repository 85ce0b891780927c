// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/role.hpp"

namespace kanon {

std::string_view to_string(Role role) {
    switch (role) {
        case Role::identifying:
            return "identifying";
        case Role::quasi_identifying:
            return "quasi-identifying";
        case Role::sensitive:
            return "sensitive";
        case Role::insensitive:
            return "insensitive";
        case Role::pseudonymous:
            return "pseudonymous";
    }
    return "";
}

}  // namespace kanon
