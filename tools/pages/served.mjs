// SPDX-License-Identifier: Apache-2.0
// A `kanon serve` of its own and a browser that looks at it, for the checks of the page.
import {spawn} from 'node:child_process';
import {chromium} from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];

/** Start the program in a folder: its first address, and how to end it. */
export function startServer(program, folder, flags = []) {
    return new Promise((resolve, reject) => {
        const began = performance.now();
        const child = spawn(program, ['serve', folder, '--no-open', ...flags], {stdio: ['ignore', 'pipe', 'pipe']});
        let text = '';
        child.stderr.on('data', (part) => process.stderr.write(part));
        child.on('exit', (code) => reject(new Error(`kanon serve ended with ${code}`)));
        child.stdout.on('data', (part) => {
            text += part;
            const found = text.match(/https?:\S+/);
            if (found && text.includes('Ctrl-C')) {
                resolve({address: found[0], origin: new URL(found[0]).origin, child, seconds: (performance.now() - began) / 1000,
                    end: () => new Promise((done) => { child.removeAllListeners('exit'); child.on('exit', done); child.kill('SIGTERM'); })});
            }
        });
    });
}

export function startBrowser(executablePath) {
    return chromium.launch({executablePath, args: FLAGS});
}

/** A page that fails on errors of scripts and on requests to elsewhere; `faults` gathers them. */
export async function openPage(browser, server, faults, options = {}) {
    const context = await browser.newContext({viewport: {width: 1440, height: 1000}, ...options});
    const page = await context.newPage();
    page.on('request', (request) => {
        if (!request.url().startsWith(server.origin) && !request.url().startsWith('blob:')) {
            faults.push(`asks for ${request.url()}`);
        }
    });
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
    page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
            faults.push(`console: ${message.text()}`);
        }
    });
    return {context, page};
}
