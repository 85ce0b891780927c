// SPDX-License-Identifier: Apache-2.0
// Privacy models in words. No page is needed for what is here, but readModel() takes its fields.

const ATTACKS = {
    'k-anonymity': 'somebody knows a person\'s age, sex or place, and finds the row.',
    'km-anonymity': 'somebody knows a few items of a person\'s list, and finds the list.',
    'l-diversity': 'Against: all rows of a class share one value, so that it is known without finding the row.',
    'p-sensitive': 'Against: all rows of a class share one value, or values of one kind.',
    'alpha-k': 'Against: nearly all rows of a class have one value.',
    'k-e': 'Against: the numbers of a class are so close that the class gives them away.',
    'lkc': 'Against: somebody knows a few of the columns and finds the row, or learns its sensitive value.',
    't-closeness': 'Against: a class differs from the whole table, and tells something of its people.',
    'beta-likeness': 'Against: a value is much more likely in a class than in the whole table.',
    'delta-disclosure': 'Against: a class makes a value much more or much less likely.',
};

/** The attack that a model answers, in words. */
export function attackOf(name) {
    return ATTACKS[name] ?? '';
}

/** A model of a policy as one line: `l-diversity of disease: kind distinct, l 3`. */
export function modelText(name, asked) {
    if (asked === null || typeof asked !== 'object') {
        return `${name}: ${asked}`;
    }
    const {attribute, ...others} = asked;
    const of = Array.isArray(attribute) ? attribute.join(', ') : attribute;
    const words = Object.entries(others).map(([key, value]) => `${key} ${value}`).join(', ');
    return `${name}${of ? ` of ${of}` : ''}${words ? `: ${words}` : ''}`;
}

/** What the fields of a model say, as a policy has it. */
export function readModel(name, fields) {
    const value = {attribute: fields.querySelector('#model-column').value};
    const kind = fields.querySelector('#model-kind');
    if (kind) {
        value.kind = kind.value;
    }
    for (const input of fields.querySelectorAll('[data-parameter]')) {
        if (input.value.trim() !== '') {
            value[input.dataset.parameter] = input.value.trim();
        }
    }
    return {name, value};
}
