// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/pictures/svg_page.hpp"

#include "kanon/report/html/html_text.hpp"

#include <fmt/format.h>

namespace kanon {
namespace {

/// Shades differ in lightness as well, for paper.
constexpr std::string_view kPictureStyle =
    "<style>\n"
    "  .page { fill: #fff; } text { font: 12px sans-serif; fill: #222; }\n"
    "  .t { font-size: 15px; font-weight: bold; } .b { font-weight: bold; }\n"
    "  .c { text-anchor: middle; } .n { text-anchor: end; } .s, .h { font-size: 11px; }\n"
    "  .e { stroke: #888; fill: none; } .g { stroke: #ddd; fill: none; }\n"
    "  .f { fill: #bcd6ee; stroke: #1d4e79; } .x { fill: #fff; stroke: #888; }\n"
    "  .m { stroke-width: 3; } .r { fill: none; stroke: #b03000; stroke-width: 2.5; }\n"
    "  .p { fill: none; stroke: #b03000; stroke-width: 1.5; }\n"
    "  .d { stroke: #555; fill: none; stroke-dasharray: 5 4; }\n"
    "  .l { fill: none; stroke-width: 2; } .l.o { fill: #fff; } .l.w { stroke-width: 4; }\n"
    "  .c0 { stroke: #0060a8; } .c1 { stroke: #b53c00; } .c2 { stroke: #2e7d32; }\n"
    "  .c3 { stroke: #7b3fa0; } .c4 { stroke: #8a6d00; } .c5 { stroke: #666; }\n"
    "  @media screen and (prefers-color-scheme: dark) {\n"
    "    .page { fill: #14191f; } text { fill: #e6edf3; }\n"
    "    .e { stroke: #8796a5; } .g { stroke: #33414f; }\n"
    "    .f { fill: #1f4a70; stroke: #8cc4f0; } .x { fill: #14191f; stroke: #8796a5; }\n"
    "    .r, .p { stroke: #ff9a6b; } .d { stroke: #a4b3c1; } .l.o { fill: #14191f; }\n"
    "    .c0 { stroke: #5ab0ff; } .c1 { stroke: #ff9050; } .c2 { stroke: #7ccf80; }\n"
    "    .c3 { stroke: #c99cf0; } .c4 { stroke: #e0c060; } .c5 { stroke: #aaa; }\n"
    "  }\n"
    "</style>\n";

}  // namespace

std::string svg_begin(int width, int height, std::string_view name) {
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n",
        width,
        height,
        html_escape(name));
    out += kPictureStyle;
    return out + fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", width, height);
}

}  // namespace kanon
