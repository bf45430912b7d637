import { hashOf } from '@common/evidence/hash';
import type { SignedType } from '../../objects/roles.ts';
import type { SignedCancellation, SignedSettlement } from '../../objects/settlement.ts';
import type { Signature } from '../../objects/signature.ts';
import { isTenantOf } from '../../objects/tenants.ts';
import { type Problem, problem, unless } from '../problems.ts';
import {
  altered,
  deploymentProblems,
  differs,
  enrolmentProblems,
  isAbout,
  keyOfSignature,
  orderProblems,
  type Subject,
  signatureProblems,
} from './subject.ts';

/**
 * Problems of the principal's settlement. INVARIANT: it is there if and only if the grant ended by it, so that nobody
 * can count an action as done, or as not done, in the principal's name.
 */
export function settlementProblems(subject: Subject): Problem[] {
  const { decision, settlement: given, doubt } = subject.receipt.how;
  const isSettled = decision.reason === 'settled_by_principal';
  if (given === undefined) {
    return [
      ...unless(!isSettled, 'missing', 'settled by the principal, but no settlement is given'),
      ...differs('decision.settlement_hash', decision.settlement_hash ?? null, null),
      ...unless(doubt === undefined, 'unexpected', 'a doubt is given, but no settlement'),
    ];
  }
  const { settlement, settlement_hash: hash, signature } = given;
  const outcome = settlement.choice === 'count_as_done' ? 'executed' : 'refused';
  const key = keyOfSignature(subject, signature, hash);
  const { tenant } = subject.receipt.who;
  return [
    ...unless(isSettled, 'unexpected', `a settlement is given, but the reason is ${decision.reason}`),
    ...unless(
      settlement.choice !== 'ask_again' && decision.outcome === outcome,
      'outcome_mismatch',
      `the principal said ${settlement.choice}, but the outcome is "${decision.outcome}"`,
    ),
    ...differs('decision.settlement_hash', decision.settlement_hash ?? null, hash),
    ...unless(
      key === undefined || isTenantOf(key, tenant),
      'out_of_reach',
      `${signature.kid} may not settle for the tenant ${tenant}`,
    ),
    ...doubtProblems(subject, given),
    ...byPrincipal(subject, {
      what: 'the settlement',
      type: 'sanad/settlement/1',
      object: settlement,
      given: { hash, name: 'its settlement_hash' },
      signature,
      at: settlement.settled_at,
    }),
  ];
}

/**
 * Problems of the doubt that a settlement answers. INVARIANT: the principal signed its hash, and the enforcement point
 * signed it about this very call, so that no other key can pair a settlement with another doubt.
 */
function doubtProblems(subject: Subject, { settlement }: SignedSettlement): Problem[] {
  const { decision, doubt: signed, grant } = subject.receipt.how;
  if (signed === undefined) return problem('missing', 'the doubt that the settlement answers is not given');
  const { doubt, doubt_hash: stated, signature } = signed;
  const hash = hashOf(subject.crypto, doubt);
  const sent = decision.sent_at ?? null;
  return [
    ...altered('the doubt', 'its doubt_hash', stated, hash),
    ...isAbout('the settlement', 'doubt', settlement.doubt_hash, hash),
    ...differs('the grant of the doubt', doubt.grant_id, grant.grant_id),
    ...isAbout('the doubt', 'action', doubt.action_hash, subject.hashes.action),
    ...deploymentProblems(subject, 'the doubt', doubt),
    // The doubt is signed again with the decision, with the key of that moment.
    ...signatureProblems(subject, { hash, signature, type: 'sanad/doubt/1', at: decision.decided_at }),
    ...differs('who signed the doubt', signature.kid, subject.receipt.signatures.pep.kid),
    ...(sent === null ? [] : differs('when the call in doubt was sent', doubt.sent_at, sent)),
    ...orderProblems(
      ['doubt.declared_at', doubt.declared_at],
      ['settlement.settled_at', settlement.settled_at],
    ),
  ];
}

/** Problems of the principal's cancellation, which a grant that the authority ended because of it must show. */
export function cancellationProblems(subject: Subject): Problem[] {
  const { decision, cancellation: given } = subject.receipt.how;
  if (given === undefined) {
    return unless(
      decision.reason !== 'cancelled_by_principal',
      'missing',
      'cancelled by the principal, but no cancellation is given',
    );
  }
  return signedCancellationProblems(subject, given);
}

/** Problems of a cancellation in the receipt, or one that somebody kept. */
export function signedCancellationProblems(subject: Subject, given: SignedCancellation): Problem[] {
  const { cancellation, cancellation_hash: hash, signature } = given;
  return byPrincipal(subject, {
    what: 'the cancellation',
    type: 'sanad/cancellation/1',
    object: cancellation,
    given: { hash, name: 'its cancellation_hash' },
    signature,
    at: cancellation.cancelled_at,
  });
}

interface PrincipalDecision {
  readonly what: string;
  readonly type: SignedType;
  readonly object: {
    readonly type: string;
    readonly deployment: string;
    readonly grant_id: string;
    readonly action_hash: string;
  };
  readonly given: { readonly hash: string; readonly name: string };
  readonly signature: Signature;
  readonly at: string;
}

function byPrincipal(subject: Subject, signed: PrincipalDecision): Problem[] {
  const { crypto, receipt, hashes } = subject;
  const { what, type, object, given, signature, at } = signed;
  const hash = hashOf(crypto, object);
  const key = keyOfSignature(subject, signature, hash);
  return [
    ...altered(what, given.name, given.hash, hash),
    ...differs(`the grant of ${what}`, object.grant_id, receipt.how.grant.grant_id),
    ...isAbout(what, 'action', object.action_hash, hashes.action),
    ...deploymentProblems(subject, what, object),
    ...signatureProblems(subject, { hash, signature, type, at }),
    ...(key === undefined
      ? []
      : [
          ...differs(`who signed ${what}`, key.person, receipt.who.contract.principal),
          ...enrolmentProblems(subject, key),
        ]),
  ];
}
