// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/pending_file.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/io/table_reader.hpp"
