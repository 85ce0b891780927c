// SPDX-License-Identifier: Apache-2.0
// Looks at pages and pictures in Chromium, at three widths, in light and dark: what axe finds, words that are
// broken, pages that are wider than the screen, texts and lines of pictures that stand out too little, and
// whatever a page asks for besides itself.
//
// usage: node look.mjs CHROMIUM FILE...      exit status 1 if anything was found
import {readFileSync} from 'node:fs';
import {basename, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import axe from 'axe-core';
import {chromium} from 'playwright-core';

const WIDTHS = [320, 768, 1280];
const SCHEMES = ['light', 'dark'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// Runs in the page: plain words of up to 20 letters that stand on more than one line, though nothing in them
// lets a line end.
function brokenWords() {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const word of node.data.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{2,20}(?![\p{L}\p{N}])/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.bottom)));
            // Scripts without blanks break anywhere.
            if (lines.size > 1 && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word[0])) {
                found.push(word[0]);
            }
        }
    }
    return found;
}

// Runs in the page: whether it is wider than the screen, and by what.
function overflowing() {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) {
        return [];
    }
    return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > width + 0.5)
        .map((element) => `${element.tagName} ${element.textContent.slice(0, 30)}`)
        .slice(0, 3);
}

// Runs in the page: parts of pictures and bars that stand out from what is behind them by less than 4.5 to 1
// (texts) or 3 to 1 (all else but the grid).
function faint() {
    const luminance = (color) => {
        const [r, g, b] = color.match(/[\d.]+/g).map(Number).map((part) => {
            const value = part / 255;
            return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
    };
    const behind = (element) => {
        const box = element.getBoundingClientRect();
        const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        for (const below of stack.slice(stack.indexOf(element) + 1)) {
            const fill = getComputedStyle(below).fill;
            if (['rect', 'circle', 'path'].includes(below.tagName) && fill !== 'none') {
                return fill;
            }
        }
        return null;
    };
    const found = [];
    const hold = (element, color, background, least) => {
        const ratio = contrast(color, background);
        if (ratio < least) {
            found.push(`${element.tagName} .${element.getAttribute('class')} ${ratio.toFixed(2)}: ${color} on ${background}`);
        }
    };
    const page = document.querySelector('svg .page');
    for (const text of document.querySelectorAll('svg text')) {
        const background = behind(text);
        if (background === null) {
            found.push(`no background behind ${text.textContent}`);
        } else {
            hold(text, getComputedStyle(text).fill, background, 4.5);
        }
    }
    if (page === null && document.querySelector('svg')) {
        found.push('a picture without a background');
    }
    for (const line of document.querySelectorAll('svg path, svg circle, svg rect:not(.page)')) {
        if (page !== null && !line.classList.contains('g')) {
            hold(line, getComputedStyle(line).stroke, getComputedStyle(page).fill, 3);
        }
    }
    for (const bar of document.querySelectorAll('.bar')) {
        hold(bar, getComputedStyle(bar).backgroundColor, getComputedStyle(document.body).backgroundColor, 3);
    }
    return [...new Set(found)];
}

async function load(page, file) {
    if (file.endsWith('.svg')) {
        // A picture as it stands in a page: axe takes no other.
        const picture = readFileSync(file, 'utf-8');
        await page.setContent(`<!doctype html><html lang="en"><title>a picture</title><style>body{margin:0}</style>
            <main><h1 hidden>a picture</h1>${picture}</main></html>`);
    } else {
        await page.goto(pathToFileURL(resolve(file)).href);
    }
}

async function faultsOf(page, file) {
    const picture = file.endsWith('.svg');
    await load(page, file);
    await page.evaluate(axe.source);
    const result = await page.evaluate(
        (tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}}), TAGS);
    const faults = result.violations
        .filter((rule) => !(picture && rule.id === 'page-has-heading-one'))
        .map((rule) => `axe ${rule.id}: ${rule.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(' | ')}`);
    if (!picture) {
        faults.push(...(await page.evaluate(brokenWords)).map((word) => `broken word: ${word}`));
        faults.push(...(await page.evaluate(overflowing)).map((what) => `wider than the screen: ${what}`));
    }
    faults.push(...(await page.evaluate(faint)).map((what) => `faint: ${what}`));
    return faults;
}

async function look(browser, file) {
    const found = new Set();
    for (const colorScheme of SCHEMES) {
        for (const width of file.endsWith('.svg') ? [2400] : WIDTHS) {
            const context = await browser.newContext({colorScheme, viewport: {width, height: 2400}});
            const page = await context.newPage();
            page.on('request', (request) => {
                if (request.url() !== pathToFileURL(resolve(file)).href) {
                    found.add(`asks for ${request.url()}`);
                }
            });
            page.on('console', (message) => found.add(`console: ${message.text()}`));
            for (const fault of await faultsOf(page, file)) {
                found.add(`${width} px, ${colorScheme}: ${fault}`);
            }
            await context.close();
        }
    }
    return [...found];
}

const [executablePath, ...files] = process.argv.slice(2);
const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
           '--disable-component-update', '--disable-sync'],
});
let status = 0;
for (const file of files) {
    const faults = await look(browser, file);
    console.log(`${faults.length === 0 ? 'good   ' : 'FAULTS '} ${basename(file)}`);
    for (const fault of faults) {
        console.log(`    ${fault}`);
        status = 1;
    }
}
await browser.close();
process.exit(status);
