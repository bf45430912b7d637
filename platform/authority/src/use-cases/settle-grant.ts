import { instantMs, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { answerTo } from '@platform/core/decide/answer-to';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { SignedSettlement } from '@platform/core/objects/settlement';
import { checkMandateSigner, type MandateSignerRefusal } from '@platform/core/signed/mandate-signer';
import { appendEvent } from './append-event.ts';
import type { AuthorityDeps } from './deps.ts';
import { checkPrincipal, type PrincipalRefusal } from './principal-signature.ts';

export type SettleRefusal =
  | PrincipalRefusal
  | MandateSignerRefusal
  | 'grant_not_found'
  | 'settlement_of_another_grant'
  | 'grant_not_in_doubt'
  | 'settlement_is_old';

/**
 * Records what the principal decides about a grant of which nobody knows whether its action happened. The enforcement
 * point takes it up when it next asks for a lease, and alone ends the grant, so that an acknowledgment that it has
 * found meanwhile counts before a person's word.
 */
export async function settleGrant(
  deps: AuthorityDeps,
  grantId: string,
  signed: SignedSettlement,
): Promise<Result<GrantRecord, SettleRefusal>> {
  const { settlement, settlement_hash: hash, signature } = signed;
  const found = await deps.store.grant(grantId);
  if (found === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  if (settlement.grant_id !== grantId || settlement.action_hash !== found.action_hash) {
    return fail('settlement_of_another_grant', `The settlement does not name ${grantId} and its action.`);
  }
  const { tenant, contract_id } = found.grant;
  const mandate = await deps.store.mandate(contract_id);
  if (mandate === null) throw new Error(`grant ${grantId} has no mandate`);
  const valid = await checkPrincipal(deps, { object: settlement, hash, signature }, mandate);
  if (!valid.ok) return valid;
  const signer = checkMandateSigner(valid.value, mandate.contract);
  if (!signer.ok) return signer;
  return deps.store.atomically(async (unit): Promise<Result<GrantRecord, SettleRefusal>> => {
    await unit.lockTenant(tenant);
    const record = (await unit.grant(grantId))?.record ?? found;
    if (record.settlement?.settlement_hash === hash) return ok(record);
    if (record.in_doubt === undefined || (await unit.enforcementEvent(grantId)) !== null) {
      const message =
        'Nobody has to decide on this grant: it has ended, or the counterparty is still being asked.';
      return fail('grant_not_in_doubt', message);
    }
    if (isOld(signed, record)) {
      const message =
        'This decision answers another doubt, replaces another decision than the last, or is dated before the doubt: read the grant, and sign a new one.';
      return fail('settlement_is_old', message);
    }
    const asksAgain = settlement.choice === 'ask_again';
    await unit.noteOnGrant(grantId, { settlement: signed, ...(asksAgain ? { inDoubt: null } : {}) });
    await appendEvent(deps, unit, {
      kind: 'grant_settled',
      tenant,
      contract_id,
      grant_id: grantId,
      body: signed,
    });
    return ok({ ...record, settlement: signed });
  });
}

/** The principal's clock may be behind the enforcement point's by this much. */
const CLOCK_SKEW_MS = 60_000;

/**
 * INVARIANT: each decision answers the doubt that is open, and replaces the one that was taken last for it. Anyone can
 * read an earlier one in the grant and send it again, after the principal has decided otherwise. One that is dated
 * before its doubt is by a wrong clock, and its receipt would not hold.
 */
function isOld({ settlement }: SignedSettlement, record: GrantRecord): boolean {
  const named = answerTo(record);
  if (record.in_doubt === undefined || named === null) return true;
  const { doubt_hash, replaces_hash } = named;
  if (settlement.doubt_hash !== doubt_hash || settlement.replaces_hash !== replaces_hash) return true;
  const settledAt = instantMs(settlement.settled_at);
  const declaredAt = requiredMs(record.in_doubt.doubt.declared_at);
  return settledAt === null || settledAt < declaredAt - CLOCK_SKEW_MS;
}
