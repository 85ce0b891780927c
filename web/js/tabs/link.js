// SPDX-License-Identifier: Apache-2.0
// The third tab: join a release with an outside list, as an attacker would.
import {act, columnsOf} from '../app.js';
import {button, el, faultBox, field, replace, table, tell} from '../dom.js';
import {Files} from '../files.js';
import {count, number} from '../format.js';

function bucketName(bucket) {
    if (bucket.greatest === null) {
        return `${count(bucket.least)} or more candidates`;
    }
    return bucket.least === bucket.greatest ? `${count(bucket.least)} candidates` : `${count(bucket.least)} to ${count(bucket.greatest)} candidates`;
}

class Link {
    constructor(root) {
        this.fault = el('div');
        this.found = el('section', {'aria-label': 'What was found', role: 'status', 'aria-live': 'polite', id: 'linked'});
        this.files = new Files([['release', 'The release'], ['outside', 'The outside list', 'Persons by name, or whoever they are'], ['policy', 'The policy'],
            ['original', 'The original', 'May be left out: to compare']]);
        this.on = el('input', {id: 'link-on'});
        replace(root, el('h1', null, 'Attack a release'), el('p', {class: 'soft'}, 'Join it with a list that others may have, by what its cells cover, and count who is found.'),
            this.files.box, field('Columns to join on', this.on, 'With commas between; release=list where the list calls it otherwise: age, zip=postcode'),
            el('div', {class: 'row'}, button('Attack', () => this.attack(), {id: 'attack', class: 'main'})), this.fault, this.found);
    }

    async attack() {
        const on = this.on.value.split(',').map((word) => word.trim()).filter(Boolean).map((word) => {
            const [released, outside] = word.split('=').map((part) => part.trim());
            return {released, outside: outside ?? released};
        });
        replace(this.found);
        this.shownFault = undefined;
        this.say(null);
        const fault = await act('/api/link', {...this.files.values(), on});
        if (fault) {
            this.say(fault);
        }
    }

    say(fault) {
        const isOfColumns = fault && /--on\b|has no column/.test(fault.message);
        tell(this.on, isOfColumns ? fault : null);
        replace(this.fault, isOfColumns ? null : faultBox(this.files.say(fault)));
    }

    show(of) {
        const looks = of.original ? [['Original', of.original], ['Release', of.release]] : [['Release', of.release]];
        const line = (name, figure) => el('tr', null, el('th', {scope: 'row'}, name), looks.map(([, look]) => el('td', {class: 'n'}, figure(look))));
        const last = looks.at(-1)[1];
        replace(this.found, el('h2', null, 'Persons of the list'), table(['Figure', ...looks.map(([name]) => ({text: name, n: true}))], [
            line('All', (look) => count(look.outside.rows)),
            line('Matched for certain', (look) => count(look.outside.certain)),
            line('Expected matches', (look) => number(look.outside.expected)),
            line('Without a candidate', (look) => count(look.outside.without_candidate)),
            ...Object.keys(last.disclosed).map((name) => line(`Disclosed ${name}`, (look) => count(look.disclosed[name] ?? 0))),
            ...last.outside.histogram.map((bucket, i) => line(bucketName(bucket), (look) => count(look.outside.histogram[i]?.rows ?? 0))),
        ]));
    }

    update(state) {
        this.files.suggest(state);
        if (this.on.value === '' && !this.suggested && state.policy) {
            this.suggested = true;
            this.on.value = columnsOf(state, 'quasi-identifying').join(', ');
        }
        const fault = JSON.stringify(state.faults.link ?? null);
        if (fault !== (this.shownFault ?? 'null')) {
            this.shownFault = fault;
            this.say(state.faults.link);
        }
        const found = state.outcomes.link;
        const seen = JSON.stringify([found ?? null, state.job]);
        if (found && seen !== this.seen && state.job?.kind !== 'link') {
            this.show(found.found);
        }
        this.seen = seen;
    }
}

export const link = {id: 'link', name: 'Attack a release', mount: (root) => new Link(root)};
