// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Requests from places, and boxes of space and time in their stead.
#include "kanon/places/cloak/cloak.hpp"            // IWYU pragma: export
#include "kanon/places/requests/place_policy.hpp"  // IWYU pragma: export
#include "kanon/places/run/attack_places.hpp"
#include "kanon/places/run/box_verify.hpp"  // IWYU pragma: export
#include "kanon/places/run/locate.hpp"      // IWYU pragma: export
#include "kanon/places/run/locate_live.hpp"
#include "kanon/places/traces/traces.hpp"  // IWYU pragma: export
