// SPDX-License-Identifier: Apache-2.0
// Measures how the rows before and after scroll on the page of `kanon serve`: frames a second, and the memory of the tab.
// The release is made by datafly, which is quick; what is measured does not depend on the method.
//
// usage: node scroll.mjs CHROMIUM PROGRAM FOLDER TABLE [SECONDS]      5 seconds unless said; prints one line of JSON
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

/** Megabytes of the tab's process by three measures: `private`, what it alone has, which is what Chromium's own task
 *  manager calls its memory; `pss`, with its share of what processes share, above all Chromium's own code; `rss`, all of that. */
async function tabMegabytes(session) {
    const {processInfo} = await session.send('SystemInfo.getProcessInfo');
    const sizes = processInfo.filter(({type}) => type === 'renderer').map(({id}) => {
        const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
        const of = (name) => Number(text.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0) / 1024;
        return {private: of('Private_Clean') + of('Private_Dirty'), pss: of('Pss'), rss: of('Rss')};
    });
    const most = sizes.sort((a, b) => b.pss - a.pss)[0];
    return Object.fromEntries(Object.entries(most).map(([name, size]) => [name, Math.round(size)]));
}

/** The greatest of each measure while something lasts. */
async function peakOf(session, doing) {
    const peak = {};
    let isOver = false;
    const watch = (async () => {
        while (!isOver) {
            for (const [name, size] of Object.entries(await tabMegabytes(session))) {
                peak[name] = Math.max(peak[name] ?? 0, size);
            }
            await new Promise((done) => { setTimeout(done, 250); });
        }
    })();
    const result = await doing;
    isOver = true;
    await watch;
    return {result, peak};
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
const session = await browser.newBrowserCDPSession();
const empty = await tabMegabytes(session);
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
const {result, peak} = await peakOf(session, scroll(page, Number(seconds) * 1000));
const times = result.sort((a, b) => a - b);
const own = await page.context().newCDPSession(page);
const metrics = await own.send('Runtime.getHeapUsage');
await own.send('HeapProfiler.collectGarbage');
await page.waitForTimeout(500);
const swept = await tabMegabytes(session);
console.log(JSON.stringify({
    frames_per_second: Number((1000 * times.length / times.reduce((sum, time) => sum + time, 0)).toFixed(1)),
    median_ms: Number(times[Math.floor(times.length / 2)].toFixed(1)), slowest_ms: Number(times.at(-1).toFixed(1)),
    heap_mb: Number((metrics.usedSize / 2 ** 20).toFixed(1)), tab_mb: peak, swept_tab_mb: swept, empty_tab_mb: empty, faults,
}));
await browser.close();
await server.end();
