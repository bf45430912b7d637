import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@platform/core/crypto/node';
import { BROKER_TOKEN_LIFETIME_S } from '@platform/core/objects/counterparty';
import type { Connector } from '@platform/core/objects/plugin';
import type { Doubt, SignedSettlement } from '@platform/core/objects/settlement';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { signObject, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import type { Intent } from '../store/store.ts';
import { canArriveNoLonger, inquire } from './inquire.ts';
import type { PepDeps } from './ports.ts';
import { inDoubt, unknown } from './results.ts';
import { askForLease, end, move, type Step, stopped, type Turn } from './turn.ts';

interface NewDoubt extends Pick<Doubt, 'reason' | 'detail'> {
  /** Since when the counterparty was asked, in milliseconds since the epoch. */
  readonly since: number;
}

/** Stops asking, and reports to the authority that only a person can decide what became of the call. */
export async function declareDoubt(
  turn: Turn,
  intent: Intent,
  { reason, detail, since }: NewDoubt,
): Promise<Step> {
  const { authority, clock, notices, signer } = turn.deps;
  const { grant } = intent.request;
  const doubt: Doubt = {
    type: 'sanad/doubt/1',
    deployment: grant.deployment,
    grant_id: grant.grant_id,
    action_hash: grant.action_hash,
    reason,
    detail: detail.slice(0, 500).toWellFormed(),
    sent_at: formatInstant(intent.sending?.at ?? since),
    declared_at: formatInstant(clock()),
  };
  const { hash, signature } = signObject(nodeCrypto, signer, doubt);
  const answer = await authority.report({ kind: 'in_doubt', body: { doubt, doubt_hash: hash, signature } });
  if (answer.kind === 'unavailable') {
    notices.warn({ grant_id: intent.grantId, why: answer.message }, 'the authority has not recorded a doubt');
    return stopped(ok(unknown(intent.grantId, detail)));
  }
  notices.warn({ grant_id: intent.grantId, reason }, 'only a person can decide what became of a call');
  const asking = { since, inDoubt: true, settled: intent.asking?.settled ?? null };
  const step = await move(turn, intent, { state: 'sent', asking });
  return step.kind === 'stopped' ? step : stopped(ok(inDoubt(intent.grantId, detail)));
}

/**
 * Takes up what the principal decided. INVARIANT: a person's word ends a grant only if the counterparty still says
 * nothing about it, and never sends anything: `ask_again` leads back to the inquiry.
 */
export async function awaitSettlement(turn: Turn, intent: Intent, connector: Connector): Promise<Step> {
  const { deps } = turn;
  const waits = stopped(ok(inDoubt(intent.grantId, 'Nobody knows whether it was done.')));
  const answer = await askForLease(turn, intent);
  if (answer.kind === 'unavailable') return waits;
  const { settlement } = answer.record;
  if (settlement === undefined || settlement.settlement_hash === intent.asking?.settled) return waits;
  const checked = checkSettlement(intent, settlement, { keys: await deps.keys(), nowMs: deps.clock() });
  if (!checked.ok) {
    const fields = { grant_id: intent.grantId, why: checked.error.message };
    deps.notices.warn(fields, 'a settlement is not the principal’s');
    return waits;
  }
  const { choice, reason } = settlement.settlement;
  const settled = settlement.settlement_hash;
  if (choice === 'ask_again')
    return move(turn, intent, { state: 'sent', asking: { since: deps.clock(), inDoubt: false, settled } });
  const found = await inquire(deps, intent, connector);
  if (found.kind === 'ended') return end(turn, intent, { ending: found.ending });
  const done = choice === 'count_as_done';
  // The call could still arrive: what is counted as not done, and freed, would then be paid.
  const { acceptedUntil } = intent.sending ?? {
    acceptedUntil: endOfAcceptance(deps, intent.asking?.since ?? 0),
  };
  if (!done && !canArriveNoLonger(found, acceptedUntil, deps.clock())) return waits;
  const detail = `Nobody knows whether it was done. ${settlement.signature.kid} counts it as ${done ? 'done' : 'not done'}: ${reason}`;
  const outcome = done ? 'executed' : 'refused';
  return end(turn, intent, { ending: { outcome, reason: 'settled_by_principal', detail, settlement } });
}

/** Until when the counterparty may accept a call that begins at that instant. */
export function endOfAcceptance({ leaseMs }: Pick<PepDeps, 'leaseMs'>, atMs: number): number {
  return atMs + leaseMs + BROKER_TOKEN_LIFETIME_S * 1_000;
}

/** Whether the mandate's own principal signed this about this grant, with a key that is good now. */
function checkSettlement(
  { request: { grant }, redeemed }: Intent,
  { settlement, settlement_hash: hash, signature }: SignedSettlement,
  { keys, nowMs }: { readonly keys: Parameters<typeof verifySigned>[1]['keys']; readonly nowMs: number },
): Result<void, string> {
  const signed = { object: settlement, hash, signature, keys, at: formatInstant(nowMs) };
  const valid = unlessStolen(verifySigned(nodeCrypto, signed));
  if (!valid.ok) return valid;
  if (settlement.grant_id !== grant.grant_id || settlement.action_hash !== grant.action_hash)
    return fail('settlement_of_another_grant', 'It does not name this grant and its action.');
  if (settlement.deployment !== grant.deployment)
    return fail('deployment_mismatch', 'It is of another deployment.');
  return redeemed === null
    ? fail('grant_not_redeemed', 'The mandate is not known.')
    : checkMandateSigner(valid.value, redeemed.contract.contract);
}
