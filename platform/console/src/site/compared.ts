import { printable } from '@platform/core/verify/report-html';
import { inGroups } from '@platform/words/short';
import { byId, fromTemplate, type Slots, titlePage, within } from '../browser/dom.ts';

/**
 * Shows what this browser checked of a text before anyone signs it. `slots` fills the points of the page’s
 * own template.
 */
export function showCompared(hash: string, areTrusted: boolean, slots: Slots): void {
  const checked = { hash: inGroups(hash, 8), trusted: areTrusted, untrusted: !areTrusted };
  byId('compared').replaceChildren(fromTemplate('agrees', { ...checked, ...slots }));
}

/** INVARIANT: after this, nothing on the page can sign. */
export function refuseToSign(message: string): void {
  refuseOpening();
  byId('compared').replaceChildren(fromTemplate('disagrees', { fault: printable(message) }));
  byId('signing').replaceChildren(fromTemplate('not-to-sign'));
}

/** Replaces the page’s opening with the refusal, so that people read it first. */
export function refuseOpening(): void {
  const refusal = fromTemplate('refused-opening');
  titlePage(within(refusal, 'h1').textContent ?? '');
  byId('opening').setAttribute('role', 'alert');
  byId('opening').replaceChildren(refusal);
}
