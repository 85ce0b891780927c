// SPDX-License-Identifier: Apache-2.0
// The sixth step: a release that is made and proven, and not written yet.
import {get} from '../api.js';
import {act, app, change} from '../app.js';
import {button, el, faultBox, field, replace, select, table, tell} from '../dom.js';
import {followFault, forgetFault, showFault} from '../faults.js';
import {count, counted, list, number, percent, sentence} from '../format.js';
import {remediesOf} from '../remedies.js';
import {Sheet} from '../sheet.js';

function tile(name, value, note) {
    return el('div', {class: 'tile'}, el('span', {class: 'soft small'}, name), el('b', null, value), note ? el('span', {class: 'soft small'}, note) : null);
}

export function boundText(summary) {
    const objective = summary.objective;
    if (objective.proven_optimal) {
        return `No release of this kind loses less: it is proven the best (${objective.name}).`;
    }
    if (objective.lower_bound === null || objective.lower_bound === undefined) {
        return 'How much less a better release would lose is not known.';
    }
    return `No release of this kind loses less than ${percent(objective.lower_bound)}: this one loses at most ${number(objective.value / objective.lower_bound)} times that.`;
}

class Result {
    constructor(root, {next}) {
        this.fault = el('div');
        this.body = el('div');
        this.rowsBox = el('div');
        this.usefulBox = el('div');
        this.make = button('Make the release', () => this.run(), {id: 'make', class: 'main'});
        replace(root, el('h1', null, 'What comes of it'),
            el('p', {class: 'soft'}, 'kanon makes the release and proves it, then measures what it is good for. Nothing is written yet.'),
            this.fault, el('div', {class: 'row'}, this.make, button('Go on to write it', next, {id: 'next'})), this.body, this.rowsBox);
    }

    async run() {
        forgetFault(this.fault);
        const fault = await act('/api/run', {});
        if (fault) {
            showFault(this.fault, fault);
        }
    }

    async load(found) {
        const [summary, classes] = await Promise.all([get('/api/summary'), get('/api/classes')]);
        if (!summary.ok || !classes.ok) {
            return;
        }
        const of = summary.body;
        replace(this.body, el('div', {class: of.verdict.status === 'ready' ? 'verdict ready' : 'verdict', id: 'verdict'}, el('p', null, of.verdict.text)),
            this.tiles(of), this.promises(of), this.warnings(of), this.losses(of), this.classes(classes.body), this.usefulBox, this.tried(of));
        this.showRows(found, 'original');
    }

    tiles(of) {
        const {before, after} = of.risk;
        return el('div', {class: 'tiles'},
            tile('Highest risk to be found', percent(after.highest), `before ${percent(before.highest)}`),
            tile('Average risk', percent(after.average), `before ${percent(before.average)}`),
            tile('Detail kept', percent(1 - of.gcp), `${percent(of.gcp)} lost`),
            tile('Classes', count(of.classes), `of ${count(of.min_class)} rows at least`),
            tile('Rows suppressed', count(of.suppressed_rows), `${count(of.suppression_limit)} allowed`));
    }

    promises(of) {
        return [el('h2', null, 'Promised, and proven by the auditor'), el('ul', null, of.privacy.map((proof) => el('li', null, el('strong', null, proof.describe),
            `: ${proof.limit} ${number(proof.required)}, reached ${number(proof.achieved)}`,
            proof.excludes?.length > 0 ? el('ul', {class: 'soft small'}, proof.excludes.map((one) => el('li', null, `${one.attack}: ${one.because}`))) : null))),
        el('p', null, boundText(of))];
    }

    warnings(of) {
        if (of.warnings.length === 0) {
            return el('p', null, 'There are no warnings.');
        }
        return [el('h2', null, 'Warnings'), of.warnings.map((warning) => {
            const reason = el('input', {id: `reason-${warning.code}`, value: warning.accepted ?? ''});
            const fault = el('div');
            const remedy = app.catalogue.warnings[warning.code]?.remedy;
            return el('div', {class: 'box'}, el('p', null, el('strong', null, warning.code), `: ${sentence(warning.text)}.`),
                remedy ? el('p', {class: 'soft small'}, `${sentence(remedy)}.`) : null, warning.accepted ? null : this.remedies(warning, remedy, fault), field('Accepted, because', reason),
                button(warning.accepted ? 'Change the reason' : 'Accept', async () => tell(reason, reason.value.trim() === ''
                    ? {message: 'A reason is needed: it stands in the policy, for who reads it later.'}
                    : await change(`Accept ${warning.code}`, [[['accept', warning.code], reason.value.trim()]])), {id: `accept-${warning.code}`}), fault);
        })];
    }

    remedies(warning, remedy, fault) {
        const all = remediesOf({...warning, remedy}, app.state.policy.privacy);
        return all.length === 0 ? null : el('div', {class: 'row'}, all.map((one) => button(one.text, async () => replace(fault, faultBox(one.shuffle
            ? await act('/api/shuffle', {on: true}) : await change(one.label, one.changes))))));
    }

    losses(of) {
        const all = Object.entries(of.attributes ?? {});
        return all.length === 0 ? null : [el('h2', null, 'Detail lost in each column'), el('ul', {class: 'bars'}, all.map(([name, one]) => el('li', null, el('span', null, name),
            el('meter', {min: 0, max: 1, value: one.ncp ?? 0, 'aria-label': `detail lost in ${name}`}), el('span', null, percent(one.ncp)))))];
    }

    classes(of) {
        const rows = (all) => all.map((one) => el('tr', null, el('th', {scope: 'row', class: 'n'}, count(one.rows)), one.cells.map((cell) => el('td', null, cell))));
        const shown = (name, all) => [el('h3', null, name), el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': name},
            table([{text: 'Rows', n: true}, ...of.names], rows(all), {class: 'cells'}))];
        return el('details', null, el('summary', {id: 'groups'}, 'Smallest and largest classes'), shown('Smallest', of.smallest), shown('Largest', of.largest));
    }

    /** The figures come after the rest: they take longer to measure than the release takes to make. */
    showUseful(state) {
        const figures = state.outcomes.figures;
        const seen = JSON.stringify([state.policy_number, figures?.current, state.job?.id, state.faults.figures]);
        if (seen === this.seenFigures) {
            return;
        }
        this.seenFigures = seen;
        if (figures?.current) {
            replace(this.usefulBox, this.useful(figures.found));
        } else {
            replace(this.usefulBox, state.job?.kind === 'run' ? el('p', {class: 'soft', role: 'status'}, 'What it is still good for is being measured.')
                : faultBox(state.faults.figures));
        }
    }

    useful(found) {
        const lines = [];
        const errors = found.queries?.errors ?? [];
        if (errors.length > 0) {
            lines.push(['Count queries: median error', percent(errors[0].median)]);
        }
        for (const classifier of found.classifiers ?? []) {
            for (const [name, accuracy] of Object.entries(classifier.accuracy ?? {})) {
                lines.push([`Predicting ${classifier.target}, ${name}: accuracy`, `${percent(accuracy.release)}, before ${percent(accuracy.original)}`]);
            }
        }
        if (found.regression) {
            lines.push([`Regression of ${found.regression.target}: R²`, `${number(found.regression.r_squared_release)}, before ${number(found.regression.r_squared_original)}`]);
        }
        for (const column of (found.columns ?? []).slice(0, 12)) {
            lines.push([`Distribution of ${column.name}: distance`, number(column.total_variation)]);
        }
        return el('details', null, el('summary', {id: 'useful'}, 'What it is still good for'),
            table(['Measure', 'In the release'], lines.map(([name, value]) => el('tr', null, el('th', {scope: 'row'}, name), el('td', null, value)))));
    }

    tried(of) {
        const lines = (of.tried ?? []).map((one) => el('li', null, `${one.method}: ${one.value === null || one.value === undefined ? one.ending : number(one.value)}`));
        return lines.length > 0 ? el('details', null, el('summary', {id: 'tried'}, `Made by ${of.method}; what was tried`), el('ul', null, lines)) : null;
    }

    showRows(found, order) {
        const sheet = new Sheet(found.columns, found.rows, order);
        const choice = select({id: 'row-order', onchange: () => this.showRows(found, choice.value)},
            [{value: 'original', text: 'as in the file'}, {value: 'classes', text: 'rows of a class together'}], order);
        replace(this.rowsBox, el('h2', null, 'Before and after'), field('Order of the rows', choice), sheet.box,
            el('p', {class: 'soft small'}, `${counted(found.rows, 'row')}. A pointer over a row lights up its class. Columns that are left out: ${
                list(Object.entries(app.state.policy.attributes).filter(([, one]) => one.role === 'identifying').map(([name]) => name)) || 'none'}.`));
        sheet.draw();
    }

    update(state) {
        followFault(this.fault, state.faults.run);
        this.showUseful(state);
        const found = state.outcomes.run;
        const seen = JSON.stringify([found?.current, found?.found.text, state.policy_number]);
        if (seen === this.seen) {
            return;
        }
        this.seen = seen;
        if (found?.current) {
            this.make.textContent = 'Make it again';
            this.load(found.found);
        } else {
            this.make.textContent = 'Make the release';
            replace(this.body, found ? el('p', {class: 'soft', role: 'status'}, 'The policy has changed since the last result. Make the release again.') : null);
            replace(this.rowsBox);
        }
    }
}

export const result = {id: 'result', name: 'Result', mount: (root, page) => new Result(root, page)};
