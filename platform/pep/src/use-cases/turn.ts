import type { Result } from '@common/base/result';
import type { ReceivedCall } from '@platform/core/objects/event';
import type { GrantRecord, RedeemResponse } from '@platform/core/objects/grant';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { Hold, Intent, IntentChange, IntentState, Sending } from '../store/store.ts';
import { entriesFault } from './check-entries.ts';
import type { Refusal } from './decide-again.ts';
import { judgeGrant, ownKeyFault } from './judge-grant.ts';
import type { AdvanceDeps, ServiceFault } from './ports.ts';
import { redeemGrant } from './redeem-grant.ts';
import { type Ending, signEnding } from './report-enforcement.ts';
import { duplicate, profileOf } from './results.ts';

const MS_PER_DAY = 86_400_000;

/** For how long a call may begin, counted from when the authority was asked, by both clocks. */
interface CallLease {
  readonly askedAt: ClockTimes;
  readonly ms: number;
}

interface ClockTimes {
  readonly monotonic: number;
  readonly wall: number;
}

/** The gateway's call, for which somebody waits. */
export interface PresentedCall {
  readonly received: ReceivedCall;
  /** Set once its event is recorded. */
  eventId: string | null;
}

/** One worker's turn with an intent, under its lease. */
export interface Turn {
  readonly deps: AdvanceDeps;
  readonly owner: string;
  /** Null where nobody waits for the answer. */
  readonly call: PresentedCall | null;
  /** The state in which the intent was found, whose step may have run before; null for a new intent. */
  readonly resumedAt: IntentState | null;
  /** Whether the intent is in the log. A new one enters it with its first step. */
  isStored: boolean;
  /** The lease to begin a call; null before the first. */
  lease: CallLease | null;
  /** Until when this worker alone has the intent, in milliseconds since the epoch. */
  heldUntil: number;
  /** The state of the keys by which all that the grant stands on was judged; null before that. */
  keysState: string | null;
  /** Whether something may have left for the counterparty. */
  mayHaveLeft: boolean;
}

export type Step =
  | { readonly kind: 'moved'; readonly intent: Intent; readonly data?: unknown }
  /** Nothing more can be done now. `drop` deletes the intent; otherwise it is resumed later. */
  | { readonly kind: 'stopped'; readonly result: Result<ToolResult, ServiceFault>; readonly drop?: true };

export function stopped(result: Result<ToolResult, ServiceFault>): Step {
  return { kind: 'stopped', result };
}

export async function move(turn: Turn, intent: Intent, change: IntentChange, data?: unknown): Promise<Step> {
  const isReserved = intent.isReserved && change.state !== 'redeemed' && change.state !== 'refused';
  const next = { ...intent, ...change, isReserved };
  const moved = turn.isStored
    ? await turn.deps.store.advance(intent.grantId, turn.owner, intent.state, change)
    : await enter(turn, (hold) => turn.deps.store.create(next, hold.lease, hold.nowMs));
  // Our lease ran out and another worker took over the intent: its findings count.
  if (!moved) return stopped({ ok: true, value: duplicate(intent.grantId, null) });
  return { kind: 'moved', intent: next, ...(data === undefined ? {} : { data }) };
}

/** Enters a new intent in the log by `step`, under a lease from now. */
export async function enter(
  turn: Turn,
  step: (hold: Hold & { readonly kind: 'new' }) => Promise<boolean>,
): Promise<boolean> {
  const { deps, owner } = turn;
  const nowMs = deps.clock();
  const lease = { owner, untilMs: nowMs + deps.leaseMs };
  deps.faults.at('intent_written', 'before');
  const entered = await step({ kind: 'new', lease, nowMs });
  deps.faults.at('intent_written', 'after');
  if (entered) {
    turn.isStored = true;
    turn.heldUntil = lease.untilMs;
  }
  return entered;
}

/** Signs how the grant ends, and records it. */
export async function end(
  turn: Turn,
  intent: Intent,
  change: Pick<IntentChange, 'redeemed'> & { readonly ending: Ending },
  data?: unknown,
): Promise<Step> {
  turn.deps.faults.at('acknowledged', 'before');
  const state = change.ending.outcome === 'executed' ? 'acknowledged' : 'refused';
  const ending = signEnding(turn.deps, intent, change.ending, turn.mayHaveLeft);
  const { settlesWithinDays: days } = change.ending;
  const settling = days === undefined ? {} : { settlement: settlementFrom(turn.deps, days) };
  const step = await move(turn, intent, { state, ...change, ...settling, ending }, data);
  turn.deps.faults.at('acknowledged', 'after');
  return step;
}

/** From the acknowledgment on: first after the usual pause, and for as long as the connector says. */
function settlementFrom(
  { clock, retryMs }: Pick<AdvanceDeps, 'clock' | 'retryMs'>,
  days: number,
): NonNullable<IntentChange['settlement']> {
  const now = clock();
  return { due: now + retryMs, settling: { until: now + days * MS_PER_DAY, attempts: 0, state: null } };
}

/**
 * Whether a call may begin. INVARIANT: only while no other worker may have taken over the intent, so that none begins
 * that the other does not know; and only while the keys are those by which it was judged, so that none begins once a
 * mark on one of them has been answered, even on a key that the authority does not judge.
 */
export function hasLease({ deps, lease, heldUntil, keysState }: Turn): boolean {
  const isHeld = lease !== null && isRunning(lease, clocksOf(deps)) && deps.clock() < heldUntil;
  return isHeld && deps.keysState() === keysState;
}

/**
 * The lease at the instant, by the wall clock, at which it is recorded that a call may leave; null if it is over.
 * INVARIANT: one reading of the clocks gives both, because what is signed about them must show a call within its lease.
 */
export function leaseNow({ deps, lease }: Turn): (Required<Pick<Sending, 'lease'>> & { at: number }) | null {
  const now = clocksOf(deps);
  if (lease === null || !isRunning(lease, now)) return null;
  return { at: now.wall, lease: { askedAt: lease.askedAt.wall, ms: lease.ms } };
}

/**
 * INVARIANT: a lease is over as soon as one of the clocks says so. The monotonic one stands still while the machine
 * sleeps, and the other may be set; set back, it no longer tells anything.
 */
function isRunning({ askedAt, ms }: CallLease, now: ClockTimes): boolean {
  const byWall = now.wall - askedAt.wall;
  return byWall >= 0 && byWall < ms && now.monotonic - askedAt.monotonic < ms;
}

/** To be noted before the authority is asked for a lease. */
export function clocksOf({ clock, monotonic }: Pick<AdvanceDeps, 'clock' | 'monotonic'>): ClockTimes {
  return { monotonic: monotonic(), wall: clock() };
}

export type LeaseAnswer =
  | { readonly kind: 'leased'; readonly record: GrantRecord; readonly redeemed: RedeemResponse }
  | { readonly kind: 'ended'; readonly record: GrantRecord; readonly refusal: Refusal }
  | { readonly kind: 'unavailable' };

/**
 * Asks for another lease: whether one can be had, and the grant as the authority has it. Keys that have changed are
 * judged here too.
 */
export async function askForLease(turn: Turn, intent: Intent): Promise<LeaseAnswer> {
  const { deps } = turn;
  const askedAt = clocksOf(deps);
  const redemption = await redeemGrant(deps, intent, true);
  if (redemption.kind !== 'redeemed') return { kind: 'unavailable' };
  const { send_within_ms: ms, ended, record } = redemption.response;
  turn.lease = { askedAt, ms };
  if (ended !== null) return { kind: 'ended', record, refusal: ended };
  const judged = await judgeAgain(turn, intent, redemption.response);
  if (judged === 'unavailable') return { kind: 'unavailable' };
  if (judged !== null) return { kind: 'ended', record, refusal: judged };
  return { kind: 'leased', record, redeemed: redemption.response };
}

async function judgeAgain(
  turn: Turn,
  intent: Intent,
  redeemed: RedeemResponse,
): Promise<Refusal | 'unavailable' | null> {
  const { deps } = turn;
  const keysState = deps.keysState();
  const { statements } = intent.request.action;
  // Entries end and statements run out whatever the keys.
  const isLasting = redeemed.record.directories === undefined && statements === undefined;
  if (keysState === turn.keysState && isLasting) return null;
  const inForce = await deps.readProfile(profileOf(intent.request));
  const keys = await deps.keys();
  if (!inForce.ok || ownKeyFault(deps, keys) !== null) return 'unavailable';
  turn.keysState = keysState;
  const { action } = intent.request;
  const entries = await entriesFault(deps, { action, redeemed, inForce: inForce.value, keys });
  if (!entries.ok) return 'unavailable';
  if (entries.value !== null) return entries.value;
  return judgeGrant(deps, intent, { redeemed, inForce: inForce.value, keys });
}
