// SPDX-License-Identifier: Apache-2.0
// Does wrong things on the page of `kanon serve`, one after the other: each must be said beside what is wrong, in the words of the
// command line, with a button where there is a remedy, which must work. Edits intervals on the histogram, and undoes how a file is
// read and its opening.
//
// usage: node mistakes.mjs CHROMIUM PROGRAM FOLDER TABLE      exit status 1 if anything was found
import {writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {look} from './axe.mjs';
import {openPage, startBrowser, startServer} from './served.mjs';

const [chromium, program, folder, table] = process.argv.slice(2);
const LONG = 60_000;
const faults = [];

function hold(is, what) {
    if (!is) {
        faults.push(what);
    }
}

async function settled(page) {
    await page.waitForTimeout(400);
    await page.waitForFunction(() => document.querySelector('#status')?.childElementCount === 0, null, {timeout: LONG});
    await page.waitForTimeout(200);
}

const state = (page) => page.evaluate(() => fetch('/api/state').then((answer) => answer.json()));
const open = (page, name) => page.getByRole('button', {name, exact: true}).click();
const beside = (page, input) => page.locator('.field', {has: page.locator(input)}).locator('.fault');

async function type(page, input, text) {
    await page.fill(input, text);
    await page.press(input, 'Enter');
}

/** What is typed is wrong, said beside the input, and good again once it is right. */
async function mistype(page, input, wrong, words, right) {
    await type(page, input, wrong);
    await beside(page, input).waitFor({timeout: LONG}).catch(() => faults.push(`${input}: nothing is said beside it`));
    hold(words.test(await beside(page, input).textContent().catch(() => '')), `${input}: not said: ${words}`);
    hold(await page.getAttribute(input, 'aria-invalid') === 'true', `${input} is not marked as wrong`);
    await type(page, input, right);
    await page.waitForFunction((of) => document.querySelector(of)?.getAttribute('aria-invalid') !== 'true', input, {timeout: LONG});
}

async function files(page) {
    writeFileSync(join(folder, 'unnamed.csv'), Array.from({length: 60}, (_, i) => `${i},${100 + i % 7}\n`).join(''));
    writeFileSync(join(folder, 'uneven.csv'), 'a,b\n1,2\n3\n');
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await open(page, 'uneven.csv');
    await page.waitForSelector('.fault');
    hold(/^uneven.csv:3: 1 cell where/.test(await page.textContent('.fault')), `not in the words of the command line: ${await page.textContent('.fault')}`);
    await open(page, 'unnamed.csv');
    await page.getByRole('button', {name: 'The first line names the columns'}).click({timeout: LONG});
    await settled(page);
    hold((await state(page)).file.rows === 59, 'the button does not name the columns');
    await page.click('#undo');
    await settled(page);
    hold((await state(page)).file.rows === 60, 'how a file is read is not undone');
    await page.locator('#corrections').click();
    await mistype(page, '#read-date-format', 'zzz', /DD.MM.YYYY/, '');
    await settled(page);
    await open(page, table);
    await settled(page);
    const before = await state(page);
    await open(page, 'unnamed.csv');
    await settled(page);
    await page.click('#undo');
    await settled(page);
    const after = await state(page);
    hold(after.file.name === table && after.policy_text === before.policy_text, 'the opening of another file is not undone');
}

async function promise(page) {
    await page.click('#go-promise');
    await page.waitForSelector('#k-number');
    await settled(page);
    await mistype(page, '#k-number', '1', /from 2/, '5');
    await mistype(page, '#suppression', '150%', /a share of more than 1/, '5%');
    await settled(page);
    await page.click('#model-more');
    await page.fill('#model-l', '1');
    await page.click('#model-add');
    await beside(page, '#model-l').waitFor({timeout: LONG}).catch(() => faults.push('a wrong l is not said beside it'));
    await look(page, 'mistakes', faults);
    await type(page, '#k-number', '100000');
    await page.getByRole('button', {name: 'Go to the promise'}).waitFor({timeout: LONG});
    hold(/fewer than k = 100000/.test(await page.textContent('section .fault')), 'too large a k is not said beside the curve');
    await page.click('#undo');
    await settled(page);
    hold(await page.locator('section .fault').count() === 0, 'what is undone is still said to be wrong');
}

async function hierarchies(page) {
    await page.click('#go-hierarchies');
    await page.selectOption('#hierarchy-column', 'age');
    await page.selectOption('#hierarchy-form', 'intervals');
    await page.waitForSelector('#widths');
    await mistype(page, '#widths', '5, 7', /no multiple/, '10, 20');
    await page.waitForSelector('#merge-1', {timeout: LONG});
    const bars = await page.locator('[id^=split-]').count();
    await page.click('#merge-1');
    await page.waitForFunction((all) => document.querySelectorAll('[id^=split-]').length === all - 1, bars, {timeout: LONG});
    await page.click('#split-1');
    await page.waitForFunction((all) => document.querySelectorAll('[id^=split-]').length === all, bars, {timeout: LONG});
    await look(page, 'intervals', faults);
    await page.click('#undo');
    await page.waitForFunction((all) => document.querySelectorAll('[id^=split-]').length === all - 1, bars, {timeout: LONG});
    await page.selectOption('#hierarchy-form', 'file');
    await type(page, '#hierarchy-load', 'none.csv');
    await page.getByRole('button', {name: 'Load it'}).click();
    await page.waitForSelector('.fault');
    await page.click('#go-result');
    await page.click('#make');
    await page.getByRole('button', {name: /Let kanon choose how age/}).click({timeout: LONG});
    await settled(page);
    hold((await state(page)).policy.attributes.age.hierarchy === undefined && await page.locator('main .fault').count() === 0, 'the remedy of a hierarchy does not work');
}

async function release(page) {
    await page.click('#go-release');
    await page.waitForSelector('#write');
    writeFileSync(join(folder, 'taken.csv'), 'x\n1\n');
    await page.fill('#file-output', '');
    await page.click('#write');
    await beside(page, '#file-output').waitFor();
    await page.fill('#file-output', 'taken.csv');
    await page.click('#write');
    await beside(page, '#file-output').waitFor({timeout: LONG});
    await page.getByRole('button', {name: 'Replace the file that is there'}).click();
    await page.waitForSelector('#release-text', {timeout: LONG});
    await page.click('#go-verify');
    await page.fill('#of-release', '');
    await page.click('#verify');
    await beside(page, '#of-release').waitFor({timeout: LONG});
}

const server = await startServer(resolve(program), folder);
const browser = await startBrowser(chromium);
const {page} = await openPage(browser, server, faults);
await page.goto(server.address);
await page.waitForSelector('html[data-ready]');
for (const part of [files, promise, hierarchies, release]) {
    try {
        await part(page);
    } catch (error) {
        faults.push(`${part.name}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
        break;
    }
}
await browser.close();
await server.end();
console.log(`${faults.length === 0 ? 'good   ' : 'FAULTS '} mistakes and their remedies`);
for (const fault of [...new Set(faults)]) {
    console.log(`    ${fault}`);
}
process.exit(faults.length === 0 ? 0 : 1);
