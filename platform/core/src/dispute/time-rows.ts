import type { KeptObject } from '../objects/dispute.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { Ending } from '../objects/standing.ts';
import { latestLeaseMs, msBetween, sentAt } from '../verify/checks/sending.ts';
import { earlyProblems, isTold } from '../verify/checks/standing.ts';
import type { Finding, Subject } from '../verify/checks/subject.ts';
import { type EndName, type Row, restOf, row } from './row.ts';

/** What had ended at a head of the log, by a proof that holds. */
export interface StandingShown {
  readonly size: number;
  readonly log: string;
  readonly at: string;
  readonly ended: readonly Ending[];
  /** Who signed the head. */
  readonly kid: string;
}

interface TimeCase {
  readonly subject: Subject;
  /** Of check 9. */
  readonly finding: Finding | undefined;
  /** The newest proof; null without any. */
  readonly shown: StandingShown | null;
  readonly kept: readonly KeptObject[];
}

/** When it was sent, and what of that which it stood on had ended by then. */
export function rowsOfTime(asked: TimeCase): readonly Row[] {
  const { subject, finding } = asked;
  const { receipt } = subject;
  const { pep, principal } = receipt.signatures;
  const { reason } = receipt.how.decision;
  if (receipt.what.outcome !== 'executed') {
    if (reason !== 'contract_revoked' && reason !== 'cancelled_by_principal')
      return [
        row('time', 'inside', { code: 'never_sent', sent: sendingOf(receipt) }, [
          restOf(subject, pep.kid, 'word', 'sending'),
        ]),
      ];
    const signer = receipt.how.cancellation?.signature.kid ?? receipt.status.revocation?.signature.kid;
    const on = reason === 'contract_revoked' ? 'revocation' : 'cancellation';
    const rests = [restOf(subject, signer ?? principal.kid, 'signature', on)];
    return [row('time', 'outside', { code: 'grant_ended', by: reason }, rests)];
  }
  const sending = [restOf(subject, pep.kid, 'word', 'sending')];
  const sent =
    finding?.outcome === 'fail'
      ? row('time', 'outside', { code: 'sent_late', detail: finding.detail }, sending)
      : row('time', 'inside', { code: 'sent', at: sentAt(receipt) }, sending);
  const ends = signedEnds(asked);
  const untold = ends.flatMap((end) => untoldRow(subject, end));
  return [sent, ...standingRows(asked), ...untold, ...acknowledgedLater(asked, ends)];
}

/** When something of it was sent, though it was not executed: null if nothing was. */
export function sendingOf({ how, when }: OpenReceipt): string | null {
  const { sent_at: sent, reason } = how.decision;
  if (sent !== undefined) return sent;
  // Older receipts do not say when.
  return ANSWERED.has(reason) ? when.decided_at : null;
}

/** Reasons of what somebody was asked and did not do. */
const ANSWERED: ReadonlySet<string> = new Set([
  'counterparty_refused',
  'counterparty_unknown',
  'fetch_failed',
]);

function standingRows({ subject, shown }: TimeCase): readonly Row[] {
  const { receipt } = subject;
  const authority = receipt.how.grant_signature.kid;
  if (shown === null) {
    const at = receipt.status.checked_at;
    return [
      row('time', 'inside', { code: 'not_ended_by_word', at }, [
        restOf(subject, authority, 'word', 'standing'),
      ]),
    ];
  }
  const { size, log, at, ended, kid } = shown;
  const proven = [restOf(subject, kid, 'signature', 'head')];
  const early = ended.filter((ending) => earlyProblems(subject, ending).length > 0);
  if (early.length > 0)
    return early.map((ending) => row('time', 'outside', { code: 'ended_before', ending }, proven));
  if (ended.length === 0) return [row('time', 'inside', { code: 'not_ended', size, log, at }, proven)];
  const groups = Map.groupBy(ended, (ending) => {
    if (msBetween(sentAt(receipt), ending.ended_at) > 0) return 'ended_later';
    return isTold(subject, ending) ? 'ended_told' : 'ended_close';
  });
  return [...groups].map(([code, endings]) => row('time', 'inside', { code, ended: endings }, proven));
}

/** Whether something that ended then could have been known to whom gave the lease. */
function isEarly({ receipt }: Subject, endedAt: string): boolean {
  const { lease } = receipt.how.decision;
  return msBetween(endedAt, lease?.asked_at ?? sentAt(receipt)) > latestLeaseMs(lease);
}

/** An end that a person signed, when they say it was, and when the authority says that it knew. */
interface SignedEnd {
  readonly what: 'revocation' | 'cancellation';
  readonly kid: string;
  readonly dated: string;
  readonly recorded: string | null;
}

/**
 * An end that is dated before the sending, and of which the authority does not say that it knew it then. INVARIANT: two
 * words stand against each other, so neither decides: the principal could date an end back, and who holds the authority’s
 * key could hide one.
 */
function untoldRow(subject: Subject, { what, kid, dated, recorded }: SignedEnd): readonly Row[] {
  const { receipt } = subject;
  // Told and close to each other, the two instants are of clocks that may differ.
  const isBefore = recorded === null ? msBetween(dated, sentAt(receipt)) >= 0 : isEarly(subject, dated);
  if (!isBefore || (recorded !== null && isEarly(subject, recorded))) return [];
  const rests = [
    restOf(subject, kid, 'word', what),
    restOf(subject, receipt.how.grant_signature.kid, 'word', 'ending'),
  ];
  return [row('time', 'undecided', { code: 'end_untold', what, dated, recorded }, rests)];
}

/**
 * Ends between the sending, by the word of the enforcement point, and the acknowledgment, by the counterparty’s clock.
 * INVARIANT: who holds the enforcement point’s key can date a sending back, so that it does not decide alone.
 */
function acknowledgedLater({ subject, shown }: TimeCase, signed: readonly SignedEnd[]): readonly Row[] {
  const { who, how, signatures } = subject.receipt;
  const at = how.counterparty_ack?.acknowledged_at;
  if (at === undefined) return [];
  const ends: readonly (readonly [EndName, string])[] = [
    ['validity', who.contract.valid_to],
    ...(how.grant.expires_at === null ? [] : [['grant', how.grant.expires_at] as const]),
    ...signed.map(({ what, dated, recorded }) => [what, recorded ?? dated] as const),
    ...(shown?.ended ?? []).map(({ kind, ended_at }) => [kind, ended_at] as const),
  ];
  const rests = [
    restOf(subject, signatures.pep.kid, 'word', 'sending'),
    restOf(subject, signatures.counterparty?.kid, 'word', 'acknowledgment'),
  ];
  return ends.flatMap(([end, endedAt]) => {
    const late = msBetween(endedAt, at) > latestLeaseMs(how.decision.lease);
    const sentBefore = msBetween(sentAt(subject.receipt), endedAt) >= 0;
    if (!late || !sentBefore) return [];
    return [row('time', 'undecided', { code: 'acknowledged_after_end', end, endedAt, at }, rests)];
  });
}

/** Those of the receipt first: what it has is not untold because somebody kept it too. */
function signedEnds({ subject, kept, shown }: TimeCase): readonly SignedEnd[] {
  const { status, how } = subject.receipt;
  const ends = new Map<string, SignedEnd>();
  const add = (hash: string, end: SignedEnd) => {
    if (!ends.has(hash)) ends.set(hash, end);
  };
  const take = (one: KeptObject, recorded: string | undefined) => {
    const { kid } = one.signature;
    if ('revocation' in one) {
      const { revocation_hash: hash, revocation } = one;
      const logged = shown?.ended.find(({ by }) => by === hash)?.ended_at ?? null;
      add(hash, { what: 'revocation', kid, dated: revocation.revoked_at, recorded: recorded ?? logged });
    }
    if ('cancellation' in one) {
      const { cancellation_hash: hash, cancellation } = one;
      add(hash, {
        what: 'cancellation',
        kid,
        dated: cancellation.cancelled_at,
        recorded: recorded ?? null,
      });
    }
  };
  if (status.revocation !== null) take(status.revocation, status.revocation_recorded_at);
  if (how.cancellation !== undefined) take(how.cancellation, status.cancellation_recorded_at);
  for (const one of kept) take(one, undefined);
  return [...ends.values()];
}
