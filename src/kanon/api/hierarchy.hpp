// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Hierarchies by themselves: build one as a policy would, write its paths.
#include "kanon/hierarchy/builders.hpp"
#include "kanon/io/config/hierarchy_file.hpp"
#include "kanon/problem/build_hierarchy.hpp"
