// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html_style.hpp"

namespace kanon {

std::string_view html_style() {
    return R"(
:root{color-scheme:light dark;--ink:#1d2733;--soft:#52606e;--line:#d7dee6;--fill:#f3f6f9;--bar:#2f6f9f;--good:#1a6b43;--warn:#b3541e;--page:#fff}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#a4b3c1;--line:#33414f;--fill:#1d252e;--bar:#5c9fd0;--good:#62c796;--warn:#e0945c;--page:#14191f}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:66rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.4rem 0 .8rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.4rem 0 .3rem;overflow-wrap:anywhere}
table{border-collapse:collapse}td,th{padding:.3rem 1.6rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600;color:var(--soft)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
ul{padding-left:1.2rem;margin:.6rem 0}.good{color:var(--good);font-weight:600}.soft{color:var(--soft)}
.warned{border:1px solid var(--warn);border-left-width:.4rem;border-radius:.4rem;padding:.6rem .9rem;margin:1.2rem 0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.8rem;margin:1.4rem 0}
.tile{background:var(--fill);border:1px solid var(--line);border-radius:.4rem;padding:.6rem .9rem}
.tile b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}.tile span{color:var(--soft);font-size:.9rem}
pre{background:var(--fill);border:1px solid var(--line);border-radius:.4rem;padding:.8rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:.8rem 1.6rem}
svg{display:block;max-width:100%;height:auto}rect{fill:var(--bar)}rect.p{fill:var(--soft);opacity:.55}
text{fill:var(--ink);font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}.t{font-weight:600;fill:var(--soft)}.l{text-anchor:end}.f{fill:var(--soft)}
@media print{body{max-width:none;margin:0;font-size:11pt}h2,h3{break-after:avoid}.pair,svg,tr,.tiles{break-inside:avoid}.pair{grid-template-columns:1fr 1fr}rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)";
}

}  // namespace kanon
