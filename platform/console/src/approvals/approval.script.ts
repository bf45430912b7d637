import type { Failure } from '@common/base/result';
import { hashOf } from '@platform/core/crypto/hash';
import { webCrypto } from '@platform/core/crypto/web';
import { printable } from '@platform/core/verify/report-html';
import { seenParts } from '@platform/words/odd-characters';
import { byId, type Child, el, titlePage } from '../browser/dom.ts';
import { leaf, mark } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import type { ApprovalData } from './approval-data.ts';
import { approveForm } from './approve-form.ts';
import { compare, readData } from './compare.ts';
import { evidenceLink } from './evidence.ts';
import { rejectForm } from './reject-form.ts';

/** Runs in the browser: compares what is shown with what the grant binds, and only then makes the form that signs. */

const text = byId('approval-data').dataset.approval ?? '';
const data = readData(text);
if (data.ok) show(data.value);
else refuse(data.error, null);

function show(given: ApprovalData): void {
  const { keys, areTrusted, whose } = readerKeys(JSON.stringify(given.keys));
  const compared = compare(given.record, given, keys);
  if (!compared.ok) {
    refuse(compared.error, given);
    if (given.record.status === 'pending') {
      byId('decision').replaceChildren(rejectForm({ data: given, keys, disagrees: true }));
    }
    return;
  }
  const { text: exact, bytes, actionHash, earlier } = compared.value;
  byId('compared').replaceChildren(
    el('p', {}, mark('holds'), el('strong', { id: 'agree' }, agreeWords(given))),
    ...hashes(given),
    el(
      'ul',
      { class: 'marks' },
      point('holds', 'The authority signed this grant for exactly this action.'),
      point('holds', `${given.mandate.contract.principal} signed the mandate that the action names.`),
      point(areTrusted ? 'holds' : 'open', `Both signatures were checked ${whose}.`),
      ...earlier.map(({ kid, isChecked }) =>
        isChecked
          ? point('holds', `${kid} signed this same action: you would sign what they signed.`)
          : point('open', `That ${kid} approved it could not be checked: no such key is known here.`),
      ),
      point('open', 'What was spent before is the authority’s word: this page cannot count it.'),
    ),
    el(
      'details',
      {},
      el('summary', {}, `The exact text, ${bytes} bytes`),
      el('p', { class: 'id exact' }, seen(exact)),
    ),
  );
  if (given.record.status !== 'pending') return;
  byId('decision').replaceChildren(
    el(
      'div',
      { class: 'panels' },
      approveForm({ data: given, keys, actionHash }),
      rejectForm({ data: given, keys, disagrees: false }),
    ),
  );
}

/** INVARIANT: nothing that could approve is on the page after this. */
function refuse(fault: Failure, given: ApprovalData | null): void {
  const { message } = fault;
  const shown = given === null ? [] : hashes(given);
  titlePage('Do not approve this');
  byId('opening').setAttribute('role', 'alert');
  byId('opening').replaceChildren(
    el(
      'header',
      { class: 'opening refused' },
      el('h1', { tabindex: '-1' }, 'Do not approve this'),
      el(
        'p',
        {},
        el('strong', {}, 'What this page was given is not what the grant binds.'),
        ' Somebody or something changed one of them.',
      ),
      el('p', { id: 'standing' }, 'You have signed nothing, and it cannot be approved here with any key.'),
    ),
  );
  byId('compared').replaceChildren(el('p', { class: 'fails' }, mark('fails'), printable(message)), ...shown);
  const steps = el(
    'div',
    { class: 'panel' },
    el('h3', {}, 'Leave it and ask'),
    el(
      'ol',
      {},
      el('li', {}, 'If nobody answers, it expires and nothing is done.'),
      el(
        'li',
        {},
        'Look at it on another machine, with the command: ',
        el('code', {}, 'npx sanad grant show'),
      ),
      el('li', {}, 'Tell whoever signed the mandate, by another way than this console. They can revoke it.'),
    ),
    el('p', {}, evidenceLink({ text, fault, given })),
    el(
      'p',
      { class: 'hint' },
      'What this page was given, and the hash that your browser made of it, as a file. Save it now: loaded again, the page may be given something else.',
    ),
  );
  const panels = el('div', { class: 'panels' }, steps, el('div', { id: 'decision' }));
  byId('ahead').replaceChildren(leaf('do', 'What to do', null, panels));
}

function agreeWords({ record }: ApprovalData): string {
  return record.status === 'pending'
    ? 'The hashes agree: what you read is what you would sign.'
    : 'The hashes agree.';
}

function hashes({ record }: ApprovalData) {
  return [
    el('p', { class: 'note' }, 'Made here, by this browser, from the text that you read'),
    el('p', { class: 'hash', id: 'hash-here' }, groups(hashOf(webCrypto, record.action))),
    el('p', { class: 'note' }, 'In the grant, as the authority recorded it'),
    el('p', { class: 'hash', id: 'hash-there' }, groups(record.grant.action_hash)),
  ];
}

function groups(hash: string): string {
  return (hash.match(/.{8}/g) ?? []).join(' ');
}

function point(kind: 'holds' | 'open', text: string) {
  return el('li', {}, mark(kind), el('span', {}, printable(text)));
}

function seen(text: string): readonly Child[] {
  return seenParts(text).map(({ isOdd, text: part }) => (isOdd ? el('span', { class: 'odd' }, part) : part));
}
