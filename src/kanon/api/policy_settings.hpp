// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The keys of a policy and their flags, as data.
#include "kanon/policy/policy_settings.hpp"
