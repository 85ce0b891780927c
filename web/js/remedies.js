// SPDX-License-Identifier: Apache-2.0
// What a warning says to do, as changes of the policy that a button makes. No DOM.

const MOST_COLUMNS = 3;

/** Remedies of a warning {code, columns, remedy}: {text, label, changes} each, or {text, shuffle: true}. */
export function remediesOf({columns = [], remedy = ''}, privacy = {}) {
    const out = [];
    const has = (flag) => remedy.includes(`${flag})`) || remedy.includes(`${flag},`) || remedy.includes(`(${flag}`);
    if (has('--shuffle')) {
        out.push({text: 'Put the rows in random order', shuffle: true});
    }
    for (const column of columns.slice(0, MOST_COLUMNS)) {
        const at = ['attributes', column];
        if (has('--person')) {
            out.push({text: `Count persons by ${column}`, label: `Persons: ${column}`, changes: [[['person'], column]]});
        }
        if (has('--l-diversity')) {
            const before = privacy['l-diversity'];
            const asked = {attribute: column, l: 2};
            out.push({text: `Promise 2 different values of ${column} in each class`, label: `2-diversity of ${column}`,
                changes: [[['privacy', 'l-diversity'], before === undefined ? asked : [before, asked].flat()]]});
        }
        if (has('--round')) {
            for (const step of [10, 100, 1000]) {
                out.push({text: `Round ${column} to ${step}`, label: `Round ${column} to ${step}`, changes: [[[...at, 'round'], step]]});
            }
        }
        if (has('--qi')) {
            out.push({text: `Others may know ${column}`, label: `${column}: quasi-identifying`, changes: [[[...at, 'role'], 'quasi-identifying']]});
        }
        if (has('--drop')) {
            out.push({text: `Leave ${column} out`, label: `${column}: identifying`, changes: [[[...at, 'role'], 'identifying']]});
        }
    }
    return out;
}
