import { instantMs } from '@common/base/instant';
import type { SendLease } from '../../objects/event.ts';
import { MAX_SEND_WITHIN_MS } from '../../objects/grant.ts';
import type { KeyVersion } from '../../objects/key-entry.ts';
import type { OpenReceipt } from '../../objects/receipt.ts';
import type { Signature } from '../../objects/signature.ts';
import { type Problem, problem, unless } from '../problems.ts';
import { CLOCK_SKEW_MS, keyOfSignature, type Subject } from './subject.ts';

/**
 * A mark is recorded just before it is written, and other processes read keys again after a moment: a lease may be
 * asked for until then.
 */
const MARK_IS_READ_AFTER_MS = 1_000;

/** Something that a grant stood on and that ended, while its call may have been on its way. */
interface RecordedEnd {
  /** As the subject of a clause. */
  readonly what: string;
  /** By the clock of the authority. */
  readonly at: string;
  /** How long after that instant a lease could still be given. */
  readonly takesMs: number;
}

/** When the call may have left, by the enforcement point’s signed decision; before that, when the grant was spent. */
export function sentAt({ how, when }: OpenReceipt): string {
  return how.decision.sent_at ?? when.redeemed_at ?? when.proposed_at;
}

/** Problems of a call and its own lease. One clock shows both, so nothing is allowed for. */
export function leaseProblems({ how: { decision } }: OpenReceipt): Problem[] {
  const { lease, sent_at: sent } = decision;
  if (lease === undefined) return [];
  if (sent === undefined) return problem('missing', 'there is a lease, but no call was sent');
  const after = msBetween(lease.asked_at, sent);
  return unless(
    after >= 0 && after < lease.send_within_ms,
    'lease_mismatch',
    `the call was sent at ${sent}, but its lease was of ${lease.send_within_ms} ms from ${lease.asked_at} on`,
  );
}

/**
 * Problems of a call that was sent under no lease from before an end. The enforcement point asks before the authority
 * gives the lease, and the authority gives none once it has recorded the end. So an honest lease was asked for before
 * the end was recorded, and an honest call is sent within that lease, however often one was asked for before. These are
 * the clocks of two parties, so the asking may seem later, by as much as clocks may differ.
 */
export function lateProblems(subject: Subject): Problem[] {
  const { receipt } = subject;
  const { lease } = receipt.how.decision;
  const sent = sentAt(receipt);
  return [
    ...recordedEnds(subject).flatMap(({ what, at, takesMs }) => {
      const words = `the call was sent at ${sent}${underLease(lease)}, after ${what} at ${at}`;
      return unless(
        msBetween(at, lease?.asked_at ?? sent) <= toleranceMs(lease) + takesMs,
        'sent_late',
        words,
      );
    }),
    ...(lease === undefined ? [] : beyondTheEnd(receipt, lease)),
  ];
}

/** No lease is for longer than the grant is good, and no grant for longer than its mandate, as check 5 sees. */
function beyondTheEnd({ how: { grant } }: OpenReceipt, lease: SendLease): Problem[] {
  const { expires_at: expires } = grant;
  const left = expires === null ? 0 : msBetween(expires, lease.asked_at) + lease.send_within_ms;
  return unless(
    left <= CLOCK_SKEW_MS,
    'sent_late',
    `the call was sent${underLease(lease)}, which is longer than the grant was good, until ${expires}`,
  );
}

/**
 * Says of each recorded end whether the call was sent before it or after, by the services’ clocks, and what is only
 * believed.
 */
export function whichCameFirst(subject: Subject): readonly string[] {
  const { lease } = subject.receipt.how.decision;
  const sent = sentAt(subject.receipt);
  return recordedEnds(subject).map(({ what, at }) => {
    if (msBetween(at, sent) <= 0) return `The call was sent at ${sent}, before ${what} at ${at}.`;
    const after = `The call was sent at ${sent}${underLease(lease)}, after ${what} at ${at}.`;
    if (lease === undefined) {
      const seconds = toleranceMs(lease) / 1_000;
      return `${after} How long its lease was is not in this receipt: ${seconds} s are believed.`;
    }
    const late = msBetween(at, lease.asked_at);
    return late <= 0
      ? `${after} The lease is from before that.`
      : `${after} The lease was asked for ${late} ms later, by another clock, which may be ahead by a minute.`;
  });
}

function recordedEnds(subject: Subject): readonly RecordedEnd[] {
  const { revocation, ...status } = subject.receipt.status;
  const { revocation_recorded_at: revoked, cancellation_recorded_at: cancelled } = status;
  return [
    ...(revocation === null || revoked === undefined
      ? []
      : [{ what: 'the revocation was recorded', at: revoked, takesMs: 0 }]),
    ...(cancelled === undefined
      ? []
      : [{ what: 'the cancellation was recorded', at: cancelled, takesMs: 0 }]),
    ...markedSigners(subject).map(({ kid, at }) => ({
      what: `the mark on the key ${kid} was recorded`,
      at,
      takesMs: MARK_IS_READ_AFTER_MS,
    })),
  ];
}

/** The marks that ended the grant. */
function markedSigners(subject: Subject): readonly { readonly kid: string; readonly at: string }[] {
  const { marks = [] } = subject.receipt.status;
  if (marks.length === 0) return [];
  const keys = keysOfGrant(subject);
  return marks.flatMap(({ kid, fingerprint, recorded_at: at }) =>
    keys.some((key) => key.kid === kid && key.fingerprint === fingerprint) ? [{ kid, at }] : [],
  );
}

/** The very keys that signed the mandate, its rules and the approvals: a mark on one of them ends the grant. */
export function keysOfGrant(subject: Subject): readonly KeyVersion[] {
  const { receipt, hashes } = subject;
  const { principal, approver } = receipt.signatures;
  const { earlier_approvals: earlier = [] } = receipt.how;
  const signed: readonly (readonly [hash: string, signature: Signature])[] = [
    [hashes.mandate, principal],
    [receipt.why.profile_hash, receipt.why.profile_signature],
    ...[...earlier.map(({ signature }) => signature), ...(approver === null ? [] : [approver])].map(
      (signature) => [hashes.action, signature] as const,
    ),
  ];
  return signed
    .map(([hash, signature]) => keyOfSignature(subject, signature, hash))
    .filter((key) => key !== undefined);
}

/** Without a lease in the receipt, the longest that there is must be believed. */
function toleranceMs(lease: SendLease | undefined): number {
  return CLOCK_SKEW_MS + (lease === undefined ? MAX_SEND_WITHIN_MS : 0);
}

/** How much later than something ended a lease may seem to be asked for: clocks differ, and keys are read after a moment. */
export function latestLeaseMs(lease: SendLease | undefined): number {
  return toleranceMs(lease) + MARK_IS_READ_AFTER_MS;
}

function underLease(lease: SendLease | undefined): string {
  return lease === undefined
    ? ''
    : ` under a lease of ${lease.send_within_ms} ms, asked for at ${lease.asked_at}`;
}

export function msBetween(one: string, other: string): number {
  return (instantMs(other) ?? 0) - (instantMs(one) ?? 0);
}
