// SPDX-License-Identifier: Apache-2.0
// Faults of jobs, with the remedies that there are as buttons.
import {app, change} from './app.js';
import {button, faultBox, replace} from './dom.js';
import {remediesOfFault} from './remedies.js';

function press(box, {label, changes, step, force}, onforce) {
    if (force) {
        return onforce();
    }
    if (step) {
        location.hash = `anonymize/${step}`;
        return null;
    }
    return change(label, changes).then((fault) => fault && showFault(box, fault));
}

/** Show what went wrong; `onforce`: does the same again in spite of what is there, if that can be. */
export function showFault(box, fault, onforce) {
    const all = fault ? remediesOfFault(fault, app.state.policy).filter(({force}) => !force || onforce) : [];
    replace(box, faultBox(fault, all.map((one) => button(one.text, () => press(box, one, onforce)))));
}

/** Something is done anew: what was wrong with it before may be wrong again, and is then said again. */
export function forgetFault(box) {
    box.shownFault = undefined;
    replace(box);
}

/** The same of a job, each time that it changes: what is over is taken away. */
export function followFault(box, fault, onforce) {
    const text = JSON.stringify(fault ?? null);
    if (text !== (box.shownFault ?? 'null')) {
        box.shownFault = text;
        showFault(box, fault, onforce);
    }
}
