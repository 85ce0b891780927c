// SPDX-License-Identifier: Apache-2.0
// The fifth step: all recodings of whole columns, to choose one by hand.
import {get} from '../api.js';
import {act, change} from '../app.js';
import {nodes} from '../chart.js';
import {button, el, faultBox, field, replace, select, table} from '../dom.js';
import {followFault, forgetFault, showFault} from '../faults.js';
import {count, counted, number} from '../format.js';
import {drawnNodes, lattice} from '../lattice.js';

class Space {
    constructor(root, {next}) {
        this.fault = el('div');
        this.body = el('div');
        replace(root, el('h1', null, 'Choose among all recodings'),
            el('p', {class: 'soft'}, 'For releases in which every row is shown at the same levels: each way to do that is a point. '
                + 'Skip this step to let kanon choose, which mostly loses less.'),
            this.fault, el('div', {class: 'row'}, button('Look at all recodings', () => this.look(), {id: 'look'}),
                button('Go on to the result', next, {class: 'main', id: 'next'})), this.body);
    }

    async look() {
        forgetFault(this.fault);
        const fault = await act('/api/explore', {});
        if (fault) {
            showFault(this.fault, fault);
        }
    }

    async load() {
        const answer = await get('/api/space');
        if (!answer.ok) {
            return;
        }
        this.space = answer.body;
        const losses = this.all().map((node) => node.loss);
        this.most = Math.max(...losses, 0);
        this.filter = el('input', {type: 'range', id: 'loss-filter', min: 0, max: 100, value: 100, oninput: () => this.draw()});
        this.form = select({id: 'space-form', onchange: () => this.draw()},
            [{value: 'lattice', text: 'the lattice, the most general above'}, {value: 'losses', text: 'loss against suppressed rows'}], 'lattice');
        this.picture = el('div');
        this.detail = el('div', {class: 'box', role: 'status', 'aria-live': 'polite', id: 'node'}, 'Choose a point, or a line of the table.');
        this.front = el('div');
        replace(this.body, el('p', null, `${counted(this.space.decided_nodes, 'recoding')} of ${count(this.space.lattice_nodes ?? this.space.decided_nodes)} looked at; `
            + `${count(this.space.feasible_nodes)} keep the promise. A ring does not.`),
        el('div', {class: 'fields'}, field('Show those that lose no more than', this.filter), field('Picture', this.form)), el('div', {class: 'pair'}, el('div', null, this.picture, this.detail), this.front));
        this.draw();
    }

    all() {
        const of = this.space;
        return of.nodes.map((node, index) => ({
            index, node, suppressed: node.suppressed_rows, loss: node.losses?.[of.front_loss] ?? 0, feasible: node.feasible, front: node.front,
            chosen: JSON.stringify(node.levels) === JSON.stringify(of.chosen),
            words: of.attributes.map((attribute, i) => `${attribute.name} ${node.levels[i]}`).join(', '),
        }));
    }

    draw() {
        const limit = this.most * Number(this.filter.value) / 100;
        const found = this.all().filter((node) => node.loss <= limit + 1e-12);
        replace(this.picture, this.pictureOf(found));
        const rows = found.filter((node) => node.front && node.feasible || node.chosen).sort((a, b) => a.loss - b.loss).map((node) =>
            el('tr', null, el('td', null, button(node.words, () => this.pick(node), {class: 'link', id: `node-${node.index}`})),
                el('td', {class: 'n'}, number(node.loss)), el('td', {class: 'n'}, count(node.suppressed))));
        replace(this.front, el('h2', null, 'Those that no other beats'), el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Recodings that no other beats'},
            table(['Levels', {text: `Loss (${this.space.front_loss})`, n: true}, {text: 'Suppressed rows', n: true}], rows)));
    }

    pictureOf(found) {
        const picked = (node) => this.pick(node);
        if (this.form.value === 'losses') {
            return nodes(found, this.space.rows, picked);
        }
        const drawn = drawnNodes(found);
        return [drawn.length === 0 ? null : lattice(drawn, (node) => `${node.words}: loss ${number(node.loss)}`, picked),
            drawn.length === found.length ? null : el('p', {class: 'soft small'}, `Drawn are ${count(drawn.length)} of ${count(found.length)}: those that keep the promise and lose least.`)];
    }

    pick(node) {
        replace(this.detail, el('p', null, el('strong', null, node.words)),
            el('p', null, `Loss ${number(node.loss)}, ${counted(node.suppressed, 'row')} suppressed, `
                + `${counted(node.node.classes, 'class', 'classes')}. ${node.feasible ? 'It keeps the promise.' : 'It does not keep the promise.'}`),
            node.feasible ? button('Take this one', () => this.take(node), {id: 'take', class: 'main'}) : null);
    }

    async take(node) {
        const levels = this.space.attributes.map((attribute, i) => [['attributes', attribute.name, 'levels'], [node.node.levels[i], node.node.levels[i]]]);
        replace(this.fault, faultBox(await change(`Take ${node.words}`, [...levels, [['method'], 'optimal']])));
    }

    update(state) {
        followFault(this.fault, state.faults.space);
        const found = state.outcomes.space;
        const seen = JSON.stringify(found ?? null);
        if (seen !== this.seen) {
            this.seen = seen;
            if (found?.current) {
                forgetFault(this.fault);
                this.load();
            } else if (found && this.space) {
                replace(this.fault, el('p', {class: 'soft'}, 'The policy has changed since: what is below is of the one before.'));
            }
        }
    }
}

export const space = {id: 'space', name: 'Recodings', mount: (root, page) => new Space(root, page)};
