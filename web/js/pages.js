// SPDX-License-Identifier: Apache-2.0
// Which rows of a long table are to be had: pages by number, the last few kept. No DOM.

export const PAGE = 200;
const KEPT = 8;
/** Browsers cannot lay out what is higher; rows are then spread over less. */
export const HIGHEST = 8_000_000;

/** Rows that stand in view, for a scroll position: the first, and how far it is moved. */
export function windowOf(scrollTop, viewHeight, rows, rowHeight) {
    const full = rows * rowHeight;
    const height = Math.min(full, HIGHEST);
    const shown = Math.ceil(viewHeight / rowHeight) + 1;
    const most = Math.max(0, height - viewHeight);
    const share = most > 0 ? Math.min(1, scrollTop / most) : 0;
    const top = share * Math.max(0, full - viewHeight);
    const first = Math.min(Math.floor(top / rowHeight), Math.max(0, rows - shown));
    return {first, count: Math.min(shown, rows - first), height};
}

export class Pages {
    /** `load(from, count)` gives rows from there on. */
    constructor(load) {
        this.load = load;
        this.pages = new Map();
    }

    /** The row, or null where its page is not here yet. */
    row(index) {
        return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null;
    }

    /** Have the pages of these rows; true if any was fetched. */
    async need(first, count) {
        let fetched = false;
        for (let page = Math.floor(first / PAGE); page <= Math.floor((first + count - 1) / PAGE); ++page) {
            if (!this.pages.has(page)) {
                this.pages.set(page, []);
                this.pages.set(page, await this.load(page * PAGE, PAGE));
                fetched = true;
            }
        }
        while (this.pages.size > KEPT) {
            this.pages.delete(this.pages.keys().next().value);
        }
        return fetched;
    }
}
