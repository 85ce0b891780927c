// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Tables made in memory, in place of read from a file.
#include "kanon/table/table_builder.hpp"
