// SPDX-License-Identifier: Apache-2.0
// The lattice of recodings: a row for each height, lines between neighbours, nodes that can be chosen by pointer and keys.
import {svg} from './dom.js';

const WIDTH = 560;
const STEP = 46;
const MARGIN = 24;
export const MOST_NODES = 300;  // more would be dots on each other

const height = (levels) => levels.reduce((sum, level) => sum + level, 0);

/** Those that are drawn: the chosen one, then those that keep the promise, then the others, each by loss. */
export function drawnNodes(found) {
    const rank = (one) => (one.chosen ? 0 : one.feasible ? 1 : 2);
    return [...found].sort((a, b) => rank(a) - rank(b) || a.loss - b.loss || a.index - b.index).slice(0, MOST_NODES);
}

/** Rows of nodes {node: {levels}, loss}, the most general first, each by loss. */
export function latticeRows(found) {
    const rows = new Map();
    for (const one of found) {
        const at = height(one.node.levels);
        rows.set(at, [...rows.get(at) ?? [], one]);
    }
    return [...rows].sort(([a], [b]) => b - a).map(([at, all]) => ({height: at, nodes: all.sort((a, b) => a.loss - b.loss || a.index - b.index)}));
}

const raised = (levels, at) => levels.map((level, i) => (i === at ? level + 1 : level));

/** Pairs of nodes of which the second is one level higher in one column. */
export function latticeEdges(found) {
    const byLevels = new Map(found.map((one) => [one.node.levels.join(), one]));
    return found.flatMap((one) => one.node.levels.map((_, i) => byLevels.get(raised(one.node.levels, i).join()))
        .filter(Boolean).map((above) => [one, above]));
}

/** The node that an arrow key leads to from a place in the rows. */
export function neighbour(rows, row, place, key) {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[key];
    const line = rows[row + (step?.[0] ?? NaN)]?.nodes;
    if (!line) {
        return null;
    }
    if (step[0] !== 0) {
        const share = (place + 0.5) / rows[row].nodes.length;
        return line[Math.min(line.length - 1, Math.floor(share * line.length))];
    }
    return line[place + step[1]] ?? null;
}

/** The picture of at least one node; `name` says a node in words. */
export function lattice(found, name, onpick) {
    const rows = latticeRows(found);
    const places = new Map();
    rows.forEach(({nodes}, row) => nodes.forEach((one, place) => places.set(one,
        {row, place, x: MARGIN + (WIDTH - 2 * MARGIN) * (place + 0.5) / nodes.length, y: MARGIN + row * STEP})));
    const dots = new Map();
    const move = (one, event) => {
        const {row, place} = places.get(one);
        if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            onpick(one);
            return;
        }
        const next = neighbour(rows, row, place, event.key);
        if (next) {
            event.preventDefault();
            dots.get(one).setAttribute('tabindex', '-1');
            dots.get(next).setAttribute('tabindex', '0');
            dots.get(next).focus();
        }
    };
    const first = found.find((one) => one.chosen) ?? rows.at(-1).nodes[0];
    for (const one of found) {
        const {x, y} = places.get(one);
        const words = `${name(one)}${one.feasible ? '' : ', does not keep the promise'}`;
        dots.set(one, svg('circle', {class: `node ${one.chosen ? 'chosen' : one.feasible ? 'dot' : 'no'}`, cx: x, cy: y, r: one.chosen ? 9 : one.front ? 8 : 6,
            role: 'button', tabindex: one === first ? '0' : '-1', 'aria-label': words, onclick: () => onpick(one), onkeydown: (event) => move(one, event)},
        svg('title', null, words)));
    }
    return svg('svg', {class: 'chart lattice', viewBox: `0 0 ${WIDTH} ${2 * MARGIN + (rows.length - 1) * STEP}`, role: 'group',
        'aria-label': 'The lattice of recodings: above, the most general ones. Arrow keys move, Enter chooses.'},
    latticeEdges(found).map(([from, to]) => svg('line', {class: 'grid', x1: places.get(from).x, y1: places.get(from).y, x2: places.get(to).x, y2: places.get(to).y})),
    [...dots.values()]);
}
