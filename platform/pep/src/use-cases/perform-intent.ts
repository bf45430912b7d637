import { ok } from '@common/base/result';
import type { DOUBT_REASONS } from '@platform/core/objects/settlement';
import { operationOf } from '@platform/core/request/sent';
import type { ProfileInForce } from '@platform/core/signed/profile';
import type { Intent } from '../store/store.ts';
import { isRead } from './build-call.ts';
import { revocationSeen } from './check-continuity.ts';
import { awaitSettlement, declareDoubt } from './doubt.ts';
import { canArriveNoLonger, type Found, inquire } from './inquire.ts';
import { type ActionOutcome, callCounterparty, fetchMarketData, refusedEnding } from './perform-action.ts';
import { newSending, reserveAction } from './reserve-action.ts';
import { duplicate, notSent, profileOf, unknown } from './results.ts';
import { askForLease, end, hasLease, type LeaseAnswer, move, type Step, stopped, type Turn } from './turn.ts';

/** How often one turn asks for a lease, if each ends before the call can begin. */
const MOST_LEASES = 3;

/**
 * Calls the counterparty. INVARIANT: no call begins without a lease that was asked for before anything that the grant
 * stands on had ended: the authority answers an end only when every such lease is over (`end-of-leases.ts`).
 */
export async function perform(turn: Turn, intent: Intent): Promise<Step> {
  const inForce = await turn.deps.readProfile(profileOf(intent.request));
  if (!inForce.ok) return stopped(inForce);
  if (turn.resumedAt !== 'sent') return send(turn, intent, inForce.value, { again: false });
  const { inDoubt = false, doubt } = intent.asking ?? {};
  if (inDoubt && doubt !== undefined)
    return awaitSettlement(turn, intent, doubt, inForce.value.plugin.connector);
  return resume(turn, intent, inForce.value);
}

/** Asks first what became of a call that may have left; what the counterparty does not know is sent again. */
async function resume(turn: Turn, intent: Intent, inForce: ProfileInForce): Promise<Step> {
  const found = await inquire(turn.deps, intent, inForce.plugin.connector);
  if (found.kind === 'ended') return end(turn, intent, { ending: found.ending });
  if (found.kind === 'no_answer') return stillUnknown(turn, intent, found.why, 'no_answer');
  if (found.kind === 'sent_elsewhere') return stillUnknown(turn, intent, found.why, 'no_inquiry');
  const lease = await askForLease(turn, intent);
  if (lease.kind !== 'leased') return withoutAnswer(turn, intent, { found, lease, inForce });
  if (!intent.isReserved) return reserveFirst(turn, intent, { found, lease, inForce });
  // Sending again does not begin the time anew after which a person is asked.
  const since = intent.asking?.since ?? intent.sending?.at ?? turn.deps.clock();
  const asking = { since, inDoubt: false };
  // The call that may have left stays recorded until there is a lease for another.
  const begins = newSending(turn, inForce.plugin.connector);
  const isLate = begins.lease === undefined && intent.sending !== null;
  const sending = isLate ? { ...intent.sending, acceptedUntil: begins.acceptedUntil } : begins;
  const recorded = await move(turn, intent, { state: 'sent', sending, asking });
  if (recorded.kind === 'stopped') return recorded;
  await turn.deps.witness.settle();
  return send(turn, recorded.intent, inForce, { again: true });
}

/** A grant without an intent (`adopt-redemptions.ts`) is sent like a new one, except that it may have left before. */
async function reserveFirst(
  turn: Turn,
  intent: Intent,
  {
    found,
    lease: { record, redeemed },
    inForce,
  }: {
    readonly found: Found & { kind: 'absent' | 'cannot_ask' };
    readonly lease: LeaseAnswer & { kind: 'leased' };
    readonly inForce: ProfileInForce;
  },
): Promise<Step> {
  const { request } = intent;
  const revoked = await revocationSeen(turn.deps, request.grant.contract_id);
  const reserved =
    revoked === null
      ? await reserveAction(turn, intent, { request, redeemed, inForce })
      : ({ kind: 'refused', refusal: { reason: 'grant_invalid', detail: revoked } } as const);
  switch (reserved.kind) {
    case 'reserved':
      return send(turn, reserved.intent, inForce, { again: true });
    case 'refused': {
      const lease = { kind: 'ended', record, refusal: reserved.refusal } as const;
      return withoutAnswer(turn, intent, { found, lease, inForce });
    }
    case 'lost':
      return stopped(ok(duplicate(intent.grantId, null)));
  }
}

/**
 * What may have left is not sent again once something has ended. It ends as refused only if it is certain that it had
 * no effect and will have none: a read has none, and the counterparty knows of nothing and accepts the call no longer.
 */
function withoutAnswer(
  turn: Turn,
  intent: Intent,
  {
    found,
    lease,
    inForce,
  }: {
    readonly found: Found & { kind: 'absent' | 'cannot_ask' };
    readonly lease: Exclude<LeaseAnswer, { kind: 'leased' }>;
    readonly inForce: ProfileInForce;
  },
): Step | Promise<Step> {
  if (lease.kind === 'unavailable') {
    const why = 'It may have been done, and the authority gives no leave to ask again now.';
    return stillUnknown(turn, intent, why, 'no_answer');
  }
  const { reason, detail } = lease.refusal;
  const operation = operationOf(inForce.plugin.connector, intent.request.action.facade);
  // INVARIANT: an effect whose operation the rules in force no longer have is still an effect.
  const changesNothing = intent.operation === 'fetch' || (operation !== undefined && isRead(operation));
  const { acceptedUntil = Number.POSITIVE_INFINITY } = intent.sending ?? {};
  const isFinal = found.kind === 'absent' && canArriveNoLonger(found, acceptedUntil, turn.deps.clock());
  if (changesNothing || isFinal) return end(turn, intent, { ending: refusedEnding(reason, detail) });
  const why = `It may have been done. It is not sent again: ${detail}`;
  return stillUnknown(turn, intent, why, found.kind === 'absent' ? 'no_answer' : 'no_inquiry');
}

/** Sends under a lease, and asks for another one if the first ends before the call can begin. */
async function send(
  turn: Turn,
  recorded: Intent,
  inForce: ProfileInForce,
  { again }: { readonly again: boolean },
): Promise<Step> {
  let intent = recorded;
  const { kid: to } = inForce.plugin.connector;
  // INVARIANT: whom a call may reach is on disk before it leaves, because only that counterparty can say what became of it.
  if (intent.sending !== null && intent.sending.to !== to) {
    const moved = await move(turn, intent, { state: 'sent', sending: { ...intent.sending, to } });
    if (moved.kind === 'stopped') return moved;
    intent = moved.intent;
  }
  for (let leases = 0; leases < MOST_LEASES; leases++) {
    if (!hasLease(turn)) {
      const lease = await askForLease(turn, intent);
      if (lease.kind === 'unavailable') return notBegun(turn, intent, 'The authority gave no lease.', again);
      if (lease.kind === 'ended' && again)
        return stillUnknown(turn, intent, lease.refusal.detail, 'no_answer');
      if (lease.kind === 'ended') {
        const { reason, detail } = lease.refusal;
        return end(turn, intent, { ending: refusedEnding(reason, detail) });
      }
      const begins = newSending(turn, inForce.plugin.connector);
      if (begins.lease === undefined) continue;
      // Its token, whose end another worker may have read, does not last longer for that.
      const sending = { ...begins, acceptedUntil: intent.sending?.acceptedUntil ?? begins.acceptedUntil };
      // INVARIANT: the lease under which a call leaves is on disk before it does, because the decision names it.
      const moved = await move(turn, intent, { state: 'sent', sending });
      if (moved.kind === 'stopped') return moved;
      intent = moved.intent;
    }
    const performed = await act(turn, intent, inForce, again);
    if (performed.kind === 'ended') return end(turn, intent, { ending: performed.ending }, performed.data);
    if (performed.kind === 'unknown') return stillUnknown(turn, intent, performed.why, 'no_answer');
    if (performed.because === 'no_connection') return notBegun(turn, intent, performed.why, again);
  }
  return notBegun(turn, intent, 'The call could not begin in time.', again);
}

function act(
  turn: Turn,
  intent: Intent,
  { profile, plugin }: ProfileInForce,
  again: boolean,
): Promise<ActionOutcome> {
  const { acceptedUntil = Number.POSITIVE_INFINITY } = intent.sending ?? {};
  const mayBegin = (expiresAtMs: number): boolean => hasLease(turn) && expiresAtMs <= acceptedUntil;
  const begun = () => {
    turn.mayHaveLeft = true;
  };
  return intent.operation === 'fetch'
    ? fetchMarketData(turn.deps, intent, profile.market_data, { mayBegin: () => mayBegin(0), begun })
    : callCounterparty(turn.deps, intent, plugin.connector, { again, mayBegin, begun });
}

/** Records that nothing has left, so that a later end is certain. */
async function notBegun(turn: Turn, intent: Intent, why: string, again: boolean): Promise<Step> {
  if (again) return stillUnknown(turn, intent, why, 'no_answer');
  const step = await move(turn, intent, { state: 'redeemed' });
  return step.kind === 'stopped' ? step : stopped(ok(notSent(intent.grantId, why)));
}

/** Leaves a call that may have arrived for later, or for a person once it was asked for long enough. */
function stillUnknown(
  turn: Turn,
  intent: Intent,
  why: string,
  reason: (typeof DOUBT_REASONS)[number],
): Step | Promise<Step> {
  const { clock, askForMs } = turn.deps;
  const since = intent.asking?.since ?? intent.sending?.at ?? clock();
  if (reason === 'no_inquiry' || clock() - since >= askForMs) {
    return declareDoubt(turn, intent, { reason, detail: why, since });
  }
  return stopped(ok(unknown(intent.grantId, why)));
}
