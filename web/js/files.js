// SPDX-License-Identifier: Apache-2.0
// Fields for files beneath the start folder, with those that are there to choose from.
import {get} from './api.js';
import {el, field, replace, tell} from './dom.js';

const OPEN = 'the open file';

export class Files {
    /** `fields`: [key, label, hint] each. */
    constructor(fields) {
        this.list = el('datalist', {id: 'files-there'});
        this.inputs = new Map(fields.map(([key]) => [key, el('input', {id: `of-${key}`, list: 'files-there', autocomplete: 'off'})]));
        this.box = el('div', {class: 'fields'}, fields.map(([key, label, hint]) => field(label, this.inputs.get(key), hint)), this.list);
        this.load();
    }

    async load() {
        const answer = await get('/api/files', {folder: ''});
        if (answer.ok) {
            const names = answer.body.files.filter((file) => !file.folder).map((file) => file.name);
            replace(this.list, [OPEN, ...names].map((value) => el('option', {value})));
        }
    }

    /** Names by key; under `open` the keys of which the file is the one that is open in the page. */
    values() {
        const all = [...this.inputs].map(([key, input]) => [key, input.value.trim()]);
        return {...Object.fromEntries(all.filter(([, text]) => text !== OPEN)), open: all.filter(([, text]) => text === OPEN).map(([key]) => key)};
    }

    /** Say a fault beside the file that it is about; gives it back if it is about none. */
    say(fault) {
        this.inputs.forEach((input) => tell(input, null));
        const found = fault && [...this.inputs].find(([key, input]) => fault.message === `name the file: ${key}`
            || (input.value.trim() !== '' && fault.message.startsWith(`${input.value.trim()}: `)));
        if (found) {
            tell(found[1], fault);
        }
        return found ? null : fault;
    }

    /** What was released last is what is looked at first. */
    suggest(state) {
        const released = state.outcomes.release?.found;
        const known = {original: state.file?.upload ? OPEN : state.file?.name, release: released?.output, policy: released?.policy, summary: released?.summary};
        for (const [key, input] of this.inputs) {
            if (input.value === '' && known[key] && !input.dataset.suggested) {
                input.value = known[key];
                input.dataset.suggested = 'true';
            }
        }
    }
}
