// SPDX-License-Identifier: Apache-2.0
// Rows before and after, side by side; only those in view are there.
import {get} from './api.js';
import {el, replace} from './dom.js';
import {count} from './format.js';
import {Pages, windowOf} from './pages.js';

const ROW = 30;
const HEAD = 60;  // caption and names

export class Sheet {
    /** `columns`: {name, known} of the release. */
    constructor(columns, rows, order) {
        this.columns = columns;
        this.rows = rows;
        this.lit = null;
        this.pages = new Pages(async (from, most) => {
            const answer = await get('/api/rows', {from, count: most, order});
            return answer.ok ? answer.body.part : [];
        });
        this.halves = ['before', 'after'].map((side) => this.half(side));
        this.space = el('div', {class: 'space'});
        this.view = el('div', {class: 'view'}, this.halves.map((half) => half.box));
        this.space.append(this.view);
        this.box = el('div', {class: 'sheet', tabindex: '0', role: 'region', id: 'sheet', onscroll: () => this.draw(),
            'aria-label': `${count(rows)} rows before and after; arrow keys scroll`}, this.space);
        new ResizeObserver(() => this.draw()).observe(this.box);
    }

    half(side) {
        const body = el('tbody');
        const names = el('tr', null, el('th', {scope: 'col'}, 'Row'), this.columns.map((column) => el('th', {scope: 'col'}, column.name)));
        const box = el('div', {class: 'half', tabindex: '0', role: 'region', 'aria-label': side === 'before' ? 'Before' : 'After'},
            el('table', {'aria-rowcount': this.rows + 1}, el('caption', null, side === 'before' ? 'Before' : 'After: changed cells are marked'),
                el('thead', null, names), body));
        return {side, body, box};
    }

    row(side, index, found) {
        if (!found) {
            return el('tr', null, el('th', {scope: 'row'}, '…'), this.columns.map(() => el('td')));
        }
        const cells = this.columns.map((column, i) => {
            const text = found[side][i];
            const isChanged = side === 'after' && found.before[i] !== found.after[i];
            return el('td', {class: [isChanged ? 'changed' : '', text === '*' ? 'star' : ''].join(' ').trim() || null, title: text}, text);
        });
        const tr = el('tr', {'aria-rowindex': index + 2, 'data-class': found.class, class: found.class === this.lit ? 'lit' : null,
            onmouseenter: () => this.light(found.class)}, el('th', {scope: 'row', title: `class of ${found.size}`}, count(found.row)), cells);
        return tr;
    }

    /** Light the rows of a class up. */
    light(number) {
        this.lit = number;
        for (const tr of this.view.querySelectorAll('tr[data-class]')) {
            tr.classList.toggle('lit', Number(tr.dataset.class) === number);
        }
    }

    async draw() {
        const height = this.box.clientHeight - HEAD;
        const {first, count: shown, height: full} = windowOf(this.box.scrollTop, height, this.rows, ROW);
        this.space.style.height = `${Math.max(full + HEAD, this.box.clientHeight)}px`;
        this.view.style.height = `${this.box.clientHeight}px`;
        if (shown <= 0) {
            return;
        }
        const fill = () => {
            for (const half of this.halves) {
                replace(half.body, Array.from({length: shown}, (_, i) => this.row(half.side, first + i, this.pages.row(first + i))));
            }
        };
        fill();
        const place = this.box.scrollTop;
        if (await this.pages.need(first, shown) && this.box.scrollTop === place) {
            fill();
        }
    }
}
