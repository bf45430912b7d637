import { dateOfInstant } from '@common/base/calendar';
import { capitalised } from '@common/base/english';
import { instantMs, requiredMs } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import { decide, facadeOf, type GrantDecision, type Standing } from '@platform/core/decide/decide';
import { countersOf } from '@platform/core/decide/rules/check-rule';
import { statementsRefusal } from '@platform/core/decide/statements-again';
import type { ExecuteRequest, RedeemResponse } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { ProfileInForce } from '@platform/core/signed/profile';
import { givenStatements, readStatements } from '@platform/core/signed/statements';
import { checkSignerNow } from '@platform/core/signed/stolen-keys';
import { grantFaults } from '@platform/core/verify/decide-again';
import type { ReservationRequest, Sending } from '../store/store.ts';
import type { Ending } from './report-enforcement.ts';

export type Refusal = Pick<Ending, 'reason' | 'detail'>;

/** What the authority showed, with verified signatures of mandate and approval, and the rules in force. */
interface PresentedGrant {
  readonly request: ExecuteRequest;
  readonly redeemed: RedeemResponse;
  readonly inForce: ProfileInForce;
  readonly nowMs: number;
}

/**
 * Finds what forbids the action, whatever the authority decided and whatever was done before. INVARIANT:
 * checked again at each attempt that has sent nothing yet.
 */
export function refusalAgain(
  { request, redeemed, inForce, nowMs }: PresentedGrant,
  keys: KeySet,
): Refusal | null {
  const { contract: mandate } = redeemed.contract;
  const { profile, plugin } = inForce;
  const { action, grant } = request;
  const { approval, earlier_approvals: earlier = [] } = redeemed.record;
  const signed = [
    { hash: request.grant_hash, signature: request.signature },
    { hash: inForce.profile_hash, signature: inForce.signature },
    ...[...earlier, ...(approval === null ? [] : [approval])].map(({ action_hash, signature }) => ({
      hash: action_hash,
      signature,
    })),
  ];
  for (const { hash, signature } of signed) {
    const signer = checkSignerNow(nodeCrypto, { hash, signature }, keys);
    if (!signer.ok) return invalid(`${signer.error.message}.`);
  }
  const [from, to] = [instantMs(mandate.valid_from), instantMs(mandate.valid_to)];
  if (from === null || to === null || nowMs < from || nowMs >= to)
    return {
      reason: 'contract_expired',
      detail: `The mandate is valid from ${mandate.valid_from} to ${mandate.valid_to}, not now.`,
    };
  const rules = { profile, manifest: plugin.manifest, mandate, action };
  const [fault] = grantFaults(nodeCrypto, rules, grant);
  if (fault !== undefined) return invalid(`${fault.words}.`);
  const found = readStatements(nodeCrypto, action.statements, { deployment: action.deployment, keys });
  const lacking = statementsRefusal(rules, found, nowMs);
  if (lacking === null) return null;
  return { reason: lacking.reason, detail: `Judged again here, it is refused: ${lacking.detail}.` };
}

/**
 * Makes the decision again, on our own record of what was executed. Like the authority's, it counts on the
 * day of the proposal. `onRefusal` receives the reason of a refusal. INVARIANT: `refusalAgain` has checked who signed
 * the statements.
 */
export function reservationOf(
  { request, redeemed, inForce }: Omit<PresentedGrant, 'nowMs'>,
  sending: Sending,
  onRefusal: (refusal: Refusal) => void,
): ReservationRequest {
  const { contract: mandate } = redeemed.contract;
  const { profile, plugin } = inForce;
  const { action, grant } = request;
  const { directories: entries } = redeemed.record;
  const facade = facadeOf(plugin.manifest, action);
  const proposedMs = requiredMs(action.proposed_at);
  const again = (standing: Standing): GrantDecision =>
    decide({
      profile,
      manifest: plugin.manifest,
      mandate,
      mandateRevoked: false,
      standing,
      ...(entries === undefined ? {} : { entries }),
      statements: givenStatements(action.statements),
      plugin: action.plugin,
      facade: action.facade,
      params: action.params,
      nowMs: proposedMs,
    });
  return {
    action,
    facade: facade ?? null,
    period: dateOfInstant(proposedMs),
    redeemed,
    sending,
    entryHashes: Object.values(entries ?? {}).map(({ entry }) => entry.entry_hash),
    isApproved: grant.approved_by !== null,
    counters: countersOf(facade?.rules ?? [], action.params),
    decide: (standing) => {
      const decided = again(standing);
      if (decided.outcome === 'allow' || (decided.outcome === 'hold' && grant.approved_by !== null))
        return decided;
      onRefusal({
        reason: decided.reason,
        detail: `Decided again here, it is not allowed: ${decided.detail}.`,
      });
      return null;
    },
  };
}

function invalid(detail: string): Refusal {
  return { reason: 'grant_invalid', detail: capitalised(detail) };
}
