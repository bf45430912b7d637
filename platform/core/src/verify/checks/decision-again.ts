import { instantMs } from '@common/base/instant';
import {
  type DecideInput,
  decide,
  directoriesOf,
  facadeOf,
  type GrantDecision,
  placeOf,
} from '../../decide/decide.ts';
import { emptyStanding, reasonsOfStanding } from '../../decide/standing.ts';
import type { Reason } from '../../objects/reasons.ts';
import type { OpenReceipt } from '../../objects/receipt.ts';
import { grantFaults, strayFaults } from '../decide-again.ts';
import { type Problem, unless } from '../problems.ts';
import { statementsFound } from './statements.ts';
import type { Subject } from './subject.ts';

/**
 * Problems of what the authority decided: the decision is made again, by the signed profile, plugin and
 * mandate, at the instant of the proposal. INVARIANT: uses, sums and earlier proposals count as none, because
 * a receipt cannot show them. So a decision for such a reason stands, and otherwise only one that the rules
 * give. The possible duplicate that the grant names counts: without an approval, such a grant is refused.
 */
export function decisionProblems(subject: Subject): Problem[] {
  const { grant } = subject.receipt.how;
  const { who, what, why, how } = subject.receipt;
  const again = decidedAgain(subject);
  const signed = {
    profile: why.profile,
    manifest: why.plugin.manifest,
    mandate: who.contract,
    action: what.action,
  };
  if (grant.outcome === 'deny') return [...strayFaults(signed), ...denialProblems(subject.receipt, again)];
  const faults = grantFaults(subject.crypto, signed, grant);
  if (isRefusedRightly(how.decision, again, faults)) return [];
  return [
    ...faults,
    ...unless(
      again.outcome !== 'deny',
      'denied_again',
      `decided again from what people signed, it is denied: ${again.reason}, ${again.detail}`,
    ),
    ...unless(
      again.outcome !== 'hold' || grant.outcome === 'hold' || grant.approved_by !== null,
      'approval_needed',
      `decided again from what people signed, it needs an approval that is not there: ${again.detail}`,
    ),
    ...unless(
      again.outcome !== 'allow' ||
        (grant.outcome === 'allow' && grant.approved_by === null) ||
        restsOnStanding(subject.receipt, 'approval_required'),
      'approval_not_needed',
      'decided again from what people signed, it needs no approval, but it was held for one',
    ),
  ];
}

/**
 * No honest authority gives such a grant, and the enforcement point refused it for that reason: nothing was
 * done.
 */
function isRefusedRightly(
  { outcome, reason }: OpenReceipt['how']['decision'],
  again: GrantDecision,
  faults: readonly Problem[],
): boolean {
  if (outcome !== 'refused') return false;
  if (faults.length > 0) return reason === 'grant_invalid';
  return again.outcome !== 'allow' && reason === again.reason;
}

/** Whether the receipt's own content shows that this reason applies, and not only earlier events. */
export function restsOnStanding(receipt: OpenReceipt, reason: Reason): boolean {
  const { why, what, who } = receipt;
  const { manifest } = why.plugin;
  const given = {
    params: what.action.params,
    mandate: who.contract.rules,
    profile: why.profile.rules,
    directories: directoriesOf(signedInput(receipt)),
  };
  return reasonsOfStanding(manifest, facadeOf(manifest, what.action), given).includes(reason);
}

function decidedAgain(subject: Subject): GrantDecision {
  return decide(inputAgain(subject));
}

/** What a decision about the receipt’s action is made from again: what people signed, at the instant of the proposal. */
export function inputAgain(subject: Subject): DecideInput {
  const { who, what, why } = subject.receipt;
  return {
    ...signedInput(subject.receipt),
    statements: statementsFound(subject, what.action.proposed_at),
    manifest: why.plugin.manifest,
    mandate: who.contract,
    mandateRevoked: false,
    plugin: what.action.plugin,
    facade: what.action.facade,
    params: what.action.params,
  };
}

/** Approvals by an entry before count as given, as sums before count as none: a receipt cannot show either. */
function signedInput({ what: { action }, why, how }: OpenReceipt) {
  const entries = why.directories ?? {};
  return {
    profile: why.profile,
    entries,
    standing: {
      ...emptyStanding(facadeOf(why.plugin.manifest, action), action.params),
      possibleDuplicate: how.grant.possible_duplicate_of ?? null,
      approvedEntries: Object.values(entries).map(({ entry }) => entry.entry_hash),
    },
    nowMs: instantMs(action.proposed_at) ?? Number.NaN,
  };
}

/** The first check that fails names the reason, so one that rests on what went before must be the earlier. */
function denialProblems(receipt: OpenReceipt, again: GrantDecision): Problem[] {
  const { reason } = receipt.how.grant;
  if (again.outcome === 'deny' && again.reason === reason) return [];
  const isEarlier = again.outcome !== 'deny' || placeOf(reason) < placeOf(again.reason);
  return unless(
    restsOnStanding(receipt, reason) && isEarlier,
    'denial_unfounded',
    `denied for ${reason}, but decided again from what people signed, it is ${again.outcome} (${again.reason})`,
  );
}
