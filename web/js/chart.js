// SPDX-License-Identifier: Apache-2.0
// Pictures, drawn as the report's are: a frame, its ticks, and little ink.
import {el, svg} from './dom.js';
import {count, percent} from './format.js';

/** A small histogram of a column, for the eye; its words are in its title. */
export function spark(column) {
    const of = column.histogram;
    if (!of) {
        return el('span', {class: 'soft small'}, 'no values');
    }
    const most = Math.max(...of.rows, 1);
    const width = 120 / of.rows.length;
    const words = of.kind === 'numbers' ? `from ${of.from} to ${of.to}`
        : of.texts.map((text, i) => `${text} (${count(of.rows[i])})`).join(', ') + (of.more > 0 ? `, and ${count(of.more)} more` : '');
    return svg('svg', {class: 'spark', viewBox: '0 0 120 32', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${column.name}: ${words}`},
        svg('title', null, words),
        svg('g', {class: 'bars'}, of.rows.map((rows, i) => svg('rect', {x: i * width, width: Math.max(width - 0.8, 0.5),
            y: 32 - 30 * rows / most, height: Math.max(30 * rows / most, rows > 0 ? 0.6 : 0)}))));
}

const W = 560;
const H = 340;
const LEFT = 62;
const RIGHT = 36;
const TOP = 14;
const BOTTOM = 52;

function frame(x, y, xName, yName, xTicks, yTicks, xText, yText) {
    return [
        yTicks.map((tick) => [svg('line', {class: 'grid', x1: LEFT, x2: W - RIGHT, y1: y(tick), y2: y(tick)}),
            svg('text', {x: LEFT - 8, y: y(tick) + 4, 'text-anchor': 'end'}, yText(tick))]),
        xTicks.map((tick) => [svg('line', {class: 'axis', x1: x(tick), x2: x(tick), y1: H - BOTTOM, y2: H - BOTTOM + 5}),
            svg('text', {x: x(tick), y: H - BOTTOM + 20, 'text-anchor': 'middle'}, xText(tick))]),
        svg('path', {class: 'axis', d: `M${LEFT} ${TOP}V${H - BOTTOM}H${W - RIGHT}`}),
        svg('text', {x: (LEFT + W - RIGHT) / 2, y: H - 8, 'text-anchor': 'middle'}, xName),
        svg('text', {x: 14, y: (TOP + H - BOTTOM) / 2, 'text-anchor': 'middle', transform: `rotate(-90 14 ${(TOP + H - BOTTOM) / 2})`}, yName),
    ];
}

/** Loss against k, by points {k, loss, highest_risk}; the chosen k stands out. */
export function curve(points, k) {
    const good = points.filter((point) => !point.refused).sort((a, b) => a.k - b.k);
    const top = Math.max(0.1, ...good.map((point) => point.loss));
    const least = 2;
    const most = Math.max(100, k ?? 2, ...good.map((point) => point.k));
    const x = (value) => LEFT + (W - LEFT - RIGHT) * Math.log(value / least) / Math.log(most / least);
    const y = (value) => H - BOTTOM - (H - TOP - BOTTOM) * value / top;
    const yTicks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * top);
    const xTicks = [2, 5, 10, 20, 50, 100, 1000, 10000].filter((tick) => tick <= most);
    const chosen = good.find((point) => point.k === k);
    const words = good.map((point) => `k ${point.k}: ${percent(point.loss)}`).join(', ');
    return svg('svg', {class: 'chart', viewBox: `0 0 ${W} ${H}`, role: 'img',
        'aria-label': `Detail lost against the highest risk. ${words || 'No point is known yet.'}`},
    frame(x, y, 'highest risk of a person to be found, 1 in k', 'detail lost', xTicks, yTicks, (tick) => `1 in ${tick}`, percent),
    svg('path', {class: 'line', d: good.map((point, i) => `${i ? 'L' : 'M'}${x(point.k)} ${y(point.loss)}`).join('')}),
    good.map((point) => svg('circle', {class: 'dot', cx: x(point.k), cy: y(point.loss), r: 4.5},
        svg('title', null, `k ${point.k}: ${percent(point.loss)} of the detail lost, highest risk ${percent(point.highest_risk)}`))),
    chosen ? svg('circle', {class: 'chosen', cx: x(k), cy: y(chosen.loss), r: 8}, svg('title', null, `chosen: k ${k}`)) : null);
}

/** Nodes {index, suppressed, loss, feasible, front, chosen}: loss against suppressed rows. */
export function nodes(found, rows, onpick) {
    const most = Math.max(1, ...found.map((node) => node.suppressed));
    const top = Math.max(0.001, ...found.map((node) => node.loss));
    const x = (value) => LEFT + (W - LEFT - RIGHT) * value / most;
    const y = (value) => H - BOTTOM - (H - TOP - BOTTOM) * value / top;
    const ticks = [0, 0.25, 0.5, 0.75, 1];
    return svg('svg', {class: 'chart', viewBox: `0 0 ${W} ${H}`, role: 'group', 'aria-label': 'Recodings: loss against suppressed rows. The table below has those that no other beats.'},
        frame(x, y, 'suppressed rows', 'loss', ticks.map((share) => Math.round(share * most)), ticks.map((share) => share * top),
            (tick) => count(tick), (tick) => tick.toPrecision(2)),
        found.map((node) => svg('circle', {class: `node ${node.chosen ? 'chosen' : node.feasible ? 'dot' : 'no'}`, cx: x(node.suppressed), cy: y(node.loss),
            r: node.chosen ? 8 : node.front ? 6 : 4, onclick: () => onpick(node)}, svg('title', null, node.words))));
}
