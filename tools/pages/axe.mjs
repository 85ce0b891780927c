// SPDX-License-Identifier: Apache-2.0
// What axe finds on a page of `kanon serve`, and whether it is wider than the screen: at three widths, in light and dark.
import axe from 'axe-core';

const WIDTHS = [390, 820, 1440];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Runs in the page: what stands out of it to the right. */
function tooWide() {
    const width = document.documentElement.clientWidth;
    return document.documentElement.scrollWidth <= width ? [] : [...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > width + 1).map((one) => `${one.tagName}.${one.className}`).slice(0, 3);
}

/** `faults` gathers what is found; `picture`: a file for a picture of the page. */
export async function look(page, step, faults, picture) {
    // What axe needs is put in by the browser's own hand: the page's rules allow no script of others.
    if (!await page.evaluate(() => 'axe' in window)) {
        await page.evaluate(axe.source);
    }
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({colorScheme, reducedMotion: 'reduce'});
        for (const width of WIDTHS) {
            await page.setViewportSize({width, height: 1000});
            await page.waitForTimeout(60);
            const found = await page.evaluate((tags) => window.axe.run(document, {runOnly: {type: 'tag', values: tags}}), TAGS);
            for (const rule of found.violations) {
                faults.push(`${step}, ${width} px, ${colorScheme}: axe ${rule.id}: ${rule.nodes.slice(0, 2).map((node) =>
                    `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
            }
            for (const one of await page.evaluate(tooWide)) {
                faults.push(`${step}, ${width} px: wider than the screen: ${one}`);
            }
        }
    }
    await page.emulateMedia({colorScheme: 'light'});
    await page.setViewportSize({width: 960, height: 720});
    if (picture) {
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({path: picture, fullPage: false});
    }
}
