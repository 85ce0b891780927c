// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/html_style.hpp"

namespace kanon {

std::string_view html_style() {
    return R"(
:root{color-scheme:light dark;--ink:#1d2733;--soft:#52606e;--line:#d7dee6;--fill:#f3f6f9;--bar:#2f6f9f;--pooled:#7d8a97;--good:#1a6b43;--warn:#b3541e;--page:#fff}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#a4b3c1;--line:#33414f;--fill:#1d252e;--bar:#5c9fd0;--pooled:#7f8f9f;--good:#62c796;--warn:#e0945c;--page:#14191f}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);margin:2rem auto;padding:0 1rem;overflow-wrap:break-word}
main{max-width:66rem;margin:0 auto}
h1{font-size:1.6rem;line-height:1.25;margin:0}h2{font-size:1.15rem;margin:2.4rem 0 .8rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.4rem 0 .3rem}
.custodian{border-left:.4rem solid var(--line);padding-left:.7rem;margin:.8rem 0;color:var(--soft)}
.verdict{border:1px solid var(--line);border-left:.5rem solid var(--warn);border-radius:.4rem;background:var(--fill);padding:.8rem 1.1rem;margin:1rem 0}.verdict.ready{border-left-color:var(--good)}
.verdict h2{font-size:1.35rem;line-height:1.3;margin:0 0 .5rem;padding:0;border:0;color:var(--warn)}.verdict.ready h2{color:var(--good)}.verdict p{margin:.5rem 0}
ol{padding-left:1.4rem;margin:.6rem 0}li{margin:.3rem 0}.remedy{display:block}
.facts{margin:1rem 0}.facts>div{display:grid;grid-template-columns:6rem 1fr;gap:0 1rem;padding:.3rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft);font-weight:600}dd{margin:0;min-width:0}code,pre{font-family:ui-monospace,monospace;font-size:.85rem}.flag{white-space:nowrap}
.scroll{overflow-x:auto}table{border-collapse:collapse}td,th{padding:.3rem 1.6rem .3rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{font-weight:600;color:var(--soft)}tbody th{font-weight:400}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
ul{padding-left:1.2rem;margin:.6rem 0}.good{color:var(--good);font-weight:600}.soft,.w{color:var(--soft)}
.w{display:block;font-size:.875rem;line-height:1.4;max-width:44rem}p.w{margin:.4rem 0}dfn{font-style:normal;font-weight:600}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.8rem;margin:1.4rem 0}
.tile{background:var(--fill);border:1px solid var(--line);border-radius:.4rem;padding:.6rem .9rem}
.tile b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}.tile .w{margin-top:.2rem}
pre{background:var(--fill);border:1px solid var(--line);border-radius:.4rem;padding:.8rem;white-space:pre-wrap}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:.8rem 1.6rem}.pair>*{min-width:0}
figure{margin:.4rem 0 1rem}figcaption{color:var(--soft);font-size:.875rem;font-weight:600}
.bars{list-style:none;padding:0;margin:.3rem 0}.bars li{margin:0;display:grid;grid-template-columns:minmax(0,11rem) 1fr;gap:0 .5rem;align-items:center;font-size:.875rem;line-height:1.35;padding:.1rem 0}
.label{text-align:right}.length{display:flex;align-items:center;gap:.4rem;min-width:0;color:var(--soft);font-variant-numeric:tabular-nums}
.bar{flex:none;height:.85rem;min-width:1px;width:calc((100% - 9rem)*var(--share));background:var(--bar)}.pooled{background:var(--pooled)}
@media (max-width:40rem){body{margin:1rem auto}table{font-size:.875rem}td,th{padding-right:.5rem}.facts>div{grid-template-columns:1fr}.bars li{grid-template-columns:1fr;padding:.2rem 0}.label{text-align:left}}
@media print{.tiles{grid-template-columns:repeat(5,1fr);gap:.4rem}.scroll{overflow:visible}.verdict{break-inside:avoid}body{margin:0;font-size:11pt}main{max-width:none}h2,h3{break-after:avoid}.pair>*,figure,tr,.tiles{break-inside:avoid}.pair{grid-template-columns:1fr 1fr}.bar{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)";
}

}  // namespace kanon
