import { instantMs } from '@common/base/instant';
import type { StatementFound } from '../../decide/rules/rule.ts';
import { statementsRefusal } from '../../decide/statements-again.ts';
import type { KeyEntry } from '../../objects/key-entry.ts';
import { keyOf } from '../../signed/signed.ts';
import { readStatements } from '../../signed/statements.ts';
import { breaches, type Problem, problem } from '../problems.ts';
import { msBetween, sentAt } from './sending.ts';
import { CLOCK_SKEW_MS, enrolmentProblems, keyOfSignature, type Subject } from './subject.ts';

/**
 * The action’s statements, as their keys are known at an instant of the receipt. Only a key that the receipt brings
 * counts: the authority knew no other when it decided. A denial stands by any mark, as it was made by any.
 */
export function statementsFound(subject: Subject, at: string): Readonly<Record<string, StatementFound>> {
  const { crypto, receipt, keys } = subject;
  const { statements = {} } = receipt.what.action;
  const known: Record<string, KeyEntry> = {};
  for (const { signature } of Object.values(statements)) {
    const key = keyOf(receipt.bundle.keys, signature.kid) === undefined ? null : keys.find(signature.kid);
    if (key?.ok === true) known[signature.kid] = key.value;
  }
  const isDenial = receipt.how.grant.outcome === 'deny';
  return readStatements(crypto, statements, {
    deployment: receipt.deployment,
    keys: known,
    isLost: ({ compromised_at: lost }) => lost !== null && (isDenial || msBetween(lost, at) >= 0),
  });
}

/**
 * Problems of the statements that an allowed action rests on: each signer is enrolled by a principal, and each still
 * answered its rule when the call left. At the proposal, the decision itself is made again.
 */
export function statementProblems(subject: Subject): Problem[] {
  const { receipt } = subject;
  const { what, how } = receipt;
  const { statements } = what.action;
  if (statements === undefined || how.grant.outcome === 'deny') return [];
  return [
    ...Object.values(statements).flatMap(({ statement_hash: hash, signature }) => {
      const key = keyOfSignature(subject, signature, hash);
      if (key === undefined) return [];
      subject.keys.reliesOn(key);
      return enrolmentProblems(subject, key);
    }),
    ...(how.decision.outcome === 'executed' ? breaches(laterProblems(subject)) : []),
  ];
}

function laterProblems(subject: Subject): Problem[] {
  const { who, what, why } = subject.receipt;
  const sent = sentAt(subject.receipt);
  // The enforcement point judges shortly before it sends.
  const atMs = (instantMs(sent) ?? Number.NaN) - CLOCK_SKEW_MS;
  const proposedMs = instantMs(what.action.proposed_at) ?? Number.NaN;
  const refusal = statementsRefusal(
    { profile: why.profile, manifest: why.plugin.manifest, mandate: who.contract, action: what.action },
    statementsFound(subject, sent),
    Math.max(atMs, proposedMs),
  );
  return refusal === null
    ? []
    : problem('statement_refused', `when the call was sent, at ${sent}, ${refusal.detail}`);
}
