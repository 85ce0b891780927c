// SPDX-License-Identifier: Apache-2.0
// Walks the whole road on the page of `kanon serve` in Chromium, on one table: opens it, changes roles, moves k, edits
// hierarchies, looks at recodings, makes, writes, verifies and attacks a release, undoes and reloads. Looks at each step
// by axe at three widths, in light and dark, and makes sure that the command line which the page shows gives the same bytes.
//
// usage: node road.mjs CHROMIUM PROGRAM FOLDER TABLE [PICTURES]      exit status 1 if anything was found
import {execFileSync} from 'node:child_process';
import {readFileSync, renameSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {look as lookBy} from './axe.mjs';
import {openPage, startBrowser, startServer} from './served.mjs';

const [chromium, givenProgram, folder, file, pictures] = process.argv.slice(2);
const program = resolve(givenProgram);
const LONG = 900_000;  // the largest table takes minutes on a machine that is busy
const faults = [];

function hold(is, what) {
    if (!is) {
        faults.push(what);
    }
}

const look = (page, step) => lookBy(page, step, faults, pictures && join(pictures, `${step}.png`));

/** No job runs. */
async function settled(page) {
    await page.waitForTimeout(500);
    await page.waitForFunction(() => document.querySelector('#status')?.childElementCount === 0, null, {timeout: LONG});
    await page.waitForTimeout(100);
}

async function state(page) {
    return page.evaluate(() => fetch('/api/state').then((answer) => answer.json()));
}

async function begin(browser, server) {
    const {context, page} = await openPage(browser, server, faults, {bypassCSP: false});
    const began = performance.now();
    await page.goto(server.address);
    await page.waitForSelector('html[data-ready]');
    const seconds = server.seconds + (performance.now() - began) / 1000;  // without the browser's own start
    return {context, page, seconds};
}

async function openTable(page) {
    await look(page, 'start');
    await page.getByRole('button', {name: file, exact: true}).click();
    await page.waitForSelector('#next', {timeout: LONG});
    await look(page, 'open');
    await page.click('#next');
}

async function chooseRoles(page) {
    await page.waitForSelector('#role-0', {timeout: LONG});
    await settled(page);
    hold(await page.textContent('#effect-loss').then((text) => /of the detail/.test(text)), 'the loss of the roles is not said');
    await look(page, 'columns');
    // What the type and the ends are is said by hand, and taken back.
    const ends = page.locator('summary[id^=ends-]').first();
    if (await ends.count() > 0) {
        await ends.click();
        const top = page.locator('input[id^=top-]').first();
        await top.fill('not a number');
        await top.press('Enter');
        await page.waitForSelector('.fault');
        await top.fill('');
        await top.press('Enter');
        await page.waitForFunction(() => !document.querySelector('.fault'));
        await ends.click();
    }
    // By the keyboard alone, from the last column backward: sensitive, and back by Undo.
    const last = page.locator('select[id^=role-]').last();
    const before = await last.inputValue();
    await last.focus();
    await page.keyboard.press(before === 'sensitive' ? 'ArrowUp' : 'ArrowDown');
    await page.waitForFunction(() => !document.getElementById('undo').disabled);
    await page.locator('#undo').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(([id, value]) => document.getElementById(id).value === value, [await last.getAttribute('id'), before]);
    await settled(page);
    await page.click('#next');
}

async function choosePromise(page) {
    await page.waitForSelector('#k-slider');
    await settled(page);
    await page.locator('#k-slider').focus();
    for (let i = 0; i < 3; ++i) {
        await page.keyboard.press('ArrowRight');
    }
    await page.waitForFunction(() => fetch('/api/state').then((a) => a.json()).then((s) => s.policy.privacy['k-anonymity'] === 8), null, {timeout: LONG});
    await settled(page);
    await page.waitForSelector('svg.chart .chosen', {timeout: LONG}).catch(() => faults.push('the chosen point is not on the curve'));
    await settled(page);
    await look(page, 'promise');
    // What is wrong is said beside it, in the words of the command line.
    await page.fill('#k-number', '1');
    await page.press('#k-number', 'Enter');
    await page.waitForSelector('.fault');
    await page.fill('#k-number', '5');
    await page.press('#k-number', 'Enter');
    await page.waitForFunction(() => !document.querySelector('.fault'));
    await page.fill('#suppression', '5%');
    await page.press('#suppression', 'Enter');
    await settled(page);
    await page.click('#next');
}

async function editHierarchies(page) {
    await page.waitForSelector('#hierarchy-column');
    await page.waitForTimeout(500);
    await look(page, 'hierarchies');
    const columns = await page.locator('#hierarchy-column option').allTextContents();
    let grouped = false;
    for (const column of columns) {
        await page.selectOption('#hierarchy-column', column);
        await page.waitForFunction((name) => document.querySelector('main').textContent.includes(`Levels of ${name}`), column, {timeout: LONG});
        const values = Number((await page.locator('tbody tr').first().locator('td').first().textContent()).replace(/,/g, ''));
        if (values >= 4 && values <= 50) {
            await page.selectOption('#hierarchy-form', 'tree');
            await page.waitForSelector('#node-0', {timeout: LONG});
            await page.check('#node-0');
            await page.check('#node-1');
            await page.fill('#group-name', 'The first two');
            await page.click('#group');
            await page.waitForFunction(() => [...document.querySelectorAll('.tree strong')].some((one) => one.textContent === 'The first two'), null, {timeout: LONG});
            await look(page, 'tree');
            for (let i = 0; i < 2; ++i) {
                const label = await page.textContent('#undo');
                await page.click('#undo');
                await page.waitForFunction((text) => document.getElementById('undo').textContent !== text, label);
            }
            grouped = true;
            break;
        }
    }
    hold(grouped, 'no column was grouped by hand');
    await page.click('#next');
}

async function lookAtSpace(page) {
    await page.click('#look');
    await page.waitForTimeout(300);
    await settled(page);
    if (await page.locator('.fault').count() === 0) {
        await page.waitForSelector('svg .node', {timeout: LONG});
        // By the keyboard: into the picture, and to another node of it.
        if (await page.locator('svg.lattice .node').count() > 1) {
            await page.locator('svg.lattice [tabindex="0"]').focus();
            await page.keyboard.press('ArrowUp');
            await page.keyboard.press('ArrowDown');
            await page.keyboard.press('Enter');
            hold(/Loss/.test(await page.textContent('#node')), 'the lattice does not answer to keys');
        }
        await page.selectOption('#space-form', 'losses');
        await page.locator('svg.chart:not(.lattice) .node').first().waitFor();
        await page.selectOption('#space-form', 'lattice');
        await page.locator('td button').first().click();
        await page.waitForSelector('#take');
        await look(page, 'recodings');
        await page.click('#take');
        await page.waitForFunction(() => document.getElementById('undo').textContent.includes('Take'));
        await page.click('#undo');
    } else {
        faults.push(`recodings: ${await page.textContent('.fault')}`);
    }
    await page.click('#next');
}

async function makeResult(page) {
    await page.click('#make');
    await page.waitForSelector('#verdict', {timeout: LONG});
    await page.waitForSelector('#sheet td', {timeout: LONG});
    await look(page, 'result');
    await page.locator('#sheet').evaluate((box) => { box.scrollTop = box.scrollHeight; });
    const rows = (await state(page)).outcomes.run.found.rows;
    await page.waitForFunction((last) => [...document.querySelectorAll('#sheet tbody th')].some((one) => one.textContent === last),
        rows.toLocaleString('en-US'), {timeout: 20_000}).catch(() => faults.push('the last row cannot be seen'));
    await page.selectOption('#row-order', 'classes');
    await page.waitForTimeout(500);
    await page.locator('#sheet tbody tr').first().hover();
    hold((await page.locator('tr.lit').count()) >= 2, 'no class is lit up');
    const open = page.locator('[id^=reason-]');
    for (let left = await open.count(); left > 0; --left) {
        const code = (await open.nth(left - 1).getAttribute('id')).replace('reason-', '');
        await page.fill(`#reason-${code}`, 'this table is fictitious');
        await page.click(`#accept-${code}`);
        await page.waitForFunction((text) => document.getElementById('undo').textContent.includes(text), code);
        await page.click('#make');
        await page.waitForSelector('#verdict', {timeout: LONG});
        await settled(page);
    }
    hold(await page.locator('#verdict.ready').count() === 1, 'the release is not ready though every warning is accepted');
    await page.click('#next');
}

async function writeRelease(page) {
    await page.waitForSelector('#write');
    await look(page, 'release');
    await page.click('#write');
    await page.waitForSelector('#release-text', {timeout: LONG});
    const {repeat} = await state(page);
    const written = join(folder, repeat.files.output);
    renameSync(written, `${written}.page`);
    for (const name of [repeat.files.summary, repeat.files.report, repeat.files.recoding]) {
        renameSync(join(folder, name), join(folder, `${name}.page`));
    }
    execFileSync('sh', ['-c', repeat.shell.replace(/^kanon/, `'${program}'`)], {cwd: folder, stdio: 'ignore'});
    hold(readFileSync(written).equals(readFileSync(`${written}.page`)), 'the command line gives other bytes than the page');
    hold(readFileSync(join(folder, repeat.files.recoding)).equals(readFileSync(join(folder, `${repeat.files.recoding}.page`))), 'the recodings differ');
}

async function verifyAndAttack(page) {
    await page.click('#go-verify');
    await page.waitForSelector('#verify');
    await page.click('#verify');
    await page.waitForSelector('#verdict', {timeout: LONG});
    hold(await page.locator('#verdict.ready').count() === 1, 'the release is not verified');
    await look(page, 'verify');
    await page.click('#go-link');
    await page.waitForSelector('#attack');
    await page.fill('#of-outside', file);
    await page.click('#attack');
    await page.waitForSelector('#linked table', {timeout: LONG});
    await look(page, 'attack');
}

/** What was done is there again after a reload, and in a second tab. */
async function reload(page, context) {
    const before = await state(page);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    const after = await state(page);
    hold(before.policy_text === after.policy_text && after.undo.length === before.undo.length, 'a reload loses what was done');
    const second = await context.newPage();
    await second.goto(new URL(page.url()).origin);
    await second.waitForSelector('html[data-ready]');
    hold((await second.textContent('#file-line')).startsWith(file), 'a second tab shows something else');
    await second.close();
}

const server = await startServer(program, folder);
const browser = await startBrowser(chromium);
const steps = [openTable, chooseRoles, choosePromise, editHierarchies, lookAtSpace, makeResult, writeRelease, verifyAndAttack];
try {
    const {context, page, seconds} = await begin(browser, server);
    console.log(`first page after ${seconds.toFixed(2)} s`);
    for (const step of steps) {
        try {
            await step(page);
        } catch (error) {
            if (pictures) {
                await page.screenshot({path: join(pictures, 'fault.png'), fullPage: true});
            }
            throw new Error(`${step.name}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
        }
    }
    await reload(page, context);
} catch (error) {
    faults.push(error.message);
}
await browser.close();
await server.end();
console.log(`${faults.length === 0 ? 'good   ' : 'FAULTS '} ${file}`);
for (const fault of [...new Set(faults)]) {
    console.log(`    ${fault}`);
}
process.exit(faults.length === 0 ? 0 : 1);
