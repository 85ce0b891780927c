// SPDX-License-Identifier: Apache-2.0
// The first step: choose a file, see how it was read, correct that.
import {get, upload} from '../api.js';
import {act, app, change} from '../app.js';
import {button, el, faultBox, field, replace, select, table, tell} from '../dom.js';
import {bytes, count} from '../format.js';
import {readingsOf} from '../remedies.js';

const YES_NO = [{value: '', text: 'as found'}, {value: 'true', text: 'yes'}, {value: 'false', text: 'no'}];

const SETTING = /^(?:--)?(header|delimiter|encoding|decimal-comma|date-format|sheet|table|member)\b/;

class Open {
    constructor(root, {next}) {
        this.folder = '';
        this.seen = '';
        this.list = el('div', {id: 'file-list'});
        this.fault = el('div');
        this.found = el('section', {'aria-label': 'How the file was read'});
        this.next = next;
        const input = el('input', {type: 'file', id: 'file-input', onchange: () => this.hand(input.files[0])});
        const drop = el('div', {class: 'drop',
            ondragover: (event) => { event.preventDefault(); drop.classList.add('over'); },
            ondragleave: () => drop.classList.remove('over'),
            ondrop: (event) => {
                event.preventDefault();
                drop.classList.remove('over');
                this.hand(event.dataTransfer.files[0]);
            }},
        field(app.state.network ? 'A file of your machine' : 'A file from elsewhere on this machine', input,
            `Drop it here, or choose it. It is ${app.state.network ? 'sent encrypted to the machine of kanon serve, ' : ''}`
            + 'kept in a private file until kanon serve ends, and goes nowhere else.'));
        replace(root, el('h1', null, 'Open a table'),
            el('p', {class: 'soft'}, 'CSV, JSON, Parquet, Excel, SPSS, Stata, SAS or SQLite. The file itself is never changed.'),
            this.fault, this.list, drop, this.found);
        this.look('');
    }

    async look(folder) {
        const answer = await get('/api/files', {folder});
        if (!answer.ok) {
            replace(this.list, faultBox(answer.fault));
            return;
        }
        this.folder = folder;
        const path = (name) => (folder ? `${folder}/${name}` : name);
        const up = folder ? el('li', null, button('Up', () => this.look(folder.split('/').slice(0, -1).join('/')), {class: 'link'})) : null;
        replace(this.list, el('h2', null, `Files in ${app.state.folder}/${folder}`),
            el('ul', {class: 'files'}, up, answer.body.files.map((file) => el('li', null,
                file.folder ? button(`${file.name}/`, () => this.look(path(file.name)), {class: 'link'})
                    : [button(file.name, () => this.open(path(file.name)), {class: 'link'}),
                        el('span', {class: 'soft small'}, ` ${bytes(file.bytes)}`)]))),
            answer.body.files.length === 0 ? el('p', {class: 'soft'}, 'There is no file here.') : null);
    }

    /** Buttons for what a line says to do. */
    readings(line) {
        return readingsOf(line).map(({text, settings}) => button(text, () => this.read(settings)));
    }

    /** Beside the setting that it is about, if it is about one. */
    say(fault) {
        this.shown = fault;
        const input = document.getElementById(`read-${SETTING.exec(fault?.message ?? '')?.[1]}`);
        this.found.querySelectorAll('[aria-invalid]').forEach((told) => tell(told, null));
        replace(this.fault, fault && !input ? faultBox(fault, this.readings(fault.message)) : null);
        if (input) {
            input.closest('details').open = true;
            tell(input, fault);
        }
    }

    async open(file) {
        this.say(await act('/api/open', {file}));
    }

    async hand(file) {
        if (!file) {
            return;
        }
        const answer = await upload(file);
        this.say(answer.ok ? null : answer.fault);
    }

    async read(settings) {
        this.say(await act('/api/read', {settings}));
    }

    correction(name, label, input, hint) {
        input.id = `read-${name}`;
        input.addEventListener('change', () => this.read({[name]: input.value === '' ? null : input.value}));
        return field(label, input, hint);
    }

    corrections(state) {
        const said = (name) => state.file.settings[name]?.[0] ?? '';
        const missing = !state.policy ? null : el('input', {id: 'read-missing', value: (state.policy.missing ?? []).join(', '),
            onchange: () => change('Marks of missing values', [[['missing'],
                missing.value.trim() === '' ? null : missing.value.split(',').map((mark) => mark.trim())]]).then((fault) => this.say(fault))});
        return el('details', {open: !state.file.read}, el('summary', {id: 'corrections'}, 'Read it otherwise'), el('div', {class: 'fields'},
            this.correction('header', 'The first line names the columns', select({}, YES_NO, said('header'))),
            this.correction('delimiter', 'Between the cells', select({}, [{value: '', text: 'as found'}, {value: 'comma', text: 'comma'},
                {value: 'semicolon', text: 'semicolon'}, {value: 'tab', text: 'tab'}, {value: '|', text: '|'}], said('delimiter'))),
            this.correction('encoding', 'Encoding', el('input', {value: said('encoding'), placeholder: 'as found'}), 'Such as windows-1252'),
            this.correction('decimal-comma', 'Numbers have a decimal comma', select({}, YES_NO, said('decimal-comma'))),
            this.correction('date-format', 'Dates', el('input', {value: said('date-format'), placeholder: 'as found'}), 'Such as DD.MM.YYYY'),
            this.correction('sheet', 'Sheet of a workbook', el('input', {value: said('sheet'), placeholder: 'the first'})),
            this.correction('table', 'Table of a database', el('input', {value: said('table'), placeholder: 'the only one'})),
            this.correction('member', 'File of an archive', el('input', {value: said('member'), placeholder: 'the only one'})),
            missing && field('Also missing', missing, 'Marks of a missing value besides the empty cell, with commas between: ?, NA')));
    }

    async showFound(state) {
        const rows = await get('/api/first-rows');
        if (!rows.ok) {
            return;
        }
        const file = state.file;
        replace(this.found, el('h2', null, 'How it was read'),
            el('p', null, `${count(file.rows)} rows of ${count(file.columns)} columns; ${file.format}, ${file.encoding}`
                + (file.delimiter ? `, ${file.delimiter === '\t' ? 'tab' : `“${file.delimiter}”`} between the cells.` : '.')),
            file.said.length > 0 ? el('ul', {class: 'soft'}, file.said.map((line) => el('li', null, line, el('div', {class: 'row'}, this.readings(line))))) : null,
            this.corrections(state),
            el('div', {class: 'row'}, button('Go on to the columns', this.next, {class: 'main', id: 'next'})),
            el('h2', null, `The first ${rows.body.rows.length} rows`), el('p', {class: 'soft small'}, 'Below each name stands what its values were taken for.'),
            el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'The first rows'},
                table(rows.body.names.map((name, i) => el('span', null, name, el('br'), el('span', {class: 'small'}, rows.body.types[i]))), rows.body.rows.map((cells) => el('tr', null, cells.map((cell) => el('td', null, cell)))), {class: 'cells'})));
        this.say(this.shown);
    }

    update(state) {
        const fault = state.faults.open;
        if (fault) {
            this.say(fault);
        }
        const seen = JSON.stringify([state.file, state.policy?.missing, fault]);
        if (seen === this.seen) {
            return;
        }
        this.seen = seen;
        if (state.file?.read && state.policy) {
            if (!fault) {
                this.say(null);
            }
            this.showFound(state);
        } else {
            replace(this.found, state.file && fault ? this.corrections(state) : null);
            this.say(this.shown);
        }
    }
}

export const open = {id: 'open', name: 'Open', mount: (root, page) => new Open(root, page)};
