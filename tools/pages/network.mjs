// SPDX-License-Identifier: Apache-2.0
// Comes in over the network as a browser does: `kanon serve --listen` asks for its password, a wrong one is refused, the right
// one opens the page, and a second browser sees the same table. Looks at the page that asks by axe.
//
// usage: node network.mjs CHROMIUM PROGRAM FOLDER TABLE PASSWORD_FILE [PICTURES]      exit status 1 if anything was found
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {look} from './axe.mjs';
import {openPage, startBrowser, startServer} from './served.mjs';

const [chromium, program, folder, table, passwordFile, pictures] = process.argv.slice(2);
const password = readFileSync(passwordFile, 'utf8').trim();
const faults = [];

function hold(is, what) {
    if (!is) {
        faults.push(what);
    }
}

/** A browser of its own, whose user goes on after the warning that nobody vouches for the certificate. */
async function comeIn(browser, server, words) {
    const {context, page} = await openPage(browser, server, faults, {ignoreHTTPSErrors: true});
    await page.goto(server.address);
    await page.waitForSelector('#password');
    for (const word of words) {
        await page.waitForSelector('html[data-ready]');
        await page.fill('#password', word);
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('.fault') || !document.querySelector('#login'));
    }
    return {context, page};
}

const server = await startServer(resolve(program), folder, ['--listen', '127.0.0.1', '--password-file', passwordFile]);
const browser = await startBrowser(chromium);
try {
    const stranger = await comeIn(browser, server, ['this is a guess']);
    hold(/not the password/.test(await stranger.page.textContent('.fault')), 'a wrong password is not refused in words');
    await look(stranger.page, 'password', faults, pictures && join(pictures, 'password.png'));
    const one = await comeIn(browser, server, [password]);
    await one.page.getByRole('button', {name: table, exact: true}).click();
    await one.page.waitForSelector('#next');
    hold(!one.page.url().includes(password), 'the password stands in the address');
    const cookies = await one.context.cookies();
    hold(cookies.length === 1 && cookies[0].secure && cookies[0].httpOnly && cookies[0].sameSite === 'Strict', 'the cookie is open');
    const other = await comeIn(browser, server, [password]);
    await other.page.waitForSelector('html[data-ready]');
    await other.page.waitForFunction((name) => document.getElementById('file-line').textContent.startsWith(name), table);
    hold(!(await other.page.textContent('body')).includes('Nothing leaves this machine'), 'the page says that nothing leaves the machine');
    await one.page.reload();
    await one.page.waitForSelector('#file-line');
} catch (error) {
    faults.push(error.message.split('\n').slice(0, 3).join(' '));
}
await browser.close();
await server.end();
console.log(`${faults.length === 0 ? 'good   ' : 'FAULTS '} over the network`);
for (const fault of [...new Set(faults)]) {
    console.log(`    ${fault}`);
}
process.exit(faults.length === 0 ? 0 : 1);
