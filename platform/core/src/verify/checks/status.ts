import { instantMs } from '@common/base/instant';
import { hashOf } from '../../crypto/hash.ts';
import { MAX_SEND_WITHIN_MS } from '../../objects/grant.ts';
import type { SignedRevocation } from '../../objects/mandate.ts';
import type { Receipt } from '../../objects/receipt.ts';
import type { Signature } from '../../objects/signature.ts';
import {
  altered,
  CLOCK_SKEW_MS,
  conclude,
  deploymentProblems,
  differs,
  type Finding,
  isAbout,
  keyOfSignature,
  notApplicable,
  orderProblems,
  type Subject,
  signatureProblems,
  unless,
} from './subject.ts';

/**
 * Check 9: the mandate was not revoked when the call was sent nor, with `asOf`, at that instant. A receipt knows of
 * revocations up to `status.checked_at`; no file can say what came later.
 */
export function checkStatus(subject: Subject): Finding {
  const { receipt, asOf } = subject;
  const { status, what } = receipt;
  const problems = [...statusProblems(receipt), ...revocationProblems(subject, status.revocation)];
  if (asOf !== null && instantMs(asOf) === null) problems.push(`${asOf} is not a valid instant`);
  if (problems.length > 0) return conclude(problems, '');
  if (what.outcome !== 'executed') return conclude([], `${withoutEffect(receipt)} ${known(receipt)}`);
  const sent = sentAt(receipt);
  const late = sentTooLate(receipt, sent);
  if (late !== null) return conclude([late], '');
  // An earlier instant cannot excuse what was done later, under a revoked mandate.
  const isEarlier = asOf !== null && isAfter(sent, asOf);
  const instant = asOf === null || isEarlier ? sent : asOf;
  const why = isEarlier
    ? ` (asked as of ${asOf}; but the grant was used later, and the mandate had to be valid then)`
    : '';
  const endedAt = status.revocation_recorded_at ?? status.revocation?.revocation.revoked_at ?? null;
  if (instant !== sent && endedAt !== null && !isAfter(endedAt, instant)) {
    return conclude([`the mandate was revoked at ${endedAt}, as of ${instant}${why}`], '');
  }
  if (asOf !== null && endedAt === null && isAfter(asOf, status.checked_at)) {
    return notApplicable(`Not known as of ${asOf}: the status was last checked at ${status.checked_at}.`);
  }
  return conclude([], `Not revoked as of ${instant}${why}. ${whichCameFirst(receipt, sent)}`);
}

/** What is known about a grant that did not end as executed. Its mandate may have others. */
function withoutEffect({ what, how }: Receipt): string {
  if (what.reason !== 'settled_by_principal') return 'Nothing was done under this grant.';
  const by = how.settlement?.signature.kid ?? 'the principal';
  return `Nobody knows whether anything was done under this grant: ${by} counts it as not done.`;
}

/** When the call may have left, by the enforcement point’s signed decision; before that, when the grant was spent. */
function sentAt({ how, when }: Receipt): string {
  return how.decision.sent_at ?? when.redeemed_at ?? when.proposed_at;
}

/**
 * A call may begin only under a lease from before the revocation was recorded. Without the instant of that record, the
 * principal's own date counts.
 */
function sentTooLate({ status }: Receipt, sent: string): string | null {
  const { revocation, revocation_recorded_at: recorded } = status;
  if (revocation === null) return null;
  const { revoked_at: revokedAt } = revocation.revocation;
  if (recorded === undefined) {
    return isAfter(revokedAt, sent) ? null : `the mandate was revoked at ${revokedAt}, as of ${sent}`;
  }
  return msBetween(recorded, sent) > MAX_SEND_WITHIN_MS + CLOCK_SKEW_MS
    ? `the call was sent at ${sent}, after the revocation was recorded at ${recorded}`
    : null;
}

/** Says what was first, by the services' clocks, where both instants are known. */
function whichCameFirst(receipt: Receipt, sent: string): string {
  const { revocation, revocation_recorded_at: recorded } = receipt.status;
  if (revocation === null || recorded === undefined) return known(receipt);
  const order = isAfter(sent, recorded)
    ? `The call was sent at ${sent}, under a lease from before the revocation was recorded at ${recorded}.`
    : `The call was sent at ${sent}, before the revocation was recorded at ${recorded}.`;
  const { revoked_at: revokedAt } = revocation.revocation;
  return isAfter(revokedAt, sent) ? order : `${order} The principal dated the revocation ${revokedAt}.`;
}

function known({ status }: Receipt): string {
  return status.revocation === null
    ? `No revocation was known at ${status.checked_at}.`
    : `It was revoked at ${status.revocation.revocation.revoked_at}.`;
}

function statusProblems({ status, when, how, who }: Receipt): string[] {
  const isRevoked = status.revocation !== null;
  const isOver = !isAfter(who.contract.valid_to, status.checked_at);
  return [
    ...unless(
      isRevoked === (status.contract === 'revoked'),
      `the status is "${status.contract}", and ${isRevoked ? 'there is a' : 'there is no'} revocation`,
    ),
    ...unless(
      isRevoked || isOver === (status.contract === 'expired'),
      `the status at ${status.checked_at} is "${status.contract}", and the mandate is valid to ${who.contract.valid_to}`,
    ),
    ...unless(
      how.decision.reason !== 'contract_revoked' || isRevoked,
      'denied for a revocation that is not in the receipt',
    ),
    ...unless(
      isRevoked || status.revocation_recorded_at === undefined,
      'a revocation was recorded, but it is not in the receipt',
    ),
    ...orderProblems(
      ['when.redeemed_at', when.redeemed_at],
      ['status.revocation_recorded_at', status.revocation_recorded_at ?? null],
      ['status.checked_at', status.checked_at],
    ),
    ...orderProblems(
      ['when.redeemed_at', when.redeemed_at],
      ['decision.sent_at', how.decision.sent_at ?? null],
    ),
    ...orderProblems(
      ['decision.sent_at', how.decision.sent_at ?? null],
      ['when.decided_at', when.decided_at],
    ),
    ...orderProblems(['status.checked_at', status.checked_at], ['when.assembled_at', when.assembled_at]),
  ];
}

function revocationProblems(subject: Subject, signed: SignedRevocation | null): string[] {
  if (signed === null) return [];
  const { revocation, revocation_hash, signature } = signed;
  const hash = hashOf(subject.crypto, revocation);
  const key = keyOfSignature(subject, signature, hash);
  return [
    ...deploymentProblems(subject, 'the revocation', revocation),
    ...altered('the revocation (status.revocation)', 'its revocation_hash', revocation_hash, hash),
    ...differs('revocation.contract_id', revocation.contract_id, subject.receipt.who.contract.contract_id),
    ...isAbout('the revocation', 'mandate', revocation.contract_hash, subject.hashes.mandate),
    ...(key === undefined
      ? []
      : differs('who revoked the mandate', key.person, subject.receipt.who.contract.principal)),
    ...revocationSignatureProblems(subject, hash, signature, revocation.revoked_at),
  ];
}

/**
 * The principal's clock may be wrong, but the revocation still counts: then from when the service knew about
 * it.
 */
function revocationSignatureProblems(
  subject: Subject,
  hash: string,
  signature: Signature,
  revokedAt: string,
): string[] {
  const problemsAt = (at: string) =>
    signatureProblems(subject, { hash, signature, type: 'sanad/revocation/1', at });
  const problems = problemsAt(revokedAt);
  return problems.length === 0 ? [] : problemsAt(subject.receipt.status.checked_at);
}

function isAfter(one: string, other: string): boolean {
  return msBetween(other, one) > 0;
}

function msBetween(one: string, other: string): number {
  return (instantMs(other) ?? 0) - (instantMs(one) ?? 0);
}
