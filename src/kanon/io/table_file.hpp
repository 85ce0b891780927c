// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/table_reader.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/io/writing/pending_file.hpp"
