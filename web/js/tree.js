// SPDX-License-Identifier: Apache-2.0
// A hierarchy as a tree that is edited: nodes {label, children?}; a leaf has no children. No DOM. Every change
// gives a new tree; what cannot be done throws an Error whose message says why.

/** The tree of paths, each a value and its labels upward, as the server gives them. */
export function treeOfPaths(paths) {
    const root = {label: paths[0]?.at(-1) ?? '*', children: []};
    for (const path of paths) {
        let at = root;
        for (const label of path.slice(1, -1).reverse()) {
            if (label === at.label) {
                continue;
            }
            let next = at.children.find((child) => child.children && child.label === label);
            if (!next) {
                next = {label, children: []};
                at.children.push(next);
            }
            at = next;
        }
        at.children.push({label: path[0]});
    }
    return untangled(root);
}

/** A group of nothing but one value that is called the same is that value. */
function untangled(node) {
    if (!node.children) {
        return node;
    }
    const children = node.children.map(untangled);
    if (children.length === 1 && !children[0].children && children[0].label === node.label) {
        return {label: node.label};
    }
    return {label: node.label, children};
}

/** As policies write it; the missing value is placed by kanon itself. */
export function specOfTree(root) {
    const spec = (node) => (node.children ? {[node.label]: node.children.filter((child) => child.label !== '' || child.children).map(spec)} : node.label);
    return spec(root);
}

export function leaves(node) {
    return node.children ? node.children.flatMap(leaves) : [node.label];
}

export function groups(node) {
    return node.children ? [node.label, ...node.children.flatMap(groups)] : [];
}

/** The node at a path of places from the root. */
export function nodeAt(root, path) {
    return path.reduce((node, place) => node.children[place], root);
}

function changedAt(node, path, change) {
    if (path.length === 0) {
        return change(node);
    }
    const [place, ...rest] = path;
    return {...node, children: node.children.map((child, i) => (i === place ? changedAt(child, rest, change) : child))};
}

/** Groups that are left without children go away. */
function pruned(node) {
    if (!node.children) {
        return node;
    }
    return {...node, children: node.children.map(pruned).filter((child) => !child.children || child.children.length > 0)};
}

function refuseLabel(root, label) {
    if (label.trim() === '' || label === '*') {
        throw new Error('A group needs a name of its own.');
    }
    if (groups(root).includes(label) || leaves(root).includes(label)) {
        throw new Error(`"${label}" is there already.`);
    }
}

export function renamed(root, path, label) {
    if (!nodeAt(root, path).children) {
        throw new Error('Values keep their names; groups may be renamed.');
    }
    refuseLabel(root, label);
    return changedAt(root, path, (node) => ({...node, label}));
}

const starts = (path, with_) => with_.every((place, i) => path[i] === place);

/** Nodes at these paths, those within others of them left out. */
function outermost(paths) {
    return paths.filter((path) => !paths.some((other) => other.length < path.length && starts(path, other)));
}

function marked(root, paths) {
    const taken = paths.map((path) => nodeAt(root, path));
    const without = (node) => (node.children ? {...node, children: node.children.filter((child) => !taken.includes(child)).map(without)} : node);
    return {taken, rest: without(root)};
}

/** Put nodes into a new group, where the first of them stood. */
export function grouped(root, paths, label) {
    refuseLabel(root, label);
    const chosen = outermost(paths);
    if (chosen.length === 0) {
        throw new Error('Choose what is to be one group.');
    }
    const parent = chosen[0].slice(0, -1);
    const anchor = nodeAt(root, parent);
    const taken = chosen.map((path) => nodeAt(root, path));
    const build = (node) => {
        if (!node.children) {
            return node;
        }
        const children = node.children.filter((child) => !taken.includes(child)).map(build);
        return node === anchor ? {...node, children: [...children, {label, children: taken}]} : {...node, children};
    };
    return pruned(build(root));
}

/** Move a node into a group. */
export function moved(root, from, to) {
    if (from.length === 0 || starts(to, from)) {
        throw new Error('A group cannot be moved into itself.');
    }
    const target = nodeAt(root, to);
    if (!target.children) {
        throw new Error('Move it into a group.');
    }
    const {taken} = marked(root, [from]);
    const build = (node) => {
        if (!node.children) {
            return node;
        }
        const children = node.children.filter((child) => !taken.includes(child)).map(build);
        return node === target ? {...node, children: [...children, ...taken]} : {...node, children};
    };
    return pruned(build(root));
}

/** Take a group apart: what is in it stands where it stood. */
export function dissolved(root, path) {
    if (path.length === 0 || !nodeAt(root, path).children) {
        throw new Error('Only a group can be taken apart.');
    }
    const place = path.at(-1);
    return changedAt(root, path.slice(0, -1), (node) => ({...node,
        children: node.children.flatMap((child, i) => (i === place ? child.children : [child]))}));
}

/** Ascending widths, each a multiple of the one before: what is wrong with them, or "". */
export function widthFault(widths) {
    for (let i = 0; i < widths.length; ++i) {
        if (!(widths[i] > 0)) {
            return 'Widths are numbers above 0, with commas between: 5, 10, 20.';
        }
        if (i > 0 && (widths[i] <= widths[i - 1] || Math.abs(widths[i] / widths[i - 1] - Math.round(widths[i] / widths[i - 1])) > 1e-9)) {
            return `${widths[i]} is no multiple of ${widths[i - 1]}, so intervals would not nest.`;
        }
    }
    return widths.length === 0 ? 'At least one width is needed.' : '';
}

/** Split the finest intervals into halves, or leave a level out. */
export function splitWidths(widths) {
    return [widths[0] / 2, ...widths];
}

export function mergedWidths(widths) {
    return widths.length > 1 ? widths.slice(1) : [widths[0] * 2];
}

/** The finest groups of a column of numbers, from low to high: lists of values that are neighbours. `paths` as the server gives them. */
export function intervalsOf(paths) {
    const found = new Map();
    for (const [value, group] of paths.filter(([first]) => first !== '').sort(([a], [b]) => Number(a) - Number(b))) {
        found.set(group, [...found.get(group) ?? [], value]);
    }
    return [...found.values()].sort(([a], [b]) => Number(a) - Number(b));
}

export function intervalName(values) {
    return values.length === 1 ? values[0] : `[${values[0]}, ${values.at(-1)}]`;
}

/** Two neighbours as one. */
export function mergedAt(intervals, place) {
    return [...intervals.slice(0, place), [...intervals[place], ...intervals[place + 1]], ...intervals.slice(place + 2)];
}

/** One as two: half of the rows are on each side, as nearly as values allow. `rows` by value; without them half of the values. */
export function splitAt(intervals, place, rows = new Map()) {
    const values = intervals[place];
    if (values.length < 2) {
        throw new Error('This is one value: there is nothing to split.');
    }
    const weights = values.map((value) => rows.get(value) ?? 1);
    const half = weights.reduce((sum, weight) => sum + weight, 0) / 2;
    let below = 0;
    let cut = 0;
    while (cut < values.length - 1 && (cut === 0 || below + weights[cut] / 2 < half)) {
        below += weights[cut];
        ++cut;
    }
    return [...intervals.slice(0, place), values.slice(0, cut), values.slice(cut), ...intervals.slice(place + 1)];
}

/** Intervals of one's own as policies write them: one level below the star. */
export function specOfIntervals(intervals) {
    return {'*': intervals.map((values) => (values.length === 1 ? values[0] : {[intervalName(values)]: values}))};
}
