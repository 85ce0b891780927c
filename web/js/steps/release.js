// SPDX-License-Identifier: Apache-2.0
// The last step: write the release, its proof and the policy.
import {act, app} from '../app.js';
import {button, check, el, field, replace, tell} from '../dom.js';
import {showFault} from '../faults.js';

const FILES = [
    ['output', 'The release', 'CSV, TSV, JSON, Parquet or Excel, by the name'],
    ['policy', 'The policy', 'What was decided on this page, as kanon reads it'],
    ['summary', 'The summary', 'JSON: what was promised and proven; empty: not written'],
    ['report', 'The report', 'One page for people; empty: not written'],
    ['recoding', 'The recoding', 'To release later rows alike (--apply); empty: not written'],
];

class Release {
    constructor(root) {
        this.fault = el('div');
        this.done = el('div', {role: 'status', 'aria-live': 'polite', id: 'done'});
        this.inputs = new Map(FILES.map(([key]) => [key, el('input', {id: `file-${key}`})]));
        this.policyFault = el('div');
        this.policyFile = el('input', {id: 'policy-file'});
        replace(root, el('h1', null, 'Write the release'),
            el('p', {class: 'soft'}, 'The release is made and proven once more, written under private names, and moved into place only if every promise holds.'),
            el('div', {class: 'fields'}, FILES.map(([key, label, hint]) => field(label, this.inputs.get(key), hint))),
            check('Put the rows in random order', {id: 'shuffle',
                onchange: (event) => act('/api/shuffle', {on: event.target.checked})}), check('Replace files that are there', {id: 'force'}),
            el('div', {class: 'row'}, button('Write the release', () => this.write(), {id: 'write', class: 'main'})), this.fault, this.done,
            el('h2', null, 'The policy as a file'), el('p', {class: 'soft'}, 'What is done here and what stands in the file is one thing.'),
            field('File beneath the start folder', this.policyFile),
            el('div', {class: 'row'}, button('Open it', () => this.policy('/api/policy/open'), {id: 'open-policy'}),
                button('Save it', () => this.policy('/api/policy/save'), {id: 'save-policy'})), this.policyFault);
    }

    async write() {
        const body = Object.fromEntries([...this.inputs].map(([key, input]) => [key, input.value.trim()]));
        replace(this.done);
        replace(this.fault);
        this.shownFault = undefined;
        this.inputs.forEach((input) => tell(input, null));
        const unnamed = ['output', 'policy'].find((key) => body[key] === '');
        if (unnamed) {
            tell(this.inputs.get(unnamed), {message: 'A file needs a name.'});
            return;
        }
        const fault = await act('/api/release', {...body, force: document.getElementById('force').checked});
        if (fault) {
            this.say(fault);
        }
    }

    /** Beside the file that it is about, if it is about one. */
    say(fault) {
        const again = () => this.force(() => this.write());
        const input = fault && [...this.inputs.values()].find((one) => one.value !== '' && fault.message.startsWith(`${one.value.trim()}: `));
        if (!input) {
            showFault(this.fault, fault, again);
            return;
        }
        replace(this.fault);
        tell(input, fault, /--force\b/.test(fault.message) ? [button('Replace the file that is there', again)] : []);
    }

    force(again) {
        document.getElementById('force').checked = true;
        return again();
    }

    async policy(path) {
        const fault = await act(path, {file: this.policyFile.value.trim(), force: document.getElementById('force').checked});
        if (fault) {
            showFault(this.policyFault, fault, () => this.force(() => this.policy(path)));
        } else {
            replace(this.policyFault, el('p', {class: 'soft', role: 'status'}, 'Done.'));
        }
    }

    update(state) {
        const files = state.repeat?.files;
        if (files && JSON.stringify(files) !== this.seen) {
            this.seen = JSON.stringify(files);
            for (const [key, input] of this.inputs) {
                if (document.activeElement !== input) {
                    input.value = files[key];
                }
            }
            this.policyFile.value = state.policy_name;
            document.getElementById('shuffle').checked = files.shuffle;
        }
        const seen = JSON.stringify(state.faults.release ?? null);
        if (seen !== (this.shownFault ?? 'null')) {
            this.shownFault = seen;
            this.say(state.faults.release);
        }
        const found = state.outcomes.release;
        const text = found ? found.found.text : '';
        if (text !== this.text) {
            this.text = text;
            replace(this.done, found ? [el('h2', null, 'Written'), el('pre', {id: 'release-text', tabindex: '0'}, text),
                el('p', null, `In ${app.state.repeat?.folder}. The tab “Verify” proves it again from its files.`)] : null);
        }
    }
}

export const release = {id: 'release', name: 'Release', mount: (root) => new Release(root)};
