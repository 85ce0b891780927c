// SPDX-License-Identifier: Apache-2.0
// The second step: what each column is, and what that does.
import {get} from '../api.js';
import {act, app, change, columnsOf, promisedK} from '../app.js';
import {spark} from '../chart.js';
import {button, el, faultBox, field, replace, select} from '../dom.js';
import {count, counted, list, percent} from '../format.js';

const ROLES = [
    {value: 'identifying', text: 'identifying: left out'},
    {value: 'quasi-identifying', text: 'others may know it: generalized'},
    {value: 'sensitive', text: 'sensitive: nobody may learn it'},
    {value: 'insensitive', text: 'harmless: kept as it is'},
];

const TYPES = ['integer', 'decimal', 'date', 'datetime', 'text'];
const ENDS = [
    {key: 'bottom', name: 'Lowest', hint: 'All values up to it become one.'},
    {key: 'top', name: 'Highest', hint: 'All values from it on become one.'},
    {key: 'round', name: 'Round to', hint: 'For numbers that are released unchanged.'},
];

class Columns {
    constructor(root, {next}) {
        this.selects = new Map();
        this.faults = new Map();
        this.settings = [];  // {input, column, key} of what else a policy says of a column
        this.seen = null;
        this.effect = el('div', {class: 'box', role: 'status', 'aria-live': 'polite', id: 'effect'});
        this.body = el('div', null, el('p', {class: 'soft'}, 'Looking at the columns…'));
        this.notes = el('div');
        replace(root, el('h1', null, 'What is each column?'),
            el('p', {class: 'soft'}, 'kanon suggests a role from names and values, and says why. You know the data: change what is wrong.'),
            this.effect, this.body, this.notes, el('div', {class: 'row'}, button('Go on to the promise', next, {class: 'main', id: 'next'}),
                button('Take the suggestions again', () => act('/api/policy/suggest', {}))));
        this.load();
    }

    async load() {
        const answer = await get('/api/columns');
        if (!answer.ok) {
            replace(this.body, faultBox(answer.fault));
            return;
        }
        const rows = answer.body.columns.map((column, i) => this.row(column, i, answer.body.rows));
        replace(this.body, el('div', {class: 'scroll wide', tabindex: '0', role: 'region', 'aria-label': 'Columns'},
            el('table', null, el('thead', null, el('tr', null, ['Column', 'Role', 'Why', 'Type', 'Values', 'Spread'].map((name) =>
                el('th', {scope: 'col', class: name === 'Values' ? 'n' : null}, name)))), el('tbody', null, rows))));
        this.showNotes(answer.body);
        this.update(app.state);
    }

    row(column, i, rows) {
        const choice = select({id: `role-${i}`, 'aria-label': `Role of ${column.name}`,
            onchange: () => this.give(column.name, 'role', choice.value)}, ROLES, column.role);
        const fault = el('div');
        const type = select({id: `type-${i}`, 'aria-label': `Type of ${column.name}`,
            onchange: () => this.give(column.name, 'type', type.value || null)}, [{value: '', text: `${column.type}, as it looks`}, ...TYPES]);
        this.settings.push({input: type, column: column.name, key: 'type'});
        this.selects.set(column.name, choice);
        this.faults.set(column.name, fault);
        const alone = column.unique_share > 0 ? `; ${percent(column.unique_share)} of the rows unique by it` : '';
        return el('tr', null, el('th', {scope: 'row'}, column.name), el('td', null, choice, fault),
            el('td', {class: 'soft small why'}, `${column.reason}${alone}`
                + (column.missing_rows > 0 ? `; missing in ${percent(column.missing_rows / rows)}` : '')),
            el('td', null, type, column.type === 'text' ? null : this.ends(column, i)), el('td', {class: 'n'}, count(column.distinct)), el('td', null, spark(column)));
    }

    showNotes(found) {
        const sets = found.singling_sets.filter((set) => set.unique_rows > 0).map((set) => el('li', null,
            `${list(set.columns)}: ${counted(set.unique_rows, 'row')} (${percent(set.unique_share)}) unique`));
        replace(this.notes, sets.length > 0 ? [el('h2', null, 'What singles rows out'), el('ul', null, sets)] : null,
            found.person ? [el('h2', null, 'Persons'), this.persons(found.person)] : null);
    }

    persons(person) {
        return el('p', null, `${person.column} identifies persons: ${person.why}.`);
    }

    /** Values at the ends that are pooled, and rounding. */
    ends(column, i) {
        const inputs = ENDS.map(({key, name, hint}) => {
            const input = el('input', {id: `${key}-${i}`, autocomplete: 'off', 'aria-label': `${name} of ${column.name}`,
                onchange: () => this.give(column.name, key, input.value.trim() || null)});
            this.settings.push({input, column: column.name, key});
            return key === 'round' && column.type.startsWith('date') ? null : field(name, input, hint);
        });
        return el('details', null, el('summary', {class: 'small', id: `ends-${i}`}, 'Ends and rounding'), inputs.filter(Boolean));
    }

    async give(column, key, value) {
        const words = key === 'role' ? value : `${key} ${value ?? 'as it looks'}`;
        const fault = await change(`${column}: ${words}`, [[['attributes', column, key], value]]);
        replace(this.faults.get(column), faultBox(fault));
    }

    async showEffect(state) {
        const known = columnsOf(state, 'quasi-identifying');
        const answer = await get('/api/alone');
        if (!answer.ok) {
            return;
        }
        const {rows, alone} = answer.body;
        const k = promisedK(state);
        this.lines = [el('p', null, known.length === 0
            ? 'No column is one that others may know: there is nothing to hide behind.'
            : `${counted(known.length, 'column')} that others may know: ${list(known)}. ${counted(alone, 'row')} of ${count(rows)} (${percent(alone / rows)}) `
              + 'are unique by them: whoever knows these values of a person finds the row.')];
        this.showLoss(null);
        clearTimeout(this.timer);
        if (k && known.length > 0) {
            this.timer = setTimeout(() => act('/api/curve', {k: [k]}), 300);
        }
    }

    showLoss(point) {
        const text = !point ? 'The loss is being estimated…'
            : point.refused ? point.refused
                : `At k = ${point.k}, about ${percent(point.loss)} of the detail would be lost, by a quick method.`;
        replace(this.effect, this.lines ?? [], el('p', {class: 'soft', id: 'effect-loss'}, text));
    }

    update(state) {
        for (const [name, choice] of this.selects) {
            choice.value = state.policy?.attributes?.[name]?.role ?? choice.value;
        }
        for (const {input, column, key} of this.settings) {
            if (document.activeElement !== input) {
                input.value = state.policy?.attributes?.[column]?.[key] ?? '';
            }
        }
        const seen = JSON.stringify(state.policy?.attributes);
        if (seen !== this.seen && this.selects.size > 0) {
            this.seen = seen;
            this.showEffect(state);
        }
        const curve = state.outcomes.curve;
        if (this.lines && curve?.current && curve.found.points.length > 0) {
            this.showLoss(curve.found.points[0]);
        } else if (this.lines && state.faults.curve) {
            this.showLoss({refused: state.faults.curve.message});
        }
    }

    leave() {
        clearTimeout(this.timer);
    }
}

export const columns = {id: 'columns', name: 'Columns', mount: (root, page) => new Columns(root, page)};
