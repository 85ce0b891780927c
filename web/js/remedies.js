// SPDX-License-Identifier: Apache-2.0
// What a warning or a fault says to do, as buttons can do it. No DOM.

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

/** How else a file may be read, as a line says that was written while it was: {text, settings} each. */
export function readingsOf(line) {
    const out = [];
    if (/(^|\W)--header\b/.test(line)) {
        out.push({text: 'The first line names the columns', settings: {header: 'true'}});
    }
    if (/--no-header\b/.test(line)) {
        out.push({text: 'The first line is a row', settings: {header: 'false'}});
    }
    if (/--date-format\b/.test(line)) {
        const formats = line.match(/\b[DMY]+[./-][DMY]+[./-][DMY]+\b/g) ?? ['DD/MM/YYYY', 'MM/DD/YYYY'];
        out.push(...formats.map((format) => ({text: `Dates are ${format}`, settings: {'date-format': format}})));
    }
    return out;
}

/** Remedies of a fault that is about one column of the policy. */
function remediesOfColumn({code, message, attribute}) {
    const at = ['attributes', attribute];
    if (/make the role sensitive/.test(message)) {
        return [{text: `Make ${attribute} sensitive`, label: `${attribute}: sensitive`, changes: [[[...at, 'role'], 'sensitive']]}];
    }
    if (code === 'bad_hierarchy') {
        return [{text: `Let kanon choose how ${attribute} becomes coarser`, label: `Hierarchy of ${attribute}`, changes: [[[...at, 'hierarchy'], null]]},
            {text: 'Go to the hierarchies', step: 'hierarchies'}];
    }
    if (/levels go up to|level that/.test(message)) {
        return [{text: `Allow all levels of ${attribute}`, label: `Levels of ${attribute}`, changes: [[[...at, 'levels'], null]]}];
    }
    return [{text: `Go to the column ${attribute}`, step: 'columns'}];
}

/** Remedies of a fault {code, message, attribute} of a job: {text, label, changes}, {text, step} or {text, force: true}. */
export function remediesOfFault(fault, policy) {
    const {message, attribute} = fault;
    const out = /--force\b/.test(message) ? [{text: 'Replace the file that is there', force: true}] : [];
    if (/named under person/.test(message)) {
        out.push({text: 'Count rows, not persons', label: 'Persons', changes: [[['person'], null]]});
    } else if (/there is no method/.test(message)) {
        out.push({text: 'Let kanon choose the method', label: 'Method auto', changes: [[['method'], 'auto']]});
    } else if (/no column is quasi-identifying/.test(message)) {
        out.push({text: 'Go to the columns', step: 'columns'});
    } else if (/smaller k|ask for (less|a greater one)|cannot be kept/.test(message)) {
        out.push({text: 'Go to the promise', step: 'promise'});
    } else if (attribute && policy?.attributes?.[attribute]) {
        out.push(...remediesOfColumn(fault));
    }
    if (/suppress/.test(message) && fault.code === 'infeasible') {
        out.push({text: 'Allow 5% of the rows to be suppressed', label: 'Suppression', changes: [[['suppression', 'max'], '5%']]});
    }
    return out;
}
