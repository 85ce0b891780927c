// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What plots drawn by other programs share with kanon's own: the frame, its ticks, SVG text.
#include "kanon/report/pictures/plot_frame.hpp"
