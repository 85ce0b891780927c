// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How files are read, as data: flags, keys of policies, and what each sets.
#include "kanon/io/reading/read_settings.hpp"
