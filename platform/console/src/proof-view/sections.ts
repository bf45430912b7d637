import type { Receipt } from '@platform/core/objects/receipt';
import type { Signature } from '@platform/core/objects/signature';
import type { Claim } from '@platform/core/verify/claim';
import type { Judgement } from '@platform/core/verify/judge';
import { printable } from '@platform/core/verify/report-html';
import type { Check } from '@platform/core/verify/verification';
import { shortHash } from '@platform/words/short';
import { receiptPieces } from '@platform/words/story';
import { type Child, el, type PageElement } from '../browser/dom.ts';
import { leaf, type Mark, mark, sentence, squares } from '../browser/marks.ts';
import { chainOf } from './chain.ts';
import { drawChain } from './chain-drawing.ts';
import { type Told, tell } from './verdict.ts';

/** The whole answer about a receipt, from its heading on. */
export function showJudgement(judgement: Judgement, hasKeys: boolean, crumb: Child): readonly PageElement[] {
  const told = tell(judgement, hasKeys);
  const { receipt, proof } = judgement;
  const failed = proof.verdict === 'failed';
  const heading = el(
    'header',
    { class: failed ? 'opening refused' : 'opening' },
    el('p', { class: 'crumb' }, crumb),
    el('h1', { tabindex: '-1' }, told.title),
    receipt !== null &&
      el('p', { class: 'story' }, failed && 'It says: ', ...sentence(receiptPieces(receipt))),
  );
  return [
    heading,
    sum(told),
    ...(receipt === null ? [] : [chainSection(judgement, receipt, failed)]),
    checksSection(proof.verification.checks),
    ...(receipt === null ? [] : [signaturesSection(judgement, receipt), claimsSection(proof.claims)]),
    notProvenSection(proof.not_proven),
    labelsSection(judgement),
  ];
}

function sum({ checks, keys, level, log, publicLog, so }: Told): PageElement {
  const row = (name: string, line: Told['so'] | null, kind = '') =>
    line !== null &&
    el(
      'div',
      { class: `row ${kind}` },
      el('dt', {}, name),
      el('dd', { class: line.mark === 'fails' ? 'fails' : '' }, mark(line.mark), el('span', {}, line.text)),
    );
  return el(
    'dl',
    { class: 'sum', id: 'verdict' },
    row('Checks', checks),
    row('Keys', keys),
    row('Level', level),
    row('The log', log),
    row('A public log', publicLog),
    row('So', so, 'so'),
  );
}

function chainSection(judgement: Judgement, receipt: Receipt, failed: boolean): PageElement {
  return el(
    'section',
    { class: 'leaf across', 'aria-labelledby': 'chain' },
    el('h2', { id: 'chain' }, failed ? 'Where it breaks' : 'The chain of evidence'),
    el(
      'p',
      { class: 'note' },
      'A full circle is a signature by a key that you trust; for an open one, only the receipt vouches. A line is a hash that binds. The four squares show the strength.',
    ),
    ...drawChain(chainOf(judgement, receipt)),
  );
}

const OUTCOMES: Readonly<Record<Check['outcome'], readonly [Mark, string]>> = {
  pass: ['holds', 'pass'],
  fail: ['fails', 'fails'],
  'n/a': ['open', 'n/a'],
};

function checksSection(checks: readonly Check[]): PageElement {
  const items = checks.map(({ name, outcome, detail }) => {
    const [kind, word] = OUTCOMES[outcome];
    return el(
      'li',
      { class: `check ${outcome === 'fail' ? 'fails' : ''}` },
      el('div', {}, el('p', { class: 'name' }, name), el('p', { class: 'note' }, printable(detail))),
      el('p', { class: 'outcome' }, mark(kind), ` ${word}`),
    );
  });
  const note: Child = ['The same code as the command ', el('code', {}, 'sanad-verify'), '.'];
  return leaf('checks', 'Nine checks', note, el('ol', { class: 'checks' }, ...items));
}

const SCALE =
  'Strength: 0 not proven, 1 declared, 2 signed by a service or with a key that the operator holds, 3 by a key that the operator does not hold, 4 by one kept in hardware.';

function signaturesSection(
  { proof }: Judgement,
  { signatures, who, what, how, receipt_body_hash }: Receipt,
): PageElement {
  const slots: readonly (readonly [string, Signature | null, string, string, string])[] = [
    ['Principal', signatures.principal, 'the mandate', who.contract_hash, 'mandate'],
    ['Approver', signatures.approver, 'the action', what.action_hash, 'approval'],
    ['Enforcement', signatures.pep, 'the outcome', how.decision_hash, 'enforcement'],
    [
      'Counterparty',
      signatures.counterparty,
      'the acknowledgment',
      how.counterparty_ack_hash ?? '',
      'effect',
    ],
    ['Assembly', signatures.service, 'the receipt', receipt_body_hash, 'assembly'],
  ];
  const used = new Map(proof.verification.keys.map((key) => [key.kid, key]));
  const rows = slots.map(([slot, signature, what, hash, id]) => {
    if (signature === null) {
      return el(
        'tr',
        {},
        el('th', { scope: 'row' }, slot),
        el('td', { colspan: 3, class: 'note' }, 'nobody signed here'),
      );
    }
    const key = used.get(signature.kid);
    const about =
      key === undefined
        ? 'not relied on'
        : `${shortHash(key.fingerprint)}, ${key.pinned ? 'pinned' : 'not pinned'}`;
    const claim = proof.claims.find((each) => each.id === id);
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, slot),
      el(
        'td',
        {},
        el('bdi', { class: 'id' }, printable(signature.kid)),
        el('br', {}),
        el('span', { class: 'note' }, `${signature.alg}, ${about}`),
      ),
      el('td', {}, what, el('br', {}), el('span', { class: 'note id' }, shortHash(hash))),
      el('td', {}, ...strengthWords(claim)),
    );
  });
  const head = ['Slot', 'Key', 'Signed', 'Strength'].map((name) => el('th', { scope: 'col' }, name));
  const table = el(
    'table',
    { class: 'ledger' },
    el('thead', {}, el('tr', {}, ...head)),
    el('tbody', {}, ...rows),
  );
  return leaf('signatures', 'Five signatures', SCALE, table);
}

function strengthWords(claim: Claim | undefined): readonly Child[] {
  const { strength = 0, strength_name: name = 'not proven', pinned = false } = claim ?? {};
  return [
    squares(strength, pinned),
    el('br', {}),
    el('span', { class: 'note' }, `${strength} of 4, ${name}`),
  ];
}

function claimsSection(claims: readonly Claim[]): PageElement {
  const items = claims.map((claim) => {
    const { statement, strength, strength_name: name, pinned, basis, kid } = claim;
    const unpinned = kid === null || strength === 0 || pinned ? '' : ' The key is not pinned.';
    return el(
      'li',
      {},
      el(
        'details',
        {},
        el('summary', {}, printable(statement)),
        el('p', { class: 'note' }, printable(basis + unpinned)),
      ),
      el('p', { class: 'strength note' }, squares(strength, pinned), ` ${strength} of 4, ${name}`),
    );
  });
  return leaf(
    'claims',
    'Proven, and how strongly',
    'Open a line for what it rests on.',
    el('ul', { class: 'claims' }, ...items),
  );
}

function notProvenSection(texts: readonly string[]): PageElement {
  const items = texts.map((text) => el('li', {}, mark('open'), el('span', {}, printable(text))));
  return leaf(
    'not-proven',
    'Not proven',
    'As much a part of the receipt as the rest.',
    el('ul', { class: 'marks' }, ...items),
  );
}

function labelsSection({ labels }: Judgement): PageElement {
  const rows = labels.map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, printable(value))),
  );
  return leaf('labels', 'Labels', 'They change nothing above.', el('dl', { class: 'facts' }, ...rows));
}
