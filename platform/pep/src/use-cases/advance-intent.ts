import { type Failure, fail, ok, type Result } from '@common/base/result';
import type { AnsweredCall } from '@platform/core/objects/event';
import type { RedeemResponse } from '@platform/core/objects/grant';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { receiptIdOf } from '@platform/core/receipt/receipt-id';
import { hashOfText } from '@platform/keys/service-token';
import type { Intent, Lease } from '../store/store.ts';
import { logFault, revocationSeen } from './check-continuity.ts';
import { entriesFault } from './check-entries.ts';
import type { Refusal } from './decide-again.ts';
import { judgeGrant, ownKeyFault } from './judge-grant.ts';
import { refusedEnding } from './perform-action.ts';
import { perform } from './perform-intent.ts';
import type { AdvanceDeps, ServiceFault } from './ports.ts';
import { redeemGrant } from './redeem-grant.ts';
import { reportEnforcement } from './report-enforcement.ts';
import { reserveAction } from './reserve-action.ts';
import { duplicate, ended, notSent, profileOf } from './results.ts';
import {
  askForLease,
  clocksOf,
  end,
  move,
  type PresentedCall,
  type Step,
  stopped,
  type Turn,
} from './turn.ts';

/** The longest pause between two attempts at one intent. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Takes an intent as far as it goes, one state after the other (`INTENT_STATES`), and releases it. Returns
 * what the caller may learn now. Refuses only if it cannot trust the profile in force or the log.
 */
export async function advanceIntent(
  deps: AdvanceDeps,
  { owner, untilMs }: Lease,
  found: Intent,
  { isNew, call }: { readonly isNew: boolean; readonly call: PresentedCall | null },
): Promise<Result<ToolResult, ServiceFault>> {
  const turn: Turn = {
    deps,
    owner,
    call,
    resumedAt: isNew ? null : found.state,
    isStored: !isNew,
    lease: null,
    heldUntil: untilMs,
    keysState: null,
    mayHaveLeft: !isNew && found.state === 'sent',
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
        if (step.drop === true && turn.isStored) await deps.store.drop(intent.grantId, owner);
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
      return verifyUnderLease(turn, intent, intent.redeemed);
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
  const askedAt = clocksOf(deps);
  const redemption = await redeemGrant(deps, intent, resumed);
  switch (redemption.kind) {
    case 'redeemed':
      deps.faults.at('redeemed', 'after');
      return taken(turn, intent, redemption.response, askedAt);
    case 'not_redeemed':
      return { kind: 'stopped', result: ok(redemption.result), drop: true };
    case 'untrusted':
      return { kind: 'stopped', result: failure(redemption.refusal), drop: true };
    case 'unavailable': {
      // It may have been redeemed: the reconciler asks with the same redemption.
      const kept = turn.isStored ? null : await move(turn, intent, { state: 'presented' });
      return kept?.kind === 'stopped' ? kept : stopped(ok(redemption.result));
    }
  }
}

/** A redeemed grant goes on, unless what it stands on ended before a restart. */
function taken(
  turn: Turn,
  intent: Intent,
  response: RedeemResponse,
  askedAt: ReturnType<typeof clocksOf>,
): Promise<Step> {
  turn.lease = { askedAt, ms: response.send_within_ms };
  return response.ended === null
    ? verify(turn, intent, response)
    : refuse(turn, intent, response, response.ended);
}

/** What never left is tried again only under a new lease. */
async function verifyUnderLease(turn: Turn, intent: Intent, redeemed: RedeemResponse): Promise<Step> {
  const lease = await askForLease(turn, intent);
  switch (lease.kind) {
    case 'unavailable':
      return stopped(ok(notSent(intent.grantId, 'The authority gave no lease.')));
    case 'ended':
      return refuse(turn, intent, redeemed, lease.refusal);
    case 'leased':
      return verify(turn, intent, redeemed);
  }
}

/**
 * INVARIANT: nothing was sent yet, so a refusal here is certain. The redemption is recorded together with its
 * outcome: what a crash leaves without it is redeemed again with the same id (`presented`, or `adopt-redemptions.ts`),
 * and gets the same answer.
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
  turn.keysState = deps.keysState();
  const keys = await deps.keys();
  const fault = ownKeyFault(deps, keys);
  if (fault !== null) {
    if (intent.state === 'presented') await move(turn, intent, { state: 'redeemed', redeemed });
    return stopped(ok(notSent(intent.grantId, fault)));
  }
  const entries = await entriesFault(deps, {
    action: request.action,
    redeemed,
    inForce: profile.value,
    keys,
  });
  if (!entries.ok) {
    if (intent.state === 'presented') await move(turn, intent, { state: 'redeemed', redeemed });
    return stopped(ok(notSent(intent.grantId, 'The authority did not show the directory.')));
  }
  if (entries.value !== null) return refuse(turn, intent, redeemed, entries.value);
  const refusal = await judgeGrant(deps, intent, { redeemed, inForce: profile.value, keys });
  if (refusal !== null) return refuse(turn, intent, redeemed, refusal);
  const reserved = await reserveAction(turn, intent, { request, redeemed, inForce: profile.value });
  switch (reserved.kind) {
    case 'reserved':
      return { kind: 'moved', intent: reserved.intent };
    case 'refused':
      return refuse(turn, intent, redeemed, reserved.refusal);
    case 'lost':
      return stopped(ok(duplicate(intent.grantId, null)));
  }
}

function refuse(
  turn: Turn,
  intent: Intent,
  redeemed: RedeemResponse,
  { reason, detail }: Refusal,
): Promise<Step> {
  return end(turn, intent, { ending: refusedEnding(reason, detail), redeemed });
}

/** The call with the answer that its caller gets once the receipt is made: its id follows from the grant's. */
function answeredBy({ received }: PresentedCall, result: ToolResult): AnsweredCall {
  const response_hash = hashOfText(JSON.stringify(result));
  return { ...received, status: result.status, reason: result.reason, response_hash };
}

/** Reports the ending. The caller gets the result even if the authority has not recorded it yet. */
async function record(turn: Turn, intent: Intent, data: unknown): Promise<Step> {
  const { ending } = intent;
  if (ending === null) throw new Error(`intent ${intent.grantId} is ${intent.state} without an ending`);
  const { call } = turn;
  const expected = () => ended(intent, ending, receiptIdOf(intent.grantId), data);
  const answer = await reportEnforcement(
    turn.deps,
    ending,
    call === null ? null : answeredBy(call, expected()),
  );
  if (answer.kind === 'recorded') {
    const { receiptId } = answer;
    if (call !== null) call.eventId = answer.callEventId;
    turn.deps.store.recorded(intent.grantId, receiptId);
    return { kind: 'moved', intent: { ...intent, state: 'recorded', receiptId } };
  }
  const fields = { grant_id: intent.grantId, why: answer.message };
  turn.deps.notices.warn(fields, 'the authority has not recorded a decision; it will be sent again');
  return { kind: 'stopped', result: ok(ended(intent, ending, null, data)) };
}

/**
 * Keeps the lease while the work runs. An unfinished intent is resumed after a pause that grows each time.
 */
async function withLease<Value>(
  turn: Turn,
  { grantId, attempts }: Intent,
  work: () => Promise<{ readonly finished: boolean; readonly result: Value }>,
): Promise<Value> {
  const { deps, owner } = turn;
  const renewal = setInterval(() => {
    if (!turn.isStored) return;
    const lease = { owner, untilMs: deps.clock() + deps.leaseMs };
    deps.store.renew(grantId, lease).then(
      (renewed) => {
        if (renewed) turn.heldUntil = lease.untilMs;
      },
      (error: unknown) => deps.notices.warn({ err: error }, 'lease not renewed'),
    );
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
    if (!finished && turn.isStored)
      await deps.store.release(grantId, owner, deps.clock() + pause, attempts + 1);
  }
}

function failure<Code extends string>({ code, message }: Failure<Code>): Result<never, Code> {
  return fail(code, message);
}
