// SPDX-License-Identifier: Apache-2.0
// Numbers and lists as people read them. No DOM.

export function count(number) {
    return Math.round(number).toLocaleString('en-US');
}

export function counted(number, word, words = `${word}s`) {
    return `${count(number)} ${number === 1 ? word : words}`;
}

/** A share of 1 as a percentage: 12 %, 1.3 %, 0.04 %. */
export function percent(share) {
    if (share === null || share === undefined || Number.isNaN(share)) {
        return 'not known';
    }
    const value = share * 100;
    const digits = value === 0 || Math.abs(value) >= 10 ? 0 : Math.abs(value) >= 1 ? 1 : 2;
    return `${value.toFixed(digits)} %`;
}

export function number(value, digits = 3) {
    return value === null || value === undefined ? '' : Number(value.toPrecision(digits)).toString();
}

export function bytes(size) {
    const units = ['B', 'KB', 'MB', 'GB', 'TB'];
    let at = 0;
    while (size >= 1000 && at < units.length - 1) {
        size /= 1000;
        ++at;
    }
    return `${at === 0 ? size : size.toPrecision(3)} ${units[at]}`;
}

/** Words in a row: a, b and c. */
export function list(words) {
    return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The first letter large. */
export function sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text that has room in a button. */
export function short(text, most = 30) {
    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The k that a curve is drawn at: the one asked for first, then from coarse to fine. */
export function curveSteps(k, most = 100) {
    const order = [2, 10, 50, 5, 20, 100, 3, 30, 7, 75, 15, 40, 4, 60, 25, 90, 12];
    return [k, ...order.filter((step) => step !== k && step <= most)];
}
