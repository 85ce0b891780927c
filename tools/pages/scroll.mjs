// SPDX-License-Identifier: Apache-2.0
// Measures how the rows before and after scroll on the page of `kanon serve`: frames a second, and the memory of the tab.
// The release is made by datafly, which is quick; what is measured does not depend on the method.
//
// usage: node scroll.mjs CHROMIUM PROGRAM FOLDER TABLE [SECONDS]      5 seconds unless said; prints one line of JSON
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {openPage, startBrowser, startServer} from './served.mjs';

const [chromium, program, folder, file, seconds = '5'] = process.argv.slice(2);
const LONG = 900_000;

function post(page, path, body) {
    return page.evaluate(([at, sent]) => fetch(at, {method: 'POST', body: JSON.stringify(sent),
        headers: {'Content-Type': 'application/json', 'X-Kanon': '1'}}).then((answer) => answer.ok), [path, body]);
}

async function settled(page) {
    await page.waitForTimeout(300);
    await page.waitForFunction(() => fetch('/api/state').then((answer) => answer.json()).then((state) => state.job === null), null, {timeout: LONG, polling: 500});
}

/** Megabytes that the tabs' processes have to themselves: shared pages are shared out. */
function tabMegabytes() {
    const pids = execFileSync('pgrep', ['-f', 'type=renderer'], {encoding: 'utf8'}).split('\n').filter(Boolean);
    const sizes = pids.map((pid) => Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0));
    return Math.max(...sizes) / 1024;
}

/** Scroll by about a page in each frame, to the end and back; gives the times between frames in ms. */
function scroll(page, milliseconds) {
    return page.evaluate((length) => new Promise((done) => {
        const box = document.getElementById('sheet');
        const times = [];
        const began = performance.now();
        let last = began;
        let step = box.clientHeight;
        const frame = (now) => {
            times.push(now - last);
            last = now;
            box.scrollTop += step;
            if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1 || box.scrollTop <= 0) {
                step = -step;
            }
            if (now - began < length) {
                requestAnimationFrame(frame);
            } else {
                done(times.slice(1));
            }
        };
        requestAnimationFrame(frame);
    }), milliseconds);
}

const server = await startServer(program, folder);
const browser = await startBrowser(chromium);
const faults = [];
const {page} = await openPage(browser, server, faults);
await page.goto(server.address);
await page.waitForSelector('html[data-ready]');
await post(page, '/api/open', {file});
await settled(page);
await post(page, '/api/policy', {label: 'quick', changes: [{at: ['method'], value: 'datafly'}]});
await page.reload();
await page.waitForSelector('html[data-ready]');
await page.getByRole('button', {name: 'Result'}).click();
await page.click('#make');
await page.waitForSelector('#sheet td', {timeout: LONG});
await settled(page);
const times = (await scroll(page, Number(seconds) * 1000)).sort((a, b) => a - b);
const metrics = await (await page.context().newCDPSession(page)).send('Runtime.getHeapUsage');
console.log(JSON.stringify({
    frames_per_second: Number((1000 * times.length / times.reduce((sum, time) => sum + time, 0)).toFixed(1)),
    median_ms: Number(times[Math.floor(times.length / 2)].toFixed(1)), slowest_ms: Number(times.at(-1).toFixed(1)),
    heap_mb: Number((metrics.usedSize / 2 ** 20).toFixed(1)), tab_mb: Number(tabMegabytes().toFixed(0)), faults,
}));
await browser.close();
await server.end();
