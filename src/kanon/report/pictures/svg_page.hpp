// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kanon {

/// Lines of a picture that have colours of their own: classes `c0`, `c1`, ...
inline constexpr std::size_t kLineColors = 6;

/// How an SVG file begins: its size, its name for who hears it, the style sheet of all pictures,
/// and a background. Light or dark by the reader's setting, light on paper; needs no script, font
/// or link. Texts stand out from what is behind them by 4.5 to 1, lines by 3 to 1.
///
/// Classes. Texts: `t` title, `b` bold, `c` centred, `n` right-aligned, `s` small. Lines: `g` grid,
/// `e` edge, `p` front, `d` limit, `l` of a series with a colour. Marks: `f` feasible, `x` not, `m`
/// minimal, `r` ring of the chosen one; on `l`, `o` open and `w` full.
[[nodiscard]] std::string svg_begin(int width, int height, std::string_view name);

}  // namespace kanon
