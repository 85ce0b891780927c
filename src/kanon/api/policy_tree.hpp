// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A policy's text as a plain tree, for programs that show or change it key by key.
#include "kanon/io/config/config_tree.hpp"
