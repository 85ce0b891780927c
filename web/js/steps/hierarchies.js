// SPDX-License-Identifier: Apache-2.0
// The fourth step: how values of a column become coarser.
import {get, post} from '../api.js';
import {app, change, columnsOf} from '../app.js';
import {button, check, el, faultBox, field, replace, select, table, tell} from '../dom.js';
import {count, percent} from '../format.js';
import {dissolved, grouped, intervalName, intervalsOf, mergedAt, mergedWidths, moved, renamed, specOfIntervals, specOfTree, splitAt, splitWidths, treeOfPaths, widthFault}
    from '../tree.js';

const FORMS = [
    {value: 'auto', text: 'chosen by kanon'}, {value: 'flat', text: 'the value, or nothing'},
    {value: 'intervals', text: 'intervals of numbers'}, {value: 'mask', text: 'masked characters'},
    {value: 'date', text: 'periods of time'}, {value: 'tree', text: 'groups by hand'}, {value: 'file', text: 'a file'},
];

function formOf(spec) {
    if (spec === undefined || spec === null || spec === 'auto') {
        return 'auto';
    }
    return typeof spec === 'string' ? spec : FORMS.find((form) => form.value in spec)?.value ?? 'auto';
}

class Hierarchies {
    constructor(root, {next}) {
        this.column = '';
        this.chosen = new Set();
        this.fault = el('div');
        this.choice = select({id: 'hierarchy-column', onchange: () => this.show(this.choice.value)}, []);
        this.form = select({id: 'hierarchy-form', onchange: () => this.giveForm(this.form.value)}, FORMS);
        this.editor = el('div');
        this.levels = el('div');
        this.empty = el('p', {class: 'soft'});
        this.body = el('div', null, el('div', {class: 'fields'}, field('Column', this.choice), field('Values become', this.form,
            'Labels of a hierarchy are what a release then shows. Without one, values are generalized no further than each class needs.')),
        this.fault, el('div', {class: 'pair'}, this.editor, this.levels));
        replace(root, el('h1', null, 'How do values become coarser?'), this.empty, this.body,
            el('div', {class: 'row'}, button('Go on', next, {class: 'main', id: 'next'})));
    }

    say(fault) {
        replace(this.fault, faultBox(fault));
    }

    spec() {
        return app.state.policy.attributes[this.column]?.hierarchy;
    }

    /** `input`: what it was typed into, to say beside it what is wrong. */
    async give(spec, label, input) {
        const fault = await change(label ?? `Hierarchy of ${this.column}`, [[['attributes', this.column, 'hierarchy'], spec]]);
        if (input) {
            tell(input, fault);
        } else {
            this.say(fault);
        }
    }

    isOfNumbers() {
        return this.found?.type === 'integer' || this.found?.type === 'decimal';
    }

    giveForm(form) {
        const starts = {auto: null, flat: 'flat', date: 'date', mask: {mask: 'right'}, intervals: {intervals: [10, 20, 40]}};
        tell(this.form, null);
        if (form === 'intervals' && !this.isOfNumbers()) {
            tell(this.form, {message: `${this.column} is no column of numbers: intervals need them.`});
            this.form.value = formOf(this.spec());
        } else if (form === 'tree') {
            if (!this.found?.paths) {
                tell(this.form, {message: 'There are too many values to group by hand; load a file.'});
                this.form.value = formOf(this.spec());
            } else {
                this.give({tree: specOfTree(treeOfPaths(this.found.paths))});
            }
        } else if (form === 'file') {
            this.showEditor('file');
        } else {
            this.give(starts[form]);
        }
    }

    async show(column) {
        if (column !== this.column) {
            this.column = column;
            this.chosen.clear();
            this.say(null);
        }
        const answer = await get('/api/hierarchy', {column});
        if (!answer.ok) {
            this.found = null;
            this.say(answer.fault);
            replace(this.levels);
            this.form.value = formOf(this.spec());
            this.showEditor(this.form.value);
            return;
        }
        this.found = answer.body;
        this.form.value = formOf(this.spec());
        this.showLevels();
        this.showEditor(this.form.value);
    }

    showLevels() {
        replace(this.levels, el('h2', null, `Levels of ${this.column}`),
            el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Levels'},
                table([{text: 'Level', n: true}, {text: 'Labels', n: true}, {text: 'Detail lost', n: true}, 'Such as'],
                    this.found.levels.map((level) => el('tr', null, el('th', {scope: 'row', class: 'n'}, level.level), el('td', {class: 'n'}, count(level.labels)),
                        el('td', {class: 'n'}, percent(level.loss)),
                        el('td', {class: 'soft'}, level.first.slice(0, 4).map((label) => label.text === '' ? 'missing' : label.text).join(', ')))))),
            this.saver());
    }

    saver() {
        const name = el('input', {id: 'hierarchy-file', value: `${this.column}.csv`});
        const said = el('p', {role: 'status', class: 'soft'});
        return el('details', null, el('summary', {id: 'hierarchy-save'}, 'Save it as a file'), field('File', name, 'A line for each value, its labels behind it; ARX reads the same.'),
            button('Save', async () => {
                const answer = await post('/api/hierarchy/save', {column: this.column, file: name.value});
                said.textContent = answer.ok ? `${name.value} is written.` : answer.fault.message;
            }), said);
    }

    showEditor(form) {
        const editors = {intervals: () => this.intervals(), mask: () => this.mask(), date: () => this.periods(), tree: () => this.tree(), file: () => this.file()};
        replace(this.editor, editors[form] ? editors[form]() : el('p', {class: 'soft'}, form === 'flat'
            ? 'Each value is shown as it is, or not at all.' : 'What suits the values: intervals, periods, masks or groups. Choose another form to change it.'));
    }

    intervals() {
        const spec = this.spec();
        const widths = (spec?.intervals ?? []).map(Number);
        const give = (changed) => this.give({...spec, ...changed});
        const input = el('input', {id: 'widths', value: widths.join(', '), onchange: () => {
            const asked = input.value.split(',').map((width) => Number(width.trim()));
            const fault = widthFault(asked);
            if (fault) {
                tell(input, {message: fault});
            } else {
                this.give({...spec, intervals: asked}, null, input);
            }
        }});
        const end = (key, label) => {
            const of = el('input', {id: `end-${key}`, value: spec?.[key] ?? '', onchange: () => {
                const changed = {...spec, [key]: of.value.trim()};
                if (of.value.trim() === '') {
                    delete changed[key];
                }
                this.give(changed, null, of);
            }});
            return field(label, of);
        };
        return [el('h2', null, 'Intervals'), field('Widths, finest first', input, 'Each a multiple of the one before: 5, 10, 20'),
            el('div', {class: 'row'}, button('Split the finest', () => give({intervals: splitWidths(widths)})),
                button('Merge the finest', () => give({intervals: mergedWidths(widths)}))),
            el('div', {class: 'fields'}, end('below', 'All below are one'), end('above', 'All from here on are one')), this.histogram()];
    }

    /** Rows of each finest interval; each can be split, and merged with the next. */
    histogram() {
        const level = this.found?.levels[1];
        if (!level || level.first.length < 2) {
            return null;
        }
        const intervals = this.found.paths && this.isOfNumbers() ? intervalsOf(this.found.paths) : null;
        const rowsOf = new Map(this.found.levels[0].first.map(({text, rows}) => [text, rows]));
        const give = (cut) => {
            try {
                this.give({tree: specOfIntervals(cut())}, `Intervals of ${this.column}`);
            } catch (fault) {
                this.say({message: fault.message});
            }
        };
        const most = Math.max(...level.first.map((label) => label.rows));
        const bar = (name, rows, buttons) => el('li', null, el('span', null, name), el('meter', {min: 0, max: most, value: rows, 'aria-label': `rows of ${name}`}),
            el('span', {class: 'n'}, count(rows)), buttons);
        const buttons = (values, place) => el('span', {class: 'row small'},
            button('Split', () => give(() => splitAt(intervals, place, rowsOf)), {class: 'link', id: `split-${place}`, 'aria-label': `Split: ${intervalName(values)}`,
                disabled: values.length < 2}),
            place + 1 < intervals.length ? button('Merge with the next', () => give(() => mergedAt(intervals, place)), {class: 'link', id: `merge-${place}`,
                'aria-label': `Merge with the next: ${intervalName(values)}`}) : null);
        const rowsAt = (group) => level.first.find(({text}) => text === group)?.rows ?? 0;
        return [el('h3', null, 'Rows of each interval'), el('ul', {class: intervals ? 'bars cut' : 'bars'}, intervals
            ? intervals.map((values, place) => {
                const group = this.found.paths.find(([value]) => value === values[0])[1];
                return bar(group, rowsAt(group), buttons(values, place));
            })
            : level.first.map((label) => bar(label.text || 'missing', label.rows)))];
    }

    mask() {
        const spec = this.spec();
        const side = select({id: 'mask-side', onchange: () => this.give({...spec, mask: side.value})},
            [{value: 'right', text: 'from the right: 9414*'}, {value: 'left', text: 'from the left: *4142'}], spec?.mask ?? 'right');
        const step = el('input', {id: 'mask-step', type: 'number', min: 1, value: spec?.step ?? 1, onchange: () => this.give({...spec, step: Number(step.value)}, null, step)});
        return [el('h2', null, 'Mask'), field('Characters are masked', side), field('Characters of each level', step)];
    }

    periods() {
        const names = ['hour', 'day', 'month', 'quarter', 'year', '5-years', '10-years', '20-years', 'century'];
        const spec = this.spec();
        const chosen = Array.isArray(spec?.date) ? spec.date : [];
        const give = (name, on) => {
            const next = names.filter((one) => (one === name ? on : chosen.includes(one)));
            this.give(next.length === 0 ? 'date' : {date: next});
        };
        return [el('h2', null, 'Periods'), el('p', {class: 'soft'}, 'None chosen: all that suit the values.'),
            names.map((name) => check(name, {id: `period-${name}`, checked: chosen.includes(name), onchange: (event) => give(name, event.target.checked)}))];
    }

    file() {
        const spec = this.spec();
        const name = el('input', {id: 'hierarchy-load', value: spec?.file ?? '', placeholder: 'zip.csv'});
        return [el('h2', null, 'A file of labels'), field('File beneath the folder of the policy', name, 'A line for each value: value;label;label;*'),
            button('Load it', () => this.give({file: name.value.trim()}, null, name))];
    }

    edit(change_) {
        try {
            const next = change_(this.root);
            this.chosen.clear();
            this.give({tree: specOfTree(next)}, `Groups of ${this.column}`);
        } catch (fault) {
            tell(document.getElementById('group-name'), {message: fault.message});
        }
    }

    tree() {
        if (!this.found?.paths) {
            return el('p', {class: 'soft'}, 'There are too many values to be grouped by hand. Load a file.');
        }
        this.root = treeOfPaths(this.found.paths);
        const name = el('input', {id: 'group-name'});
        const paths = () => [...this.chosen].map((text) => (text === '' ? [] : text.split('.').map(Number)));
        const targets = [];
        const walk = (node, path) => node.children && (targets.push({value: path.join('.'), text: path.length === 0 ? 'the top' : node.label}),
            node.children.forEach((child, i) => walk(child, [...path, i])));
        walk(this.root, []);
        const target = select({id: 'move-target'}, targets);
        return [el('h2', null, 'Groups'), el('p', {class: 'soft'}, 'Tick values and groups, or drag them onto a group.'),
            field('Name', name, 'Of the new group, or the new name of the one that is ticked'),
            el('div', {class: 'row'}, button('Group', () => this.edit((root) => grouped(root, paths(), name.value.trim())), {id: 'group'}),
                button('Rename', () => this.edit((root) => renamed(root, paths()[0] ?? [], name.value.trim()))),
                button('Take apart', () => this.edit((root) => paths().reverse().reduce((all, path) => dissolved(all, path), root)))),
            el('div', {class: 'row'}, field('Move what is ticked into', target), button('Move', () => this.edit((root) => {
                const [first, ...more] = paths();
                if (!first || more.length > 0) {
                    throw new Error('Tick one value or group to move.');
                }
                return moved(root, first, target.value === '' ? [] : target.value.split('.').map(Number));
            }))),
            this.isOfNumbers() ? this.histogram() : null,
            el('ul', {class: 'tree', 'aria-label': `Groups of ${this.column}`}, this.branch(this.root, []))];
    }

    branch(node, path) {
        const key = path.join('.');
        const label = node.label === '' ? 'missing' : node.label;
        const item = el('span', {class: 'item', draggable: path.length > 0 ? 'true' : null,
            ondragstart: (event) => event.dataTransfer.setData('text/plain', key),
            ondragover: (event) => { if (node.children) { event.preventDefault(); item.classList.add('over'); } },
            ondragleave: () => item.classList.remove('over'),
            ondrop: (event) => {
                event.preventDefault();
                const from = event.dataTransfer.getData('text/plain');
                this.edit((root) => moved(root, from.split('.').map(Number), path));
            }},
        path.length === 0 ? el('strong', null, 'everything')
            : [el('input', {type: 'checkbox', id: `node-${key}`, 'aria-label': label, checked: this.chosen.has(key),
                onchange: (event) => (event.target.checked ? this.chosen.add(key) : this.chosen.delete(key))}),
            el(node.children ? 'strong' : 'span', {class: 'name'}, label)]);
        return el('li', null, item, node.children ? el('ul', null, node.children.map((child, i) => this.branch(child, [...path, i]))) : null);
    }

    update(state) {
        const known = columnsOf(state, 'quasi-identifying');
        this.body.hidden = known.length === 0;
        this.empty.textContent = known.length === 0 ? 'No column is one that others may know.' : '';
        if (known.length === 0) {
            return;
        }
        const names = known.join('\n');
        if (names !== this.names) {
            this.names = names;
            replace(this.choice, known.map((name) => el('option', {value: name}, name)));
        }
        const column = known.includes(this.column) ? this.column : known[0];
        this.choice.value = column;
        const seen = JSON.stringify([column, state.policy.attributes[column]]);
        if (seen !== this.seen) {
            this.seen = seen;
            this.show(column);
        }
    }
}

export const hierarchies = {id: 'hierarchies', name: 'Hierarchies', mount: (root, page) => new Hierarchies(root, page)};
