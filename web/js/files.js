// SPDX-License-Identifier: Apache-2.0
// Fields for files beneath the start folder, with those that are there to choose from.
import {get} from './api.js';
import {el, field, replace} from './dom.js';

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
            replace(this.list, answer.body.files.filter((file) => !file.folder).map((file) => el('option', {value: file.name})));
        }
    }

    values() {
        return Object.fromEntries([...this.inputs].map(([key, input]) => [key, input.value.trim()]));
    }

    /** What was released last is what is looked at first. */
    suggest(state) {
        const released = state.outcomes.release?.found;
        const known = {original: state.file?.upload ? '' : state.file?.name, release: released?.output, policy: released?.policy, summary: released?.summary};
        for (const [key, input] of this.inputs) {
            if (input.value === '' && known[key] && !input.dataset.suggested) {
                input.value = known[key];
                input.dataset.suggested = 'true';
            }
        }
    }
}
