import type { KeptObject } from '../objects/dispute.ts';
import type { MovementPage } from '../objects/movement.ts';
import { nameOfPlace } from '../receipt/open-receipt.ts';
import { accountOf } from '../verify/account.ts';
import { ackFaults } from '../verify/acknowledgment.ts';
import { msBetween, sentAt } from '../verify/checks/sending.ts';
import { type Finding, hiddenOf, type Subject } from '../verify/checks/subject.ts';
import { type Row, restOf, row } from './row.ts';

interface PerformanceCase {
  readonly subject: Subject;
  /** Of check 6. */
  readonly finding: Finding | undefined;
  readonly kept: readonly KeptObject[];
  /** Lists of movements of which the signatures hold. */
  readonly pages: readonly MovementPage[];
}

/** What was acknowledged, compared with what was allowed. */
export function rowsOfAcknowledgment({ subject, finding, kept }: PerformanceCase): readonly Row[] {
  const { counterparty } = subject.receipt.signatures;
  const rests = [restOf(subject, counterparty?.kid, 'signature', 'acknowledgment')];
  const own =
    finding?.isBreach === true
      ? [row('amount', 'outside', { code: 'acknowledged_otherwise', detail: finding.detail }, rests)]
      : [];
  const unseen = hiddenOf(subject.receipt, ['what.action', 'why.directories']).map(nameOfPlace);
  const others = keptAcks(kept).flatMap(({ ack, signature }) => {
    if (unseen.length > 0) {
      const detail = `Not seen: what the acknowledgment is compared with (withheld: ${unseen.join(', ')}).`;
      return [row('amount', 'undecided', { code: 'not_seen', check: 6, detail }, rests)];
    }
    const detail = faultsOf(subject, ack, signature.kid).join('; ');
    const by = [restOf(subject, signature.kid, 'signature', 'acknowledgment')];
    return detail === ''
      ? []
      : [row('amount', 'outside', { code: 'acknowledged_otherwise', detail: `${detail}.` }, by)];
  });
  return [...own, ...others];
}

/** Whether what was allowed was done, and on whose word. */
export function rowsOfPerformance(asked: PerformanceCase): readonly Row[] {
  return [doneRow(asked), ...asked.pages.flatMap((page) => listedRow(asked, page))];
}

function doneRow({ subject, finding, kept }: PerformanceCase): Row {
  const { what, how, why, signatures } = subject.receipt;
  const pep = restOf(subject, signatures.pep.kid, 'word', 'sending');
  const { counterparty_ack: ack, settlement, counterparty_ack_hash: hash } = how;
  const [own] = keptAcks(kept);
  if (own !== undefined && hash !== null && own.ack_hash !== hash)
    return row('performance', 'undecided', { code: 'acknowledged_twice' }, [
      restOf(subject, own.signature.kid, 'signature', 'acknowledgment'),
    ]);
  const given = ack ?? own?.ack ?? null;
  const kid = signatures.counterparty?.kid ?? own?.signature.kid;
  if (given !== null && finding?.outcome !== 'fail') {
    const { operation, acknowledged_at: at } = given;
    const adapterOf = why.plugin.connector.adapter?.provider ?? null;
    const found = { code: 'acknowledged', operation, at, adapterOf, isKept: ack === null } as const;
    return row('performance', 'inside', found, [restOf(subject, kid, 'signature', 'acknowledgment')]);
  }
  if (given !== null)
    return row('performance', 'outside', { code: 'acknowledged_otherwise', detail: finding?.detail ?? '' });
  if (signatures.counterparty !== null)
    return row('performance', 'undecided', { code: 'acknowledgment_withheld' }, [
      restOf(subject, kid, 'signature', 'acknowledgment'),
    ]);
  if (settlement !== undefined) {
    const { kid: by } = settlement.signature;
    const { choice } = settlement.settlement;
    const word = restOf(subject, by, 'word', 'settlement');
    return row('performance', 'undecided', { code: 'settled', kid: by, choice }, [word]);
  }
  return what.outcome === 'executed' || what.reason === 'settled_by_principal'
    ? row('performance', 'undecided', { code: 'read_only' }, [pep])
    : row('performance', 'outside', { code: 'not_done', reason: what.reason }, [pep]);
}

/** A list shows a payment by its idempotency key, which the counterparty keeps with it. */
function listedRow({ subject }: PerformanceCase, page: MovementPage): readonly Row[] {
  const { action } = subject.receipt.what;
  const { pep } = subject.receipt.signatures;
  // What would show it in the list, or which account it is of, is withheld.
  const shows = ['what.action.idempotency_key', 'what.action.params', 'why.directories'];
  if (hiddenOf(subject.receipt, shows).length > 0 || !isAbout(subject, page)) return [];
  const rests = [restOf(subject, pep.kid, 'word', 'list')];
  const booked = page.movements.find(({ idempotency_key: key }) => key === action.idempotency_key);
  if (booked === undefined) {
    if (page.more || page.after !== null) return [];
    const { from, until } = page;
    return [row('performance', 'outside', { code: 'not_booked', from, until }, rests)];
  }
  const { amount } = action.params;
  return [
    booked.amount === amount && booked.direction === 'out'
      ? row('performance', 'inside', { code: 'booked', at: booked.booked_at }, rests)
      : row('performance', 'outside', { code: 'booked_otherwise', amount: booked.amount }, rests),
  ];
}

/** Whether the payment would be in the list: of its account, currency and days, and made after it was sent. */
function isAbout({ receipt }: Subject, page: MovementPage): boolean {
  const { action } = receipt.what;
  const account = accountOf(receipt.why.plugin.connector, action, receipt.why.directories);
  const day = sentAt(receipt).slice(0, DAY_LENGTH);
  return (
    // Where nobody signed which account it is, the currency and the days have to do.
    (account === null || page.account === account) &&
    page.currency === action.params.currency &&
    page.from <= day &&
    day < page.until &&
    msBetween(sentAt(receipt), page.listed_at) > 0
  );
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

function keptAcks(kept: readonly KeptObject[]) {
  return kept.flatMap((one) => ('ack' in one ? [one] : []));
}

function faultsOf(subject: Subject, ack: Parameters<typeof ackFaults>[0], signer: string): readonly string[] {
  const { what, why } = subject.receipt;
  return ackFaults(ack, signer, {
    action: what.action,
    actionHash: subject.hashes.action,
    connector: why.plugin.connector,
    entries: why.directories,
  });
}
