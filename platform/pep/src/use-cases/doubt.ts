import { formatInstant, instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { BROKER_TOKEN_LIFETIME_S } from '@platform/core/objects/counterparty';
import type { Connector } from '@platform/core/objects/plugin';
import type { Doubt, SignedSettlement } from '@platform/core/objects/settlement';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import type { Intent, OpenDoubt } from '../store/store.ts';
import { canArriveNoLonger, inquire } from './inquire.ts';
import type { PepDeps } from './ports.ts';
import { signedDoubt } from './report-enforcement.ts';
import { inDoubt, unknown } from './results.ts';
import { askForLease, end, move, type Step, stopped, type Turn } from './turn.ts';

interface NewDoubt extends Pick<Doubt, 'reason' | 'detail'> {
  /** Since when the counterparty was asked, in milliseconds since the epoch. */
  readonly since: number;
}

/** Stops asking, and reports to the authority that only a person can decide what became of the call. */
export async function declareDoubt(turn: Turn, given: Intent, why: NewDoubt): Promise<Step> {
  const { authority, notices } = turn.deps;
  const { grantId } = given;
  const { since } = why;
  const open = given.asking?.doubt ?? openDoubt(turn, given, why);
  const { detail, reason } = open.doubt;
  const kept = await move(turn, given, { state: 'sent', asking: { since, inDoubt: false, doubt: open } });
  if (kept.kind === 'stopped') return kept;
  const answer = await authority.report({ kind: 'in_doubt', body: signedDoubt(turn.deps, open) });
  if (answer.kind === 'unavailable') {
    notices.warn({ grant_id: grantId, why: answer.message }, 'the authority has not recorded a doubt');
    return stopped(ok(unknown(grantId, detail)));
  }
  notices.warn({ grant_id: grantId, reason }, 'only a person can decide what became of a call');
  const asking = { since, inDoubt: true, doubt: open };
  const step = await move(turn, kept.intent, { state: 'sent', asking });
  return step.kind === 'stopped' ? step : stopped(ok(inDoubt(grantId, detail)));
}

function openDoubt(
  { deps }: Turn,
  { request: { grant }, sending }: Intent,
  { reason, detail, since }: NewDoubt,
): OpenDoubt {
  const doubt: Doubt = {
    type: 'sanad/doubt/1',
    deployment: grant.deployment,
    grant_id: grant.grant_id,
    action_hash: grant.action_hash,
    reason,
    detail: detail.slice(0, 500).toWellFormed(),
    sent_at: formatInstant(sending?.at ?? since),
    declared_at: formatInstant(deps.clock()),
  };
  return { doubt, hash: hashOf(nodeCrypto, doubt) };
}

/**
 * Takes up what the principal decided. INVARIANT: a person's word ends a grant only if the counterparty still says
 * nothing about it, and never sends anything: `ask_again` leads back to the inquiry.
 */
export async function awaitSettlement(
  turn: Turn,
  given: Intent,
  open: OpenDoubt,
  connector: Connector,
): Promise<Step> {
  const { deps } = turn;
  const waits = stopped(ok(inDoubt(given.grantId, 'Nobody knows whether it was done.')));
  const answer = await askForLease(turn, given);
  if (answer.kind === 'unavailable') return waits;
  const { settlement } = answer.record;
  if (settlement === undefined) return waits;
  const about = { open, keys: await deps.keys(), nowMs: deps.clock() };
  const checked = checkSettlement(given, settlement, about);
  if (!checked.ok) {
    const fields = { grant_id: given.grantId, why: checked.error.message };
    deps.notices.warn(fields, 'a settlement is not the principal’s, or does not answer this doubt');
    return waits;
  }
  const since = given.asking?.since ?? deps.clock();
  const { choice, reason } = settlement.settlement;
  if (choice === 'ask_again')
    return move(turn, given, { state: 'sent', asking: { since: deps.clock(), inDoubt: false } });
  // Before anything depends on it, so that an earlier one counts no longer, even if the authority shows it.
  const doubt = { ...open, seen: settlement };
  const isNew = open.seen?.settlement_hash !== settlement.settlement_hash;
  const kept = isNew
    ? await move(turn, given, { state: 'sent', asking: { since, inDoubt: true, doubt } })
    : { kind: 'moved' as const, intent: given };
  if (kept.kind === 'stopped') return kept;
  const { intent } = kept;
  const found = await inquire(deps, intent, connector);
  if (found.kind === 'ended') return end(turn, intent, { ending: found.ending });
  const done = choice === 'count_as_done';
  // The call could still arrive: what is counted as not done, and freed, would then be paid.
  const { acceptedUntil } = intent.sending ?? { acceptedUntil: endOfAcceptance(deps, since) };
  if (!done && !canArriveNoLonger(found, acceptedUntil, deps.clock())) return waits;
  const detail = `Nobody knows whether it was done. ${settlement.signature.kid} counts it as ${done ? 'done' : 'not done'}: ${reason}`;
  const outcome = done ? 'executed' : 'refused';
  const settled = { settlement, doubt };
  return end(turn, intent, { ending: { outcome, reason: 'settled_by_principal', detail, settled } });
}

/** Until when the counterparty may accept a call that begins at that instant. */
export function endOfAcceptance({ leaseMs }: Pick<PepDeps, 'leaseMs'>, atMs: number): number {
  return atMs + leaseMs + BROKER_TOKEN_LIFETIME_S * 1_000;
}

/** Whether the mandate's own principal signed this about this grant and doubt, with a key that is good now. */
export function checkSettlement(
  { request: { grant }, redeemed }: Pick<Intent, 'request' | 'redeemed'>,
  signed: SignedSettlement,
  {
    open,
    keys,
    nowMs,
  }: {
    readonly open: OpenDoubt;
    readonly keys: Parameters<typeof verifySigned>[1]['keys'];
    readonly nowMs: number;
  },
): Result<void, string> {
  const { settlement, settlement_hash: hash, signature } = signed;
  const at = formatInstant(nowMs);
  const valid = unlessStolen(verifySigned(nodeCrypto, { object: settlement, hash, signature, keys, at }));
  if (!valid.ok) return valid;
  if (settlement.grant_id !== grant.grant_id || settlement.action_hash !== grant.action_hash)
    return fail('settlement_of_another_grant', 'It does not name this grant and its action.');
  if (settlement.deployment !== grant.deployment)
    return fail('deployment_mismatch', 'It is of another deployment.');
  if (settlement.doubt_hash !== open.hash)
    return fail('settlement_is_old', 'It answers another doubt than the one that is open.');
  if (open.seen !== undefined && !isAsNew(signed, open.seen))
    return fail('settlement_is_old', 'The principal has replaced it.');
  return redeemed === null
    ? fail('grant_not_redeemed', 'The mandate is not known.')
    : checkMandateSigner(valid.value, redeemed.contract.contract);
}

/**
 * Whether a settlement is the one that was seen last, or replaces it. Those between the two may not have been seen
 * here: then the principal's own clock decides, and one that replaces nothing is never the newer one.
 */
function isAsNew({ settlement, settlement_hash: hash }: SignedSettlement, seen: SignedSettlement): boolean {
  const { replaces_hash: replaced } = settlement;
  if (hash === seen.settlement_hash || replaced === seen.settlement_hash) return true;
  if (replaced === null || hash === seen.settlement.replaces_hash) return false;
  const at = instantMs(settlement.settled_at);
  return at !== null && at > (instantMs(seen.settlement.settled_at) ?? at);
}
