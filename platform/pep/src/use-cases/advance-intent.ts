import { type Failure, fail, ok, type Result } from '@common/base/result';
import type { RedeemResponse } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { ProfileInForce, ReadProfile } from '@platform/core/signed/profile';
import type { Intent, IntentChange, IntentState } from '../store/store.ts';
import { logFault, revocationSeen } from './check-continuity.ts';
import { checkPolicyVersion, checkRedeemed, checkTime } from './check-grant.ts';
import { checkPlace } from './check-place.ts';
import { type Refusal, refusalAgain, reservationOf } from './decide-again.ts';
import { type ActionOutcome, callCounterparty, fetchMarketData, refusedEnding } from './perform-action.ts';
import type { PepDeps, ServiceFault } from './ports.ts';
import { redeemGrant } from './redeem-grant.ts';
import { type Ending, reportEnforcement, signEnding } from './report-enforcement.ts';
import { duplicate, ended, notSent, profileOf, unknown } from './results.ts';

export interface AdvanceDeps extends PepDeps {
  readonly readProfile: ReadProfile;
}

/** One worker's turn with an intent, under its lease. */
interface Turn {
  readonly deps: AdvanceDeps;
  readonly owner: string;
  /** The state in which the intent was found, whose step may have run before; null for a new intent. */
  readonly resumedAt: IntentState | null;
  /** When the lease to begin a call ends, by the monotonic clock. Without one, it ended long ago. */
  leaseEndsAt: number;
}

type Step =
  | { readonly kind: 'moved'; readonly intent: Intent; readonly data?: unknown }
  /** Nothing more can be done now. `drop` deletes the intent; otherwise it is resumed later. */
  | { readonly kind: 'stopped'; readonly result: Result<ToolResult, ServiceFault>; readonly drop?: true };

/** The longest pause between two attempts at one intent. */
const LONGEST_PAUSE_MS = 60_000;
/** How often one turn asks for a lease, if each ends before the call can begin. */
const MOST_LEASES = 3;

/**
 * Takes an intent as far as it goes, one state after the other (`INTENT_STATES`), and releases it. Returns
 * what the caller may learn now. Refuses only if it cannot trust the profile in force or the log.
 */
export async function advanceIntent(
  deps: AdvanceDeps,
  owner: string,
  found: Intent,
  { isNew }: { readonly isNew: boolean },
): Promise<Result<ToolResult, ServiceFault>> {
  const turn: Turn = {
    deps,
    owner,
    resumedAt: isNew ? null : found.state,
    leaseEndsAt: Number.NEGATIVE_INFINITY,
  };
  return withLease(turn, found, async () => {
    let intent = found;
    let data: unknown;
    for (;;) {
      if (intent.state === 'recorded' && intent.ending !== null)
        return { finished: true, result: ok(ended(intent, intent.ending, intent.receiptId, data)) };
      const step = await nextStep(turn, intent, data);
      if (step.kind === 'moved') {
        intent = step.intent;
        data = step.data ?? data;
      } else {
        if (step.drop === true) await deps.store.drop(intent.grantId, owner);
        return { finished: step.drop === true, result: step.result };
      }
    }
  });
}

function nextStep(turn: Turn, intent: Intent, data: unknown): Promise<Step> {
  switch (intent.state) {
    case 'presented':
      return redeem(turn, intent);
    case 'redeemed':
      if (intent.redeemed === null) throw new Error(`intent ${intent.grantId} was redeemed without a record`);
      return verify(turn, intent, intent.redeemed);
    case 'sent':
      return perform(turn, intent);
    case 'acknowledged':
    case 'refused':
    case 'recorded':
      return record(turn, intent, data);
  }
}

async function redeem(turn: Turn, intent: Intent): Promise<Step> {
  const { deps } = turn;
  // A grant that may have been spent before a restart is not dropped: it ends with a signed decision.
  const resumed = turn.resumedAt === 'presented';
  const found = await logFault(deps, intent.grantId);
  if (found !== null && !resumed) return { kind: 'stopped', result: found, drop: true };
  if (found?.ok === false) return { kind: 'stopped', result: found };
  deps.faults.at('redeemed', 'before');
  const askedAt = deps.monotonic();
  const redemption = await redeemGrant(deps, intent, resumed);
  switch (redemption.kind) {
    case 'redeemed':
      deps.faults.at('redeemed', 'after');
      return taken(turn, intent, redemption.response, askedAt);
    case 'not_redeemed':
      return { kind: 'stopped', result: ok(redemption.result), drop: true };
    case 'untrusted':
      return { kind: 'stopped', result: failure(redemption.refusal), drop: true };
    case 'unavailable':
      return { kind: 'stopped', result: ok(redemption.result) };
  }
}

/** A redeemed grant goes on, unless what it stands on ended before a restart. */
function taken(turn: Turn, intent: Intent, response: RedeemResponse, askedAt: number): Promise<Step> {
  turn.leaseEndsAt = askedAt + response.send_within_ms;
  return response.ended === null
    ? verify(turn, intent, response)
    : refuse(turn, intent, response, response.ended);
}

/**
 * INVARIANT: nothing was sent yet, so a refusal here is certain. The redemption is recorded together with its
 * outcome: a worker that finds the grant `presented` after a crash redeems it again with the same id, and
 * gets the same answer.
 */
async function verify(turn: Turn, intent: Intent, redeemed: RedeemResponse): Promise<Step> {
  const { deps } = turn;
  const { request } = intent;
  const profile = await deps.readProfile(profileOf(request));
  if (!profile.ok) {
    if (intent.state === 'presented') await move(turn, intent, { state: 'redeemed', redeemed });
    return { kind: 'stopped', result: profile };
  }
  if (turn.resumedAt === 'redeemed') {
    const fault = await logFault(deps, intent.grantId);
    if (fault !== null) return { kind: 'stopped', result: fault };
  }
  const revoked = await revocationSeen(deps, request.grant.contract_id);
  // Not `contract_revoked`, because a receipt with that reason would need the authority to show the
  // revocation.
  if (revoked !== null) return refuse(turn, intent, redeemed, { reason: 'grant_invalid', detail: revoked });
  const keys = await deps.keys();
  const checks = [
    checkRedeemed(request, redeemed, keys, deps.clock()),
    checkPolicyVersion(request.grant, profile.value),
    checkTime(request.grant, deps.clock()),
    checkPlace(deps, intent, profile.value.plugin.connector, keys),
  ];
  const failed = checks.find((check) => !check.ok);
  if (failed !== undefined && !failed.ok)
    return refuse(turn, intent, redeemed, { reason: failed.error.code, detail: failed.error.message });
  return decideAgain(turn, intent, { request, redeemed, inForce: profile.value, nowMs: deps.clock() }, keys);
}

/** INVARIANT: decides again, by what people signed and our own record: a signed grant alone moves nothing. */
async function decideAgain(
  turn: Turn,
  intent: Intent,
  shown: Parameters<typeof refusalAgain>[0],
  keys: KeySet,
): Promise<Step> {
  const { redeemed } = shown;
  const refusal = refusalAgain(shown, keys);
  if (refusal !== null) return refuse(turn, intent, redeemed, refusal);
  const refusals: Refusal[] = [];
  const request = reservationOf(shown, (why) => refusals.push(why));
  const { store } = turn.deps;
  const reserved = await store.reserve(intent.grantId, turn.owner, intent.state, request);
  const why = refusals.at(-1);
  if (reserved === 'refused' && why !== undefined) return refuse(turn, intent, redeemed, why);
  if (reserved !== 'reserved') return { kind: 'stopped', result: ok(duplicate(intent.grantId, null)) };
  return { kind: 'moved', intent: { ...intent, state: 'sent', redeemed } };
}

function refuse(
  turn: Turn,
  intent: Intent,
  redeemed: RedeemResponse,
  { reason, detail }: Refusal,
): Promise<Step> {
  return end(turn, intent, { ending: refusedEnding(reason, detail), redeemed });
}

/**
 * INVARIANT: no call begins without a lease that was asked for before anything that the grant stands on had ended:
 * whoever ends it waits until every such lease is over (`end-of-leases.ts` of the authority).
 */
async function perform(turn: Turn, intent: Intent): Promise<Step> {
  const { deps } = turn;
  const inForce = await deps.readProfile(profileOf(intent.request));
  if (!inForce.ok) return { kind: 'stopped', result: inForce };
  const mayHaveLeft = turn.resumedAt === 'sent';
  for (let leases = 0; leases < MOST_LEASES; leases++) {
    if (!hasLease(turn)) {
      const refusal = await renewLease(turn, intent);
      if (refusal !== null) return withoutLease(turn, intent, refusal, mayHaveLeft);
    }
    const performed = await act(turn, intent, inForce.value, mayHaveLeft);
    if (performed.kind === 'ended') return end(turn, intent, { ending: performed.ending }, performed.data);
    if (performed.kind === 'unknown')
      return { kind: 'stopped', result: ok(unknown(intent.grantId, performed.why)) };
    if (performed.because === 'no_connection') return neverLeft(turn, intent, performed.why);
  }
  return neverLeft(turn, intent, 'The call could not begin in time.');
}

function act(
  turn: Turn,
  intent: Intent,
  { profile, plugin }: ProfileInForce,
  again: boolean,
): Promise<ActionOutcome> {
  const mayBegin = (): boolean => hasLease(turn);
  return intent.operation === 'fetch'
    ? fetchMarketData(turn.deps, intent, profile.market_data, { mayBegin })
    : callCounterparty(turn.deps, intent, plugin.connector, { again, mayBegin });
}

function hasLease({ deps, leaseEndsAt }: Turn): boolean {
  return deps.monotonic() < leaseEndsAt;
}

type LeaseRefusal = Refusal | { readonly reason: null; readonly detail: string };

/** Asks for another lease. Returns why there is none: what has ended, or with `reason` null that nobody answered. */
async function renewLease(turn: Turn, intent: Intent): Promise<LeaseRefusal | null> {
  const askedAt = turn.deps.monotonic();
  const redemption = await redeemGrant(turn.deps, intent, true);
  if (redemption.kind !== 'redeemed')
    return { reason: null, detail: 'The authority gave no lease, so nothing was sent.' };
  const { send_within_ms: ms, ended: over } = redemption.response;
  turn.leaseEndsAt = askedAt + ms;
  return over;
}

/**
 * What never left ends as refused, for the authority's reason. What may have left is not sent again, and stays
 * unknown.
 */
async function withoutLease(
  turn: Turn,
  intent: Intent,
  { reason, detail }: LeaseRefusal,
  mayHaveLeft: boolean,
): Promise<Step> {
  if (mayHaveLeft) {
    const why = `It may have been done. It is not sent again: ${detail}`;
    return { kind: 'stopped', result: ok(unknown(intent.grantId, why)) };
  }
  if (reason === null) return neverLeft(turn, intent, detail);
  return end(turn, intent, { ending: refusedEnding(reason, detail) });
}

/** Records that nothing has left, so that a later end is certain. */
async function neverLeft(turn: Turn, intent: Intent, why: string): Promise<Step> {
  if (turn.resumedAt === 'sent') return { kind: 'stopped', result: ok(unknown(intent.grantId, why)) };
  const step = await move(turn, intent, { state: 'redeemed' });
  if (step.kind === 'stopped') return step;
  return { kind: 'stopped', result: ok(notSent(intent.grantId, why)) };
}

async function end(
  turn: Turn,
  intent: Intent,
  change: Pick<IntentChange, 'redeemed'> & { readonly ending: Ending },
  data?: unknown,
): Promise<Step> {
  turn.deps.faults.at('acknowledged', 'before');
  const state = change.ending.outcome === 'executed' ? 'acknowledged' : 'refused';
  const ending = signEnding(turn.deps, intent, change.ending);
  const step = await move(turn, intent, { state, ...change, ending }, data);
  turn.deps.faults.at('acknowledged', 'after');
  return step;
}

/** Reports the ending. The caller gets the result even if the authority has not recorded it yet. */
async function record(turn: Turn, intent: Intent, data: unknown): Promise<Step> {
  const { ending } = intent;
  if (ending === null) throw new Error(`intent ${intent.grantId} is ${intent.state} without an ending`);
  const answer = await reportEnforcement(turn.deps, ending);
  if (answer.kind === 'recorded')
    return move(turn, intent, { state: 'recorded', receiptId: answer.receiptId });
  const fields = { grant_id: intent.grantId, why: answer.message };
  turn.deps.notices.warn(fields, 'the authority has not recorded a decision; it will be sent again');
  return { kind: 'stopped', result: ok(ended(intent, ending, null, data)) };
}

async function move(turn: Turn, intent: Intent, change: IntentChange, data?: unknown): Promise<Step> {
  const moved = await turn.deps.store.advance(intent.grantId, turn.owner, intent.state, change);
  // Our lease ran out and another worker took over the intent: its findings count.
  if (!moved) return { kind: 'stopped', result: ok(duplicate(intent.grantId, null)) };
  return { kind: 'moved', intent: { ...intent, ...change }, ...(data === undefined ? {} : { data }) };
}

/**
 * Keeps the lease while the work runs. An unfinished intent is resumed after a pause that grows each time.
 */
async function withLease<Value>(
  { deps, owner }: Turn,
  { grantId, attempts }: Intent,
  work: () => Promise<{ readonly finished: boolean; readonly result: Value }>,
): Promise<Value> {
  const renewal = setInterval(() => {
    const lease = { owner, untilMs: deps.clock() + deps.leaseMs };
    deps.store
      .renew(grantId, lease)
      .catch((error: unknown) => deps.notices.warn({ err: error }, 'lease not renewed'));
  }, deps.leaseMs / 3);
  renewal.unref();
  let finished = false;
  try {
    const worked = await work();
    finished = worked.finished;
    return worked.result;
  } finally {
    clearInterval(renewal);
    const pause = Math.min(deps.retryMs * 2 ** Math.min(attempts, 16), LONGEST_PAUSE_MS);
    if (!finished) await deps.store.release(grantId, owner, deps.clock() + pause, attempts + 1);
  }
}

function failure<Code extends string>({ code, message }: Failure<Code>): Result<never, Code> {
  return fail(code, message);
}
