// SPDX-License-Identifier: Apache-2.0
// The server: what is read, what is changed, and what it tells by itself.

async function answerOf(response) {
    const type = response.headers.get('Content-Type') ?? '';
    const body = type.startsWith('application/json') ? await response.json() : {message: await response.text()};
    return response.ok ? {ok: true, body} : {ok: false, fault: body};
}

async function ask(path, options) {
    try {
        return await answerOf(await fetch(path, options));
    } catch {
        return {ok: false, fault: {message: 'The program does not answer. Was it ended? Start `kanon serve` again.'}};
    }
}

/** Read: {ok, body} or {ok, fault: {message, code, attribute}}. */
export function get(path, words = {}) {
    const query = new URLSearchParams(words).toString();
    return ask(query ? `${path}?${query}` : path, {headers: {'X-Kanon': '1'}});
}

/** Change something; the body of the answer is the new state. */
export function post(path, body = {}) {
    return ask(path, {
        method: 'POST',
        headers: {'X-Kanon': '1', 'Content-Type': 'application/json'},
        body: JSON.stringify(body),
    });
}

/** Hand a file over, as a stream. */
export function upload(file) {
    return ask(`/api/upload?${new URLSearchParams({name: file.name})}`, {
        method: 'POST',
        headers: {'X-Kanon': '1', 'Content-Type': 'application/octet-stream'},
        body: file,
    });
}

/** Listen: handlers by kind of event, each called with its data. */
export function listen(handlers) {
    const source = new EventSource('/api/events');
    for (const [kind, handler] of Object.entries(handlers)) {
        source.addEventListener(kind, (event) => handler(event.data));
    }
    source.addEventListener('open', () => handlers.open?.());
    source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) {  // too many pages, or the program was ended: try again
            setTimeout(() => listen(handlers), 2000);
        }
    });
}
