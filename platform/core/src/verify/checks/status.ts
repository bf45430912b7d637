import { instantMs } from '@common/base/instant';
import { hashOf } from '@common/evidence/hash';
import type { SignedRevocation } from '../../objects/mandate.ts';
import type { OpenReceipt } from '../../objects/receipt.ts';
import type { Signature } from '../../objects/signature.ts';
import { versionsOf } from '../../signed/key-history.ts';
import { keyOf } from '../../signed/signed.ts';
import { breaches, type Problem, problem, unless } from '../problems.ts';
import { lateProblems, leaseProblems, msBetween, sentAt, whichCameFirst } from './sending.ts';
import { checkLogStanding } from './standing.ts';
import {
  altered,
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
} from './subject.ts';

/**
 * Check 9: nothing that the grant stood on had ended when the call was sent and, with `asOf`, the mandate was not
 * revoked at that instant. A receipt knows of ends up to `status.checked_at`; no file can say what came later.
 */
export function checkStatus(subject: Subject): Finding {
  const { receipt, asOf } = subject;
  const { status, what } = receipt;
  const problems = [...statusProblems(subject), ...revocationProblems(subject, status.revocation)];
  if (asOf !== null && instantMs(asOf) === null)
    problems.push(...problem('instant_malformed', `${asOf} is not a valid instant`));
  if (problems.length > 0) return conclude(problems, '');
  if (what.outcome !== 'executed') return conclude([], `${withoutEffect(receipt)} ${known(receipt)}`);
  const sent = sentAt(receipt);
  const { problems: unproven, words, unseen } = checkLogStanding(subject);
  const late = [...breaches([...revokedBefore(receipt, sent), ...lateProblems(subject)]), ...unproven];
  if (late.length > 0) return conclude(late, '');
  // An earlier instant cannot excuse what was done later, under a revoked mandate.
  const isEarlier = asOf !== null && isAfter(sent, asOf);
  const instant = asOf === null || isEarlier ? sent : asOf;
  const why = isEarlier
    ? ` (asked as of ${asOf}; but the grant was used later, and the mandate had to be valid then)`
    : '';
  const endedAt = status.revocation_recorded_at ?? status.revocation?.revocation.revoked_at ?? null;
  if (instant !== sent && endedAt !== null && !isAfter(endedAt, instant)) {
    const words = `the mandate was revoked at ${endedAt}, as of ${instant}${why}`;
    return conclude(breaches(problem('revoked', words)), '');
  }
  if (asOf !== null && endedAt === null && isAfter(asOf, status.checked_at)) {
    return notApplicable(`Not known as of ${asOf}: the status was last checked at ${status.checked_at}.`);
  }
  return conclude([], `Not revoked as of ${instant}${why}. ${told(subject, sent)} ${words}`, unseen);
}

/** What is known about a grant that did not end as executed. Its mandate may have others. */
function withoutEffect({ what, how }: OpenReceipt): string {
  if (what.reason !== 'settled_by_principal') return 'Nothing was done under this grant.';
  const by = how.settlement?.signature.kid ?? 'the principal';
  return `Nobody knows whether anything was done under this grant: ${by} counts it as not done.`;
}

/** Without the instant at which a revocation was recorded, the principal's own date counts. */
function revokedBefore({ status }: OpenReceipt, sent: string): Problem[] {
  if (status.revocation === null || status.revocation_recorded_at !== undefined) return [];
  const { revoked_at: revokedAt } = status.revocation.revocation;
  return unless(
    isAfter(revokedAt, sent),
    'revoked',
    `the mandate was revoked at ${revokedAt}, as of ${sent}`,
  );
}

/** Says what was first, by the services' clocks, where both instants are known. */
function told(subject: Subject, sent: string): string {
  const { status } = subject.receipt;
  const { revocation, revocation_recorded_at: recorded } = status;
  const isRecorded = revocation !== null && recorded !== undefined;
  const revokedAt = revocation?.revocation.revoked_at ?? null;
  return [
    ...(isRecorded ? [] : [known(subject.receipt)]),
    ...whichCameFirst(subject),
    ...(isRecorded && revokedAt !== null && !isAfter(revokedAt, sent)
      ? [`The principal dated the revocation ${revokedAt}.`]
      : []),
  ].join(' ');
}

function known({ status }: OpenReceipt): string {
  return status.revocation === null
    ? `No revocation was known at ${status.checked_at}.`
    : `It was revoked at ${status.revocation.revocation.revoked_at}.`;
}

function statusProblems({ receipt }: Subject): Problem[] {
  const { status, when, how, who, document } = receipt;
  const isRevoked = status.revocation !== null;
  const isOver = !isAfter(who.contract.valid_to, status.checked_at);
  return [
    ...unless(
      isRevoked === (status.contract === 'revoked'),
      'status_mismatch',
      `the status is "${status.contract}", and ${isRevoked ? 'there is a' : 'there is no'} revocation`,
    ),
    ...unless(
      isRevoked || isOver === (status.contract === 'expired'),
      'status_mismatch',
      `the status at ${status.checked_at} is "${status.contract}", and the mandate is valid to ${who.contract.valid_to}`,
    ),
    ...unless(
      how.decision.reason !== 'contract_revoked' || isRevoked,
      'missing',
      'denied for a revocation that is not in the receipt',
    ),
    ...unless(
      isRevoked || status.revocation_recorded_at === undefined,
      'unexpected',
      'a revocation was recorded, but it is not in the receipt',
    ),
    ...unless(
      document.how.cancellation !== undefined || status.cancellation_recorded_at === undefined,
      'unexpected',
      'a cancellation was recorded, but it is not in the receipt',
    ),
    ...breaches(leaseProblems(receipt)),
    ...markProblems(receipt),
    ...orderProblems(
      ['when.redeemed_at', when.redeemed_at],
      ['status.revocation_recorded_at', status.revocation_recorded_at ?? null],
      ['status.checked_at', status.checked_at],
    ),
    ...orderProblems(
      ['when.redeemed_at', when.redeemed_at],
      ['status.cancellation_recorded_at', status.cancellation_recorded_at ?? null],
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

/** A mark is on a key of the receipt, and was recorded when the key was stolen or later. */
function markProblems({
  status: { marks = [], checked_at: checked },
  bundle: { keys },
}: OpenReceipt): Problem[] {
  return marks.flatMap(({ kid, fingerprint, recorded_at: at }) => {
    const entry = keyOf(keys, kid);
    const key = entry && versionsOf(entry).find((version) => version.fingerprint === fingerprint);
    const lost = key?.compromised_at ?? null;
    if (lost === null)
      return problem('status_mismatch', `a mark on the key ${kid} was recorded, but the key is not marked`);
    return orderProblems(
      [`the theft of ${kid}`, lost],
      ['when it was recorded', at],
      ['status.checked_at', checked],
    );
  });
}

export function revocationProblems(subject: Subject, signed: SignedRevocation | null): Problem[] {
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
): Problem[] {
  const problemsAt = (at: string) =>
    signatureProblems(subject, { hash, signature, type: 'sanad/revocation/1', at });
  const problems = problemsAt(revokedAt);
  return problems.length === 0 ? [] : problemsAt(subject.receipt.status.checked_at);
}

function isAfter(one: string, other: string): boolean {
  return msBetween(other, one) > 0;
}
