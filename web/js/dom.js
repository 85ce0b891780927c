// SPDX-License-Identifier: Apache-2.0
// Elements made by hand. Texts are always text: nothing here, nor anywhere else on the page, reads HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, given, children) {
    for (const [name, value] of Object.entries(given ?? {})) {
        if (value === undefined || value === null || value === false) {
            continue;
        }
        if (name.startsWith('on')) {
            node.addEventListener(name.slice(2), value);
        } else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') {
            node[name] = value;
        } else {
            node.setAttribute(name, value === true ? '' : String(value));
        }
    }
    node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
    return node;
}

/** An element: el('p', {class: 'soft'}, 'text', child). `onclick` and the like are listeners. */
export function el(tag, given, ...children) {
    const {value, ...others} = given ?? {};
    const node = fill(document.createElement(tag), others, children);
    if (value !== undefined && value !== null) {
        node.value = value;  // of a select, once its options are there
    }
    return node;
}

/** An element of a picture. */
export function svg(tag, given, ...children) {
    return fill(document.createElementNS(SVG, tag), given, children);
}

/** Put children in place of those that are there; what has the focus keeps it, by its id. */
export function replace(parent, ...children) {
    const focused = parent.contains(document.activeElement) ? document.activeElement.id : '';
    parent.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
    if (focused) {
        document.getElementById(focused)?.focus();
    }
}

let count = 0;

/** An input with its label and, below, what there is to say of it. */
export function field(label, input, hint) {
    if (!input.id) {
        input.id = `f${++count}`;
    }
    const note = hint ? el('span', {class: 'hint', id: `${input.id}-hint`}, hint) : null;
    if (note) {
        input.setAttribute('aria-describedby', note.id);
    }
    return el('div', {class: 'field'}, el('label', {for: input.id}, label), input, note);
}

export function check(label, given) {
    const id = given.id ?? `f${++count}`;
    return el('div', {class: 'check'}, el('input', {type: 'checkbox', ...given, id}), el('label', {for: id}, label));
}

export function select(given, options, value) {
    return el('select', {...given, value},
        options.map((option) => el('option', {value: option.value ?? option}, option.text ?? option)));
}

export function button(text, onclick, given) {
    return el('button', {type: 'button', onclick, ...given}, text);
}

/** What went wrong, beside what is wrong; empty where nothing is. */
export function faultBox(fault, remedies = []) {
    return fault ? el('div', {class: 'fault', role: 'alert'}, el('p', null, fault.message),
        remedies.length > 0 ? el('div', {class: 'row'}, remedies) : null) : null;
}

/** The same beside an input, which is then marked as wrong; null: nothing is. */
export function tell(input, fault, remedies = []) {
    const place = input.closest('.field') ?? input.parentElement;
    place.querySelector(':scope > .fault')?.remove();
    if (fault) {
        place.append(faultBox(fault, remedies));
        input.setAttribute('aria-invalid', 'true');
    } else {
        input.removeAttribute('aria-invalid');
    }
}

export function table(head, rows, given) {
    return el('table', given,
        el('thead', null, el('tr', null, head.map((cell) => el('th', {scope: 'col', class: cell.n ? 'n' : null}, cell.text ?? cell)))),
        el('tbody', null, rows));
}
