import type { Failure } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import { actionHash } from '@platform/core/signed/sealed-action';
import { printable } from '@platform/core/verify/report-html';
import { seenParts } from '@platform/words/odd-characters';
import { inGroups } from '@platform/words/short';
import { byId, type Child, el, fromTemplate, within } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { refuseOpening } from '../site/compared.ts';
import type { ApprovalData } from './approval-data.ts';
import { approveForm } from './approve-form.ts';
import { compare, readData } from './compare.ts';
import { linkEvidence } from './evidence.ts';
import { rejectForm } from './reject-form.ts';

/**
 * Runs in the browser: compares the shown action with the grant’s hash, and only then makes the form that
 * signs.
 */

const text = byId('approval-data').dataset.approval ?? '';
const data = readData(text);
if (data.ok) show(data.value);
else refuse(data.error, null);

function show(given: ApprovalData): void {
  const { keys, areTrusted } = readerKeys(JSON.stringify(given.keys));
  const compared = compare(given.record, given, keys);
  if (!compared.ok) {
    refuse(compared.error, given);
    if (given.record.status === 'pending' && given.mayAnswer) {
      byId('decision').replaceChildren(rejectForm({ data: given, keys, disagrees: true }));
    }
    return;
  }
  const { text: exact, bytes, actionHash, earlier } = compared.value;
  const agrees = fromTemplate('agrees', {
    ...hashes(given),
    trusted: areTrusted,
    untrusted: !areTrusted,
    bytes: String(bytes),
    exact: seen(exact),
    principal: printable(given.mandate.contract.principal),
  });
  for (const { kid, isChecked } of earlier) {
    const point = fromTemplate(isChecked ? 'earlier-checked' : 'earlier-open', { kid: printable(kid) });
    within(agrees, '.marks').append(point);
  }
  byId('compared').replaceChildren(agrees);
  if (given.record.status !== 'pending' || !given.mayAnswer) return;
  const [open, back] = [fromTemplate('to-reject'), fromTemplate('to-go-back')];
  const panel = approveForm({ data: given, keys, actionHash }, open);
  const [approving, rejecting] = [within(panel, '#approving'), within(panel, '#rejecting')];
  rejecting.append(rejectForm({ data: given, keys, disagrees: false, back }));
  const turn = (isRejecting: boolean) => {
    approving.hidden = isRejecting;
    rejecting.hidden = !isRejecting;
    open.setAttribute('aria-expanded', String(isRejecting));
  };
  open.addEventListener('click', () => {
    turn(true);
    (rejecting.querySelector('input:checked') ?? within(rejecting, 'input')).focus();
  });
  back.addEventListener('click', () => {
    turn(false);
    open.focus();
  });
  byId('decision').replaceChildren(panel);
}

/** INVARIANT: after this, nothing on the page can approve. */
function refuse(fault: Failure, given: ApprovalData | null): void {
  refuseOpening();
  const made = given === null ? { here: '', there: '' } : hashes(given);
  byId('compared').replaceChildren(
    fromTemplate('disagrees', { fault: printable(fault.message), hashes: given !== null, ...made }),
  );
  const leaf = fromTemplate('refused-leaf');
  linkEvidence(within(leaf, '#evidence'), { text, fault, given });
  byId('ahead').replaceChildren(leaf);
}

function hashes({ record }: ApprovalData) {
  return {
    here: inGroups(actionHash(webCrypto, record.action, record.salts) ?? '', 8),
    there: inGroups(record.grant.action_hash, 8),
  };
}

/**
 * The page’s table marks odd characters with the same code; this text is the one that the script itself
 * hashed.
 */
function seen(exact: string): readonly Child[] {
  return seenParts(exact).map(({ isOdd, text: part }) => (isOdd ? el('span', { class: 'odd' }, part) : part));
}
