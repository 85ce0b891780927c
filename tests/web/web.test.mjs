// SPDX-License-Identifier: Apache-2.0
// Modules of the page that need no page: node --test tests/web
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {curveSteps, list, percent} from '../../web/js/format.js';
import {MOST_NODES, drawnNodes, latticeEdges, latticeRows, neighbour} from '../../web/js/lattice.js';
import {modelText} from '../../web/js/models.js';
import {HIGHEST, PAGE, Pages, windowOf} from '../../web/js/pages.js';
import {readingsOf, remediesOf, remediesOfFault} from '../../web/js/remedies.js';
import {dissolved, grouped, intervalsOf, leaves, mergedAt, mergedWidths, moved, renamed, specOfIntervals, specOfTree, splitAt, splitWidths, treeOfPaths, widthFault}
    from '../../web/js/tree.js';

const PATHS = [['France', 'Europe', '*'], ['Spain', 'Europe', '*'], ['Japan', 'Asia', '*'], ['', '', '*']];

test('a tree of paths is what a policy says', () => {
    assert.deepEqual(specOfTree(treeOfPaths(PATHS)), {'*': [{Europe: ['France', 'Spain']}, {Asia: ['Japan']}]});
});

test('values that stand on several levels are one leaf', () => {
    const paths = [['a', 'a', 'x', '*'], ['b', 'b', 'x', '*'], ['c', 'c', 'c', '*']];
    assert.deepEqual(specOfTree(treeOfPaths(paths)), {'*': [{x: ['a', 'b']}, 'c']});
});

test('no change of a tree loses or doubles a value', () => {
    const tree = treeOfPaths(PATHS);
    const changes = [
        () => grouped(tree, [[0, 1], [1, 0]], 'Far'), () => moved(tree, [0, 0], [1]), () => moved(tree, [1], [0]),
        () => dissolved(tree, [0]), () => renamed(tree, [0], 'Old world'), () => grouped(tree, [[0], [0, 0]], 'All of it'),
        () => grouped(tree, [[0], [1]], 'World'),
    ];
    for (const change of changes) {
        assert.deepEqual(leaves(change()).sort(), leaves(tree).sort());
    }
});

test('a group without values goes away', () => {
    const tree = moved(treeOfPaths(PATHS), [1, 0], [0]);
    assert.deepEqual(specOfTree(tree), {'*': [{Europe: ['France', 'Spain', 'Japan']}]});
});

test('what cannot be done says why', () => {
    const tree = treeOfPaths(PATHS);
    assert.throws(() => moved(tree, [0], [0]), /itself/);
    assert.throws(() => moved(tree, [0, 0], [0, 1]), /into a group/);
    assert.throws(() => grouped(tree, [], 'x'), /Choose/);
    assert.throws(() => grouped(tree, [[0]], 'Asia'), /there already/);
    assert.throws(() => renamed(tree, [0, 0], 'Gaul'), /Values keep/);
    assert.throws(() => dissolved(tree, [0, 0]), /group/);
});

test('widths nest', () => {
    assert.equal(widthFault([5, 10, 20]), '');
    assert.equal(widthFault([0.1, 0.3]), '');
    assert.match(widthFault([5, 8]), /no multiple/);
    assert.match(widthFault([NaN]), /numbers/);
    assert.match(widthFault([]), /one width/);
    assert.deepEqual(splitWidths([10, 20]), [5, 10, 20]);
    assert.deepEqual(mergedWidths([10, 20]), [20]);
    assert.deepEqual(mergedWidths([10]), [20]);
});

test('rows in view', () => {
    assert.deepEqual(windowOf(0, 300, 10, 30), {first: 0, count: 10, height: 300});
    assert.equal(windowOf(3000, 300, 1000, 30).first, 100);
    const long = windowOf(HIGHEST - 300, 300, 1_000_000, 30);
    assert.equal(long.first + long.count, 1_000_000);
    assert.equal(long.height, HIGHEST);
    assert.equal(windowOf(0, 300, 0, 30).count, 0);
});

test('pages of rows are fetched once, and not all kept', async () => {
    const asked = [];
    const pages = new Pages(async (from) => { asked.push(from); return Array.from({length: PAGE}, (_, i) => from + i); });
    assert.equal(pages.row(5), null);
    assert.equal(await pages.need(190, 20), true);
    assert.deepEqual(asked, [0, PAGE]);
    assert.equal(pages.row(201), 201);
    assert.equal(await pages.need(190, 20), false);
    for (let i = 0; i < 100; ++i) {
        await pages.need(i * PAGE, 1);
    }
    assert.equal(pages.row(5), null);
});

test('warnings have buttons for what they say', () => {
    const remedy = 'round them (--round, --top, --bottom), make them quasi-identifying (--qi), or drop them (--drop)';
    const found = remediesOf({columns: ['charges'], remedy});
    assert.deepEqual(found.map((one) => one.text), ['Round charges to 10', 'Round charges to 100', 'Round charges to 1000',
        'Others may know charges', 'Leave charges out']);
    assert.deepEqual(found[1].changes, [[['attributes', 'charges', 'round'], 100]]);
    assert.equal(remediesOf({remedy: 'shuffle the release (--shuffle)'})[0].shuffle, true);
    assert.deepEqual(remediesOf({columns: ['d'], remedy: 'ask (--l-diversity)'}, {'l-diversity': {attribute: 'e', l: 3}})[0].changes[0][1],
        [{attribute: 'e', l: 3}, {attribute: 'd', l: 2}]);
});

test('words', () => {
    assert.equal(percent(0.1234), '12 %');
    assert.equal(percent(0.012), '1.2 %');
    assert.equal(percent(null), 'not known');
    assert.equal(list(['a', 'b', 'c']), 'a, b and c');
    assert.equal(modelText('l-diversity', {attribute: 'd', l: 3}), 'l-diversity of d: l 3');
    assert.equal(curveSteps(5)[0], 5);
    assert.equal(new Set(curveSteps(5)).size, curveSteps(5).length);
});

const NODES = [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]].map((levels, index) => ({index, node: {levels}, loss: 1 - index / 10}));

test('a lattice has a row for each height, and a line for each level', () => {
    const rows = latticeRows(NODES);
    assert.deepEqual(rows.map((row) => row.height), [3, 2, 1, 0]);
    assert.deepEqual(rows[1].nodes.map((one) => one.index), [4, 3]);
    assert.deepEqual(latticeEdges(NODES).map(([from, to]) => [from.index, to.index]), [[0, 1], [0, 2], [1, 3], [2, 3], [2, 4], [3, 5], [4, 5]]);
    assert.deepEqual(latticeEdges(NODES.filter((one) => one.index !== 3)).length, 4);
});

test('arrow keys stay in the lattice', () => {
    const rows = latticeRows(NODES);
    assert.equal(neighbour(rows, 0, 0, 'ArrowUp'), null);
    assert.equal(neighbour(rows, 0, 0, 'ArrowDown').index, 3);
    assert.equal(neighbour(rows, 1, 0, 'ArrowRight').index, 3);
    assert.equal(neighbour(rows, 1, 1, 'ArrowRight'), null);
    assert.equal(neighbour(rows, 3, 0, 'ArrowUp').index, 1);
    assert.equal(neighbour(rows, 3, 0, 'Tab'), null);
});

test('of too many nodes those are drawn that keep the promise and lose least', () => {
    const many = Array.from({length: 400}, (_, index) => ({index, node: {levels: [index]}, loss: index, feasible: index >= 200, chosen: index === 150}));
    const drawn = drawnNodes(many);
    assert.equal(drawn.length, MOST_NODES);
    assert.deepEqual(drawn.slice(0, 2).map((one) => one.index), [150, 200]);
    assert.deepEqual(drawn.at(-1).index, 98);
});

const AGES = [['100', '[100, 109]', '*'], ['', '', '*'], ['9', '[0, 9]', '*'], ['15', '[10, 19]', '*'], ['11', '[10, 19]', '*'], ['12', '[10, 19]', '*']];

test('intervals are split and merged, and lose no value', () => {
    const all = intervalsOf(AGES);
    assert.deepEqual(all, [['9'], ['11', '12', '15'], ['100']]);
    assert.deepEqual(mergedAt(all, 0), [['9', '11', '12', '15'], ['100']]);
    assert.deepEqual(splitAt(all, 1), [['9'], ['11'], ['12', '15'], ['100']]);
    assert.deepEqual(splitAt(all, 1, new Map([['11', 1], ['12', 1], ['15', 9]])), [['9'], ['11', '12'], ['15'], ['100']]);
    assert.deepEqual(splitAt(all, 1, new Map([['11', 90], ['12', 1], ['15', 1]])), [['9'], ['11'], ['12', '15'], ['100']]);
    assert.throws(() => splitAt(all, 0), /one value/);
    assert.deepEqual(specOfIntervals(all), {'*': ['9', {'[11, 15]': ['11', '12', '15']}, '100']});
});

test('lines on how a file was read become buttons', () => {
    assert.deepEqual(readingsOf('the first line is a row, judging by its values; --header makes it the names of the columns').map((one) => one.settings), [{header: 'true'}]);
    assert.deepEqual(readingsOf('say which, by --header or --no-header').map((one) => one.settings), [{header: 'true'}, {header: 'false'}]);
    assert.deepEqual(readingsOf("taken for text: 'd'; --date-format DD/MM/YYYY or MM/DD/YYYY says which").map((one) => one.settings['date-format']), ['DD/MM/YYYY', 'MM/DD/YYYY']);
    assert.deepEqual(readingsOf('decimal commas are read'), []);
});

test('faults of jobs become buttons', () => {
    const policy = {attributes: {age: {role: 'quasi-identifying'}}};
    const of = (message, more = {}) => remediesOfFault({code: 'bad_policy', message, attribute: '', ...more}, policy);
    assert.deepEqual(of("'age': l-diversity protects it, but its role is quasi-identifying; make the role sensitive", {attribute: 'age'})[0].changes,
        [[['attributes', 'age', 'role'], 'sensitive']]);
    assert.equal(of('h.csv: 99 values are not in the hierarchy', {attribute: 'age', code: 'bad_hierarchy'})[1].step, 'hierarchies');
    assert.deepEqual(of("'age': levels go up to 9, but the hierarchy has 5", {attribute: 'age'})[0].changes, [[['attributes', 'age', 'levels'], null]]);
    assert.equal(of("'age': something else", {attribute: 'age'})[0].step, 'columns');
    assert.deepEqual(of("'none': of no column", {attribute: 'none'}), []);
    assert.equal(of('no column is quasi-identifying, so there is nothing to generalize')[0].step, 'columns');
    assert.equal(of('the table has 5 rows, fewer than k = 9; choose a smaller k or more rows', {code: 'infeasible'})[0].step, 'promise');
    assert.equal(of('o.csv: exists already; give --force to replace it, or another name')[0].force, true);
    assert.deepEqual(of('the table has no such column, named under person')[0].changes, [[['person'], null]]);
});
