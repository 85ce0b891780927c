// SPDX-License-Identifier: Apache-2.0
// What the page knows: the server's state, and what is asked of it. Parts of the page listen to changes.
import {get, listen, post} from './api.js';

const listeners = new Set();
const pointListeners = new Set();
const progressListeners = new Set();

export const app = {
    state: null,
    catalogue: null,
};

export function onState(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

export function onPoint(listener) {
    pointListeners.add(listener);
    return () => pointListeners.delete(listener);
}

export function onProgress(listener) {
    progressListeners.add(listener);
}

function take(state) {
    if (app.state && state.version < app.state.version) {
        return;
    }
    app.state = state;
    for (const listener of [...listeners]) {
        listener(state);
    }
}

export async function refresh() {
    const answer = await get('/api/state');
    if (answer.ok) {
        take(answer.body);
    }
    return answer;
}

/** Change something. Gives null, or what was wrong. */
export async function act(path, body) {
    const answer = await post(path, body);
    if (answer.ok) {
        take(answer.body);
        return null;
    }
    return answer.fault;
}

/** Change keys of the policy: [[path, value], ...]; null takes a key away. */
export function change(label, changes) {
    return act('/api/policy', {label, changes: changes.map(([at, value]) => ({at, value}))});
}

export async function start() {
    const [catalogue] = await Promise.all([get('/api/catalogue'), refresh()]);
    app.catalogue = catalogue.ok ? catalogue.body : null;
    listen({
        open: refresh,
        state: refresh,
        point: (data) => pointListeners.forEach((listener) => listener(JSON.parse(data))),
        progress: (data) => progressListeners.forEach((listener) => listener(JSON.parse(data))),
    });
    return catalogue.ok;
}

/** Columns that a policy gives a role. */
export function columnsOf(state, role) {
    return Object.entries(state.policy?.attributes ?? {}).filter(([, of]) => of.role === role).map(([name]) => name);
}

/** The k that a policy promises, or null. */
export function promisedK(state) {
    const asked = state.policy?.privacy?.['k-anonymity'];
    const value = asked !== null && typeof asked === 'object' ? asked.k : asked;
    return value === undefined ? null : Number(value);
}
