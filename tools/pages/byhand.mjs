// SPDX-License-Identifier: Apache-2.0
// Two more walks on the page of `kanon serve`: by the keyboard alone, from a file to its release; and over a table whose
// cells and names are HTML, of which nothing may come alive.
//
// usage: node byhand.mjs CHROMIUM PROGRAM FOLDER TABLE HOSTILE      exit status 1 if anything was found
import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {openPage, startBrowser, startServer} from './served.mjs';

const [chromium, program, folder, table, hostile] = process.argv.slice(2);
const LONG = 60_000;
const faults = [];

/** Press Tab until what is wanted has the focus. */
async function tabTo(page, wanted, key = 'Enter') {
    for (let i = 0; i < 400; ++i) {
        await page.keyboard.press('Tab');
        const here = await page.evaluate(() => [document.activeElement?.id, document.activeElement?.textContent]);
        if (here.includes(wanted)) {
            const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
            if (ring === 'none') {
                faults.push(`keyboard: the focus on ${wanted} cannot be seen`);
            }
            await page.keyboard.press(key);
            return;
        }
    }
    throw new Error(`keyboard: ${wanted} cannot be reached`);
}

async function byKeyboard(browser, server) {
    const {context, page} = await openPage(browser, server, faults);
    await page.goto(server.address);
    await page.waitForSelector('html[data-ready]');
    await page.getByRole('button', {name: table, exact: true}).waitFor();
    await tabTo(page, table);
    for (const [ready, title] of [['#next', 'columns'], ['#role-0', 'promise'], ['#k-slider', 'hierarchies'], ['#hierarchy-column', 'recodings'],
        ['#look', 'result']]) {
        await page.waitForSelector(ready, {timeout: LONG});
        await page.waitForTimeout(300);
        await tabTo(page, 'next');
        await page.waitForFunction((name) => location.hash.includes(name), title === 'recodings' ? 'space' : title);
    }
    await page.waitForSelector('#make');
    await tabTo(page, 'make');
    await page.waitForSelector('#verdict', {timeout: LONG});
    await tabTo(page, 'next');
    await page.waitForSelector('#write');
    await tabTo(page, 'write');
    await page.waitForSelector('#release-text', {timeout: LONG});
    if (!existsSync(join(folder, table.replace('.csv', '-release.csv')))) {
        faults.push('keyboard: there is no release');
    }
    const tree = await page.locator('body').ariaSnapshot();
    for (const part of ['main', 'navigation "Steps"', 'navigation "What to do"', 'heading "Write the release" [level=1]', 'textbox "The release"',
        'button "Write the release"', 'checkbox "Replace files that are there"', 'status']) {
        if (!tree.includes(part)) {
            faults.push(`a screen reader finds no ${part}`);
        }
    }
    await context.close();
}

async function overHostileCells(browser, server) {
    const {context, page} = await openPage(browser, server, faults);
    page.on('dialog', (dialog) => {
        faults.push('a cell ran a script');
        dialog.dismiss();
    });
    await page.goto(server.address);
    await page.waitForSelector('html[data-ready]');
    await page.getByRole('button', {name: hostile, exact: true}).click();
    const alive = async (step) => {
        const found = await page.evaluate(() => [...document.querySelectorAll('main img, main script, main iframe, main b:not(.tile b), main svg[onload], header img')].length);
        if (found > 0) {
            faults.push(`${step}: ${found} elements came out of cells`);
        }
    };
    await page.waitForSelector('.cells td', {timeout: LONG});
    await alive('open');
    for (const [step, ready] of [['columns', '#role-0'], ['promise', '#k-slider'], ['hierarchies', '#hierarchy-column option'], ['result', '#make']]) {
        await page.click(`#go-${step}`);
        await page.waitForSelector(ready, {state: 'attached', timeout: LONG});
        await page.waitForTimeout(700);
        await alive(step);
    }
    await page.click('#make');
    await page.waitForSelector('#sheet td', {timeout: LONG});
    await page.click('#groups');
    await alive('result');
    await page.click('#repeat-summary');
    await alive('repeat');
    await context.close();
}

const browser = await startBrowser(chromium);
for (const walk of [byKeyboard, overHostileCells]) {
    const server = await startServer(resolve(program), folder);
    try {
        await walk(browser, server);
    } catch (error) {
        faults.push(`${walk.name}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
    }
    await server.end();
}
await browser.close();
console.log(`${faults.length === 0 ? 'good   ' : 'FAULTS '} by keyboard, and over hostile cells`);
for (const fault of [...new Set(faults)]) {
    console.log(`    ${fault}`);
}
process.exit(faults.length === 0 ? 0 : 1);
