// SPDX-License-Identifier: Apache-2.0
// Rows before and after, side by side; only those in view are there.
import {get} from './api.js';
import {el} from './dom.js';
import {count} from './format.js';
import {Pages, windowOf} from './pages.js';

const ROW = 30;
const HEAD = 60;  // caption and names

function put(text, value) {
    if (text.data !== value) {
        text.data = value;
    }
}

function name(element, classes) {
    if (element.className !== classes) {
        element.className = classes;
    }
}

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
        this.view.addEventListener('mouseover', (event) => this.explain(event.target));
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
        return {side, body, box, lines: []};
    }

    /** A row of the picture: its elements stay, and what they say changes. New ones in each frame would fill the memory. */
    line() {
        const text = () => document.createTextNode('');
        const head = text();
        const cells = this.columns.map(() => {
            const cell = text();
            return {td: el('td', null, cell), text: cell};
        });
        const th = el('th', {scope: 'row'}, head);
        const line = {tr: el('tr', null, th, cells.map(({td}) => td)), th, head, cells, found: null};
        line.tr.addEventListener('mouseenter', () => line.found && this.light(line.found.class));
        return line;
    }

    say(line, side, index, found) {
        put(line.head, found ? count(found.row) : '…');
        line.cells.forEach(({td, text}, i) => {
            const is = found ? found[side][i] : '';
            const isChanged = found && side === 'after' && found.before[i] !== is;
            put(text, is);
            name(td, isChanged ? is === '*' ? 'changed star' : 'changed' : is === '*' ? 'star' : '');
        });
        line.found = found;
        line.tr.setAttribute('aria-rowindex', index + 2);
        name(line.tr, this.isLit(found) ? 'lit' : '');
    }

    isLit(found) {
        return found !== null && found.class === this.lit;
    }

    /** Light the rows of a class up. */
    light(number) {
        this.lit = number;
        for (const {tr, found} of this.halves.flatMap((half) => half.lines)) {
            name(tr, this.isLit(found) ? 'lit' : '');
        }
    }

    /** All of a cell that is cut off, and how large the class of a row is, are said once a pointer is there. */
    explain(target) {
        const line = this.halves.flatMap((half) => half.lines).find(({tr}) => tr.contains(target));
        if (line?.found) {
            target.title = target === line.th ? `class of ${count(line.found.size)}` : target.textContent;
        }
    }

    fill(first, shown) {
        for (const {side, body, lines} of this.halves) {
            while (lines.length < shown) {
                lines.push(this.line());
                body.append(lines.at(-1).tr);
            }
            while (lines.length > shown) {
                lines.pop().tr.remove();
            }
            lines.forEach((line, i) => this.say(line, side, first + i, this.pages.row(first + i)));
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
        this.fill(first, shown);
        const place = this.box.scrollTop;
        if (await this.pages.need(first, shown) && this.box.scrollTop === place) {
            this.fill(first, shown);
        }
    }
}
