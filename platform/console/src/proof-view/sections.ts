import type { OpenReceipt } from '@platform/core/objects/receipt';
import type { Signature } from '@platform/core/objects/signature';
import type { Claim } from '@platform/core/verify/claim';
import type { Judgement } from '@platform/core/verify/judge';
import { printable } from '@platform/core/verify/report-html';
import type { Check } from '@platform/core/verify/verification';
import { shortHash } from '@platform/words/short';
import { el, fromTemplate, type PageElement, type Slots, within } from '../browser/dom.ts';
import { mark, squares, told } from '../browser/marks.ts';
import { chainOf } from './chain.ts';
import { drawChain } from './chain-drawing.ts';
import { type Recomputed, saidItems } from './said.ts';
import { tell, type VerdictSummary } from './verdict.ts';

/**
 * The whole answer about a receipt, in the page’s template. `crumb` fills the slots of the path above its
 * heading. `recomputed`: what was computed again of statements, by their hashes.
 */
export function showJudgement(
  judgement: Judgement,
  hasKeys: boolean,
  crumb: Slots = {},
  recomputed: ReadonlyMap<string, Recomputed> = new Map(),
): PageElement {
  const verdict = tell(judgement, hasKeys);
  const { receipt, proof } = judgement;
  const failed = proof.verdict === 'failed';
  const said = receipt === null ? [] : saidItems(receipt, recomputed);
  const shown = fromTemplate('judgement', {
    ...crumb,
    ...sum(verdict),
    title: told(verdict.title),
    story: receipt && told(verdict.story),
    'strength-row': verdict.strength !== null,
    'verdict-strength': verdict.strength,
    chain: receipt !== null,
    breaks: failed,
    holds: !failed,
    drawings: receipt && drawChain(chainOf(judgement, receipt)),
    list: proof.verification.checks.map(checkItem),
    said: said.length > 0,
    'said-list': said,
    proven: receipt !== null,
    signatures: receipt && signatureRows(judgement, receipt),
    claims: proof.claims.map(claimItem),
    unproven: proof.not_proven.map((text) => fromTemplate('open-point', { text: printable(text) })),
    labels: judgement.labels.map(([name, value]) =>
      fromTemplate('label-row', { name, value: printable(value) }),
    ),
  });
  if (failed) within(shown, '.opening').setAttribute('class', 'opening refused');
  return shown;
}

function sum({ checks, keys, level, log, publicLog, later, so }: VerdictSummary): Slots {
  const slots = Object.entries({ checks, keys, level, log, publicLog, later, so }).map(([name, line]) => {
    const failing = line?.mark === 'fails' ? { class: 'fails' } : {};
    return {
      [`${name}-row`]: line !== null,
      [name]: line && [mark(line.mark), el('span', failing, line.text)],
    };
  });
  return Object.assign({}, ...slots);
}

function checkItem({ name, outcome, detail }: Check): PageElement {
  const item = fromTemplate('check-item', {
    name,
    detail: printable(detail),
    pass: outcome === 'pass',
    fail: outcome === 'fail',
    hidden: outcome === 'hidden',
    'n/a': outcome === 'n/a',
  });
  if (outcome === 'fail') item.setAttribute('class', 'check fails');
  return item;
}

function signatureRows({ proof }: Judgement, receipt: OpenReceipt): readonly PageElement[] {
  const { signatures, who, what, how, why, receipt_body_hash } = receipt;
  const acknowledgedBy = why.plugin.connector.adapter === undefined ? 'Counterparty' : 'Adapter';
  const acknowledged = how.counterparty_ack_hash ?? '';
  const places: readonly (readonly [string, Signature | null, string, string, string])[] = [
    ['Principal', signatures.principal, 'the mandate', who.contract_hash, 'mandate'],
    ['Approver', signatures.approver, 'the action', what.action_hash, 'approval'],
    ['Enforcement', signatures.pep, 'the outcome', how.decision_hash, 'enforcement'],
    [acknowledgedBy, signatures.counterparty, 'the acknowledgment', acknowledged, 'effect'],
    ['Assembly', signatures.service, 'the receipt', receipt_body_hash, 'assembly'],
  ];
  const used = new Map(proof.verification.keys.map((key) => [key.kid, key]));
  return places.map(([place, signature, signed, hash, id]) => {
    if (signature === null) return fromTemplate('unsigned-row', { place });
    const key = used.get(signature.kid);
    const pinned = key?.pinned ? 'pinned' : 'not pinned';
    const about = key === undefined ? 'not relied on' : `${shortHash(key.fingerprint)}, ${pinned}`;
    return fromTemplate('signature-row', {
      place,
      signed,
      hash: shortHash(hash),
      about: `${signature.alg}, ${about}`,
      kid: printable(signature.kid),
      ...strengthSlots(proof.claims.find((claim) => claim.id === id)),
    });
  });
}

function claimItem(claim: Claim): PageElement {
  const { statement, strength, pinned, basis, kid } = claim;
  return fromTemplate('claim-item', {
    statement: printable(statement),
    basis: printable(basis),
    unpinned: kid !== null && strength > 0 && !pinned,
    ...strengthSlots(claim),
  });
}

function strengthSlots(claim: Claim | undefined): Slots {
  const { strength = 0, strength_name: name = 'not proven', pinned = false } = claim ?? {};
  return { squares: squares(strength, pinned), strength: `${strength} of 4, ${name}` };
}
