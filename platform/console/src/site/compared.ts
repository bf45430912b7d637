import { printable } from '@platform/core/verify/report-html';
import { inGroups } from '@platform/words/short';
import { byId, fromTemplate, type Slots, titlePage, within } from '../browser/dom.ts';

/** What this browser checked of a text before anybody signs it; `slots` are of the points that the page brings. */
export function showCompared(hash: string, areTrusted: boolean, slots: Slots): void {
  const checked = { hash: inGroups(hash, 8), trusted: areTrusted, untrusted: !areTrusted };
  byId('compared').replaceChildren(fromTemplate('agrees', { ...checked, ...slots }));
}

/** INVARIANT: nothing on the page can sign any more. */
export function refuseToSign(message: string): void {
  refuseOpening();
  byId('compared').replaceChildren(fromTemplate('disagrees', { fault: printable(message) }));
  byId('signing').replaceChildren(fromTemplate('not-to-sign'));
}

/** The refusal in the place of what the page opens with, so that it is read first. */
export function refuseOpening(): void {
  const refusal = fromTemplate('refused-opening');
  titlePage(within(refusal, 'h1').textContent ?? '');
  byId('opening').setAttribute('role', 'alert');
  byId('opening').replaceChildren(refusal);
}
