// SPDX-License-Identifier: Apache-2.0
// The second tab: prove a release again from its two files.
import {act} from '../app.js';
import {button, check, el, faultBox, replace} from '../dom.js';
import {Files} from '../files.js';
import {number} from '../format.js';

const VERDICTS = {holds: 'The release keeps every promise.', broken: 'The release is broken.',
    undecided: 'No fault was found, but not everything could be decided.'};

class Verify {
    constructor(root) {
        this.fault = el('div');
        this.found = el('section', {'aria-label': 'What was found', role: 'status', 'aria-live': 'polite', id: 'verified'});
        this.files = new Files([['original', 'The original'], ['release', 'The release'], ['policy', 'The policy'],
            ['summary', 'The summary', 'May be left out; it finds rows that were left out'],
            ['ledger', 'The ledger', 'May be left out; it has the earlier releases of these people']]);
        replace(root, el('h1', null, 'Verify a release'),
            el('p', {class: 'soft'}, 'Every promise is derived again from the two files and the policy. What is not proven is named.'),
            this.files.box, check('The released rows stand in another order', {id: 'shuffled'}),
            el('div', {class: 'row'}, button('Verify', () => this.verify(), {id: 'verify', class: 'main'})), this.fault, this.found);
    }

    async verify() {
        replace(this.found);
        this.shownFault = undefined;
        this.say(null);
        const fault = await act('/api/verify', {...this.files.values(), shuffled: document.getElementById('shuffled').checked});
        if (fault) {
            this.say(fault);
        }
    }

    say(fault) {
        replace(this.fault, faultBox(this.files.say(fault)));
    }

    show(of) {
        const lines = (name, all) => (all?.length > 0 ? [el('h2', null, name), el('ul', null, all)] : null);
        const where = (fault) => [fault.row ? `row ${fault.row}` : '', fault.attribute ? `column ${fault.attribute}` : ''].filter(Boolean).join(', ');
        replace(this.found, el('div', {class: of.verdict === 'holds' ? 'verdict ready' : 'verdict', id: 'verdict'}, el('p', null, VERDICTS[of.verdict] ?? of.verdict)),
            lines('Faults', of.faults?.map((fault) => el('li', null, `${where(fault)}${where(fault) ? ': ' : ''}${fault.message}`))),
            lines('Promises', of.proofs?.map((proof) => el('li', null, `${proof.promise}: ${proof.holds ? 'kept' : proof.holds === false ? 'broken' : 'not decided'}, reached ${number(proof.achieved)}`))),
            lines('Proven', of.checks?.map((line) => el('li', null, line))),
            lines('Not decided', of.not_proven?.map((line) => el('li', null, line))), lines('Notes', of.notes?.map((line) => el('li', null, line))));
    }

    update(state) {
        this.files.suggest(state);
        const fault = JSON.stringify(state.faults.verify ?? null);
        if (fault !== (this.shownFault ?? 'null')) {
            this.shownFault = fault;
            this.say(state.faults.verify);
        }
        const found = state.outcomes.verify;
        const seen = JSON.stringify([found ?? null, state.job]);
        if (found && seen !== this.seen && state.job?.kind !== 'verify') {
            this.show(found.found);
        }
        this.seen = seen;
    }
}

export const verify = {id: 'verify', name: 'Verify a release', mount: (root) => new Verify(root)};
