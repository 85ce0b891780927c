// SPDX-License-Identifier: Apache-2.0
// The frame of the page: tabs, steps, what runs, and how to repeat it all.
import {act, app, onProgress, onState, start} from './app.js';
import {button, el, faultBox, replace} from './dom.js';
import {count, sentence, short} from './format.js';
import {open} from './steps/open.js';
import {columns} from './steps/columns.js';
import {promise} from './steps/promise.js';
import {hierarchies} from './steps/hierarchies.js';
import {space} from './steps/space.js';
import {result} from './steps/result.js';
import {release} from './steps/release.js';
import {verify} from './tabs/verify.js';
import {link} from './tabs/link.js';

const STEPS = [open, columns, promise, hierarchies, space, result, release];
const TABS = [{id: 'anonymize', name: 'Anonymize a table'}, verify, link];
const JOBS = {open: 'Reading the file', curve: 'Drawing the curve', run: 'Making the release',
    space: 'Looking at all recodings', release: 'Writing the release', verify: 'Verifying', link: 'Attacking the release'};

const at = (id) => document.getElementById(id);
let shown = null;  // what is mounted
let place = {tab: 'anonymize', step: 'open'};

/** Where the page is stands in its address, so that a reload comes back to it. */
function placeOfAddress() {
    const [tab, step] = location.hash.slice(1).split('/');
    return {tab: TABS.some((one) => one.id === tab) ? tab : 'anonymize',
        step: STEPS.some((one) => one.id === step) ? step : 'open'};
}

function go(tab, step) {
    location.hash = tab === 'anonymize' ? `${tab}/${step}` : tab;
}

function navButtons(parent, items, current, onclick) {
    replace(parent, items.map((item) => button(item.text ?? item.name, () => onclick(item.id),
        {id: `go-${item.id}`, 'aria-current': item.id === current ? (parent.id === 'steps' ? 'step' : 'page') : null,
            disabled: item.disabled})));
}

function showNav() {
    const isRead = Boolean(app.state?.policy);
    navButtons(at('tabs'), TABS, place.tab, (id) => go(id, place.step));
    at('steps').hidden = place.tab !== 'anonymize';
    navButtons(at('steps'), STEPS.map((step, i) => ({id: step.id, text: `${i + 1} ${step.name}`, disabled: !isRead && i > 0})),
        place.step, (id) => go('anonymize', id));
}

function mount(moved) {
    const part = place.tab === 'anonymize' ? STEPS.find((step) => step.id === place.step)
        : TABS.find((tab) => tab.id === place.tab);
    shown?.leave?.();
    at('step').replaceChildren();
    shown = part.mount(at('step'), {next: nextStep});
    shown.update(app.state);
    showNav();
    document.title = `${part.name} - kanon`;
    if (moved) {
        at('step').focus();
        window.scrollTo(0, 0);
    }
}

function nextStep() {
    const i = STEPS.findIndex((step) => step.id === place.step);
    go('anonymize', STEPS[Math.min(i + 1, STEPS.length - 1)].id);
}

function showStatus(state, progress) {
    const job = state.job;
    if (!job) {
        replace(at('status'));
        return;
    }
    const share = progress?.total > 0 ? progress.done / progress.total : null;
    replace(at('status'), el('span', null, `${JOBS[job.kind] ?? job.kind}…`),
        el('progress', {max: '1', 'aria-label': JOBS[job.kind] ?? job.kind, ...(share === null ? {} : {value: share})}),
        button('Cancel', () => act('/api/cancel', {}), {id: 'cancel'}));
}

function showTop(state) {
    const file = state.file;
    at('file-line').textContent = file
        ? `${file.name}${file.read ? ` · ${count(file.rows)} rows · ${count(file.columns)} columns` : ''}`
        : state.network ? 'No file is open. All who know the password work on the same one.' : 'No file is open. Nothing leaves this machine.';
    for (const [id, past] of [['undo', state.undo], ['redo', state.redo]]) {
        at(id).disabled = past.length === 0;
        at(id).textContent = past.length > 0 ? `${sentence(id)}: ${short(past.at(-1))}` : sentence(id);
        at(id).title = past.at(-1) ?? '';
    }
}

let repeatShown = '';

function showRepeat(state) {
    const repeat = state.repeat;
    const text = JSON.stringify([repeat, state.policy_text]);
    if (text === repeatShown) {
        return;
    }
    repeatShown = text;
    const wasOpen = at('repeat').querySelector('details')?.open;
    if (!repeat) {
        replace(at('repeat'));
        return;
    }
    replace(at('repeat'), el('details', {open: wasOpen}, el('summary', {id: 'repeat-summary'}, 'How to repeat this without the page'),
        el('p', {class: 'soft'}, `In ${repeat.folder}, once ${repeat.files.policy} is saved there`
            + (state.file.upload ? ` and the dropped file is there as ${state.file.name}` : '') + ':'),
        el('h2', null, 'Command line'), el('pre', {id: 'shell-lines', tabindex: '0'}, repeat.shell),
        el('h2', null, 'Python'), el('pre', {id: 'python-lines', tabindex: '0'}, repeat.python),
        el('h2', null, 'Policy'), el('pre', {id: 'policy-lines', tabindex: '0'}, state.policy_text)));
}

function update(state) {
    showTop(state);
    showStatus(state);
    showRepeat(state);
    if (!state.policy && place.tab === 'anonymize' && place.step !== 'open') {
        go('anonymize', 'open');
        return;
    }
    showNav();
    shown?.update(state);
}

/** A file that is dropped beside its place must not take the place of the page. */
function keepPage() {
    for (const kind of ['dragover', 'drop']) {
        window.addEventListener(kind, (event) => event.preventDefault());
    }
}

async function begin() {
    keepPage();
    at('undo').addEventListener('click', () => act('/api/undo', {}));
    at('redo').addEventListener('click', () => act('/api/redo', {}));
    place = placeOfAddress();
    if (!await start()) {
        replace(at('step'), faultBox({message: 'The program does not answer. Start `kanon serve` again and open its new address.'}));
        return;
    }
    mount(false);
    update(app.state);
    onState(update);
    onProgress((progress) => app.state.job && showStatus(app.state, progress));
    window.addEventListener('hashchange', () => {
        place = placeOfAddress();
        mount(true);
    });
    document.documentElement.dataset.ready = 'true';
}

begin();
