// SPDX-License-Identifier: Apache-2.0
// The third step: what the release promises, and what that costs.
import {act, app, change, columnsOf, onPoint, promisedK} from '../app.js';
import {curve} from '../chart.js';
import {button, el, faultBox, field, replace, select, table, tell} from '../dom.js';
import {followFault} from '../faults.js';
import {curveSteps, percent, sentence} from '../format.js';
import {attackOf, modelText, readModel} from '../models.js';

const GREATEST = 100;

class Promise_ {
    constructor(root, {next}) {
        this.points = new Map();
        this.key = '';
        this.fault = el('div');
        this.curveFault = el('div');
        this.k = el('input', {type: 'range', min: 2, max: GREATEST, step: 1, id: 'k-slider', 'aria-label': 'k',
            oninput: () => { this.number.value = this.k.value; this.draw(); }, onchange: () => this.giveK(this.k.value)});
        this.number = el('input', {type: 'number', min: 2, step: 1, id: 'k-number', onchange: () => this.giveK(this.number.value)});
        this.words = el('p', {role: 'status', 'aria-live': 'polite', id: 'k-words'});
        this.models = el('div');
        this.others = el('div');
        this.picture = el('div');
        this.table = el('div');
        replace(root, el('h1', null, 'What does the release promise?'), this.fault,
            el('div', {class: 'pair'},
                el('div', null, field('k, the least number of rows that are alike', this.number), this.k, this.words, this.models, this.others,
                    el('div', {class: 'row'}, button('Go on', next, {class: 'main', id: 'next'}))),
                el('section', {'aria-label': 'Loss against risk'}, el('h2', null, 'Loss against risk'), this.curveFault, this.picture,
                    el('p', {class: 'soft small'}, 'Drawn with a quick method where the policy leaves the method open; the release mostly loses less.'), this.table)));
        this.stop = onPoint(({policy, point}) => {
            if (policy === app.state.policy_number) {
                this.take(point);
                this.draw();
            }
        });
    }

    say(fault) {
        replace(this.fault, faultBox(fault));
    }

    async giveK(text) {
        const k = Number(text);
        const at = ['privacy', 'k-anonymity'];
        const asked = app.state.policy.privacy?.['k-anonymity'];
        tell(this.number, await change(`k = ${text}`, [[asked !== null && typeof asked === 'object' ? [...at, 'k'] : at, Number.isInteger(k) ? k : text]]));
    }

    take(point) {
        this.points.set(point.k, point);
    }

    draw() {
        const k = Number(this.k.value);
        const known = this.points.get(k);
        const found = [...this.points.values()];
        replace(this.picture, curve(found, k));
        replace(this.words, `Each person is one of at least ${k}: the risk to be found is at most 1 in ${k}, ${percent(1 / k)}. `
            + (known ? known.refused ? known.refused : `About ${percent(known.loss)} of the detail would be lost.` : ''));
        const rows = found.sort((a, b) => a.k - b.k).map((point) => el('tr', null, el('th', {scope: 'row', class: 'n'}, point.k),
            el('td', {class: 'n'}, point.refused ? '-' : percent(point.loss)), el('td', {class: 'n'}, point.refused ? '-' : percent(point.average_risk)),
            el('td', null, point.refused || `${point.suppressed_rows} rows suppressed`)));
        const wasOpen = this.table.querySelector('details')?.open;
        replace(this.table, el('details', {open: wasOpen}, el('summary', {id: 'curve-table'}, 'The same as a table'),
            el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Loss against risk as a table'},
                table([{text: 'k', n: true}, {text: 'detail lost', n: true}, {text: 'average risk', n: true}, ''], rows))));
    }

    /** Ask for what is not known; what moves cancels the search before. */
    search(state) {
        const privacy = {...state.policy.privacy};
        delete privacy['k-anonymity'];
        const key = JSON.stringify([state.file.settings, {...state.policy, privacy, accept: null}]);
        if (key !== this.key) {
            this.key = key;
            this.points.clear();
        }
        const k = promisedK(state);
        const asked = curveSteps(k, GREATEST).filter((step) => !this.points.has(step));
        clearTimeout(this.timer);
        if (k >= 2 && asked.length > 0 && !state.job && !state.faults.curve) {
            this.timer = setTimeout(() => act('/api/curve', {k: asked}).then((fault) => fault && this.say(fault)), 250);
        }
    }

    showModels(state) {
        const extra = Object.entries(state.policy.privacy ?? {}).filter(([name]) => name !== 'k-anonymity')
            .flatMap(([name, asked]) => (Array.isArray(asked) ? asked : [asked]).map((one) => [name, one]));
        const text = JSON.stringify([extra, columnsOf(state, 'sensitive')]);
        if (text === this.modelsShown) {
            return;
        }
        this.modelsShown = text;
        replace(this.models, el('h2', null, 'Further promises'),
            el('p', {class: 'soft'}, `k-anonymity answers this attack: ${attackOf('k-anonymity')}`),
            extra.map(([name, asked], i) => el('div', {class: 'box'}, el('strong', null, modelText(name, asked)),
                el('p', {class: 'soft small'}, attackOf(name)), button('Take it back', () => this.drop(state, name, asked), {id: `drop-${i}`}))),
            this.adder(state));
    }

    async drop(state, name, asked) {
        const all = state.policy.privacy[name];
        const rest = Array.isArray(all) ? all.filter((one) => one !== asked) : [];
        this.say(await change(`Without ${modelText(name, asked)}`, [[['privacy', name], rest.length === 0 ? null : rest.length === 1 ? rest[0] : rest]]));
    }

    adder(state) {
        const offered = app.catalogue.models.filter((model) => model.name !== 'k-anonymity' && !model.population && model.attribute);
        const sensitive = columnsOf(state, 'sensitive');
        if (sensitive.length === 0) {
            return el('p', {class: 'soft'}, 'No column is sensitive, so there is nothing else to protect.');
        }
        const fields = el('div');
        const show = () => {
            const model = offered.find((one) => one.name === choice.value);
            replace(fields, el('p', {class: 'soft small'}, `${sentence(model.summary)}. ${attackOf(model.name)}`),
                el('div', {class: 'fields'}, field('Of the column', select({id: 'model-column'}, sensitive)),
                    model.kinds ? field('Kind', select({id: 'model-kind'}, model.kinds.split(',').map((kind) => kind.trim()))) : null,
                    model.parameters.filter((one, i) => model.parameters.findIndex((other) => other.name === one.name) === i).map((parameter) =>
                        field(parameter.name, el('input', {id: `model-${parameter.name}`, 'data-parameter': parameter.name,
                            value: parameter.default ?? (parameter.name === 'k' ? '' : parameter.whole ? Math.max(2, parameter.least) : '')}), parameter.meaning))));
        };
        const choice = select({id: 'model-name', onchange: show}, offered.map((model) => ({value: model.name, text: model.name})), 'l-diversity');
        show();
        return el('details', null, el('summary', {id: 'model-more'}, 'Promise more'), field('Model', choice), fields,
            button('Promise it', async () => {
                const {name, value} = readModel(choice.value, fields);
                const before = app.state.policy.privacy?.[name];
                const fault = await change(modelText(name, value), [[['privacy', name], before === undefined ? value : [before, value].flat()]]);
                if (fault) {
                    const named = /needs (\S+) as/.exec(fault.message)?.[1];
                    fields.querySelectorAll('input, select').forEach((input) => tell(input, null));
                    tell((named && fields.querySelector(`#model-${CSS.escape(named)}`)) ?? choice, fault);
                }
            }, {id: 'model-add'}));
    }

    showOthers(state) {
        const text = JSON.stringify([state.policy.suppression, state.policy.person, state.policy.method, state.repeat?.files.ledger, Object.keys(state.policy.attributes)]);
        if (text === this.othersShown) {
            return;
        }
        this.othersShown = text;
        const policy = state.policy;
        const method = policy.method !== null && typeof policy.method === 'object' ? policy.method.name : policy.method;
        const most = el('input', {id: 'suppression', value: String(policy.suppression?.max ?? 0),
            onchange: async () => tell(most, await change('Suppression', [[['suppression', 'max'], most.value.trim()]]))});
        const ledger = el('input', {id: 'ledger', value: state.repeat?.files.ledger ?? '',
            onchange: async () => tell(ledger, await act('/api/ledger', {file: ledger.value.trim()}),
                [button('Make it', async () => tell(ledger, await act('/api/ledger/make', {file: ledger.value.trim()})), {id: 'ledger-make'})])});
        replace(this.others, el('h2', null, 'How'), el('div', {class: 'fields'},
            field('Rows that may be suppressed', most, 'A share, 5%, or a number of rows. A few odd rows cost all others much detail.'),
            field('One person, several rows', select({id: 'person',
                onchange: ({target}) => change('Persons', [[['person'], target.value || null]]).then((fault) => tell(target, fault))},
            [{value: '', text: 'no: each row is a person'}, ...Object.keys(policy.attributes).map((name) => ({value: name, text: `counted by ${name}`}))], policy.person ?? '')),
            field('Ledger of earlier releases', ledger, 'A private file beneath the start folder. The promise is about all of its releases and this one together, which is added when it is written. Persons are told apart by the column above.'),
            field('Method', select({id: 'method',
                onchange: ({target}) => change(`Method ${target.value}`, [[['method'], target.value]]).then((fault) => tell(target, fault))},
            app.catalogue.methods.map((one) => ({value: one.name, text: one.name})), method ?? 'auto'),
            app.catalogue.methods.find((one) => one.name === (method ?? 'auto'))?.summary)));
    }

    update(state) {
        const k = promisedK(state);
        if (k) {
            if (document.activeElement !== this.k) {
                this.k.value = Math.min(k, GREATEST);
            }
            if (document.activeElement !== this.number) {
                this.number.value = k;
            }
        }
        const curve_ = state.outcomes.curve;
        this.search(state);
        if (curve_?.current) {
            curve_.found.points.forEach((point) => this.take(point));
        }
        followFault(this.curveFault, state.faults.curve);
        this.showModels(state);
        this.showOthers(state);
        this.draw();
    }

    leave() {
        clearTimeout(this.timer);
        this.stop();
    }
}

export const promise = {id: 'promise', name: 'Promise', mount: (root, page) => new Promise_(root, page)};
