import type { Result } from '@common/base/result';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { ReadProfile } from '@platform/core/signed/profile';
import type { Intent, IntentChange, IntentState } from '../store/store.ts';
import type { Refusal } from './decide-again.ts';
import type { PepDeps, ServiceFault } from './ports.ts';
import { redeemGrant } from './redeem-grant.ts';
import { type Ending, signEnding } from './report-enforcement.ts';
import { duplicate } from './results.ts';

export interface AdvanceDeps extends PepDeps {
  readonly readProfile: ReadProfile;
}

/** For how long a call may begin, counted from when the authority was asked, by both clocks. */
interface CallLease {
  readonly askedAt: ClockTimes;
  readonly ms: number;
}

interface ClockTimes {
  readonly monotonic: number;
  readonly wall: number;
}

/** One worker's turn with an intent, under its lease. */
export interface Turn {
  readonly deps: AdvanceDeps;
  readonly owner: string;
  /** The state in which the intent was found, whose step may have run before; null for a new intent. */
  readonly resumedAt: IntentState | null;
  /** The lease to begin a call; null before the first. */
  lease: CallLease | null;
  /** Until when this worker alone has the intent, in milliseconds since the epoch. */
  heldUntil: number;
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
  const moved = await turn.deps.store.advance(intent.grantId, turn.owner, intent.state, change);
  // Our lease ran out and another worker took over the intent: its findings count.
  if (!moved) return stopped({ ok: true, value: duplicate(intent.grantId, null) });
  return { kind: 'moved', intent: { ...intent, ...change }, ...(data === undefined ? {} : { data }) };
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
  const step = await move(turn, intent, { state, ...change, ending }, data);
  turn.deps.faults.at('acknowledged', 'after');
  return step;
}

/**
 * Whether a call may begin. INVARIANT: only while no other worker may have taken over the intent, so that none begins
 * that the other does not know.
 */
export function hasLease({ deps, lease, heldUntil }: Turn): boolean {
  return lease !== null && isRunning(lease, clocksOf(deps)) && deps.clock() < heldUntil;
}

/**
 * INVARIANT: a lease is over as soon as one of the clocks says so. The monotonic one stands still while the machine
 * sleeps, and the other may be set; set back, it tells nothing any longer.
 */
function isRunning({ askedAt, ms }: CallLease, now: ClockTimes): boolean {
  const byWall = now.wall - askedAt.wall;
  return byWall >= 0 && byWall < ms && now.monotonic - askedAt.monotonic < ms;
}

/** To be noted before the authority is asked for a lease. */
export function clocksOf({ clock, monotonic }: Pick<PepDeps, 'clock' | 'monotonic'>): ClockTimes {
  return { monotonic: monotonic(), wall: clock() };
}

export type LeaseAnswer =
  | { readonly kind: 'leased'; readonly record: GrantRecord }
  | { readonly kind: 'ended'; readonly record: GrantRecord; readonly refusal: Refusal }
  | { readonly kind: 'unavailable' };

/** Asks for another lease: whether one can be had, and the grant as the authority has it. */
export async function askForLease(turn: Turn, intent: Intent): Promise<LeaseAnswer> {
  const askedAt = clocksOf(turn.deps);
  const redemption = await redeemGrant(turn.deps, intent, true);
  if (redemption.kind !== 'redeemed') return { kind: 'unavailable' };
  const { send_within_ms: ms, ended, record } = redemption.response;
  turn.lease = { askedAt, ms };
  return ended === null ? { kind: 'leased', record } : { kind: 'ended', record, refusal: ended };
}
