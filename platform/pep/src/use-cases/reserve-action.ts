import type { Connector } from '@platform/core/objects/plugin';
import type { Intent, Sending } from '../store/store.ts';
import { type Refusal, reservationOf } from './decide-again.ts';
import { endOfAcceptance } from './doubt.ts';
import { enter, leaseNow, type Turn } from './turn.ts';

type Reserved =
  | { readonly kind: 'reserved'; readonly intent: Intent }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Another worker has the intent. */
  | { readonly kind: 'lost' };

/**
 * Decides again, by what people signed and our own record, and records in the same transaction that the call may
 * leave. INVARIANT: a signed grant alone moves nothing.
 */
export async function reserveAction(
  turn: Turn,
  intent: Intent,
  shown: Parameters<typeof reservationOf>[0],
): Promise<Reserved> {
  const { store, witness } = turn.deps;
  const refusals: Refusal[] = [];
  const sending = newSending(turn, shown.inForce.plugin.connector);
  const request = reservationOf(shown, sending, (why) => refusals.push(why));
  // Asked for together, so on SQLite they share one commit.
  const [reserved] = await Promise.all([
    turn.isStored
      ? store.reserve(intent, { kind: 'held', owner: turn.owner }, request)
      : enterReserved(turn, (hold) => store.reserve(intent, hold, request)),
    witness.settle(),
  ]);
  const why = refusals.at(-1);
  if (reserved === 'refused' && why !== undefined) return { kind: 'refused', refusal: why };
  if (reserved !== 'reserved') return { kind: 'lost' };
  const { redeemed } = shown;
  return { kind: 'reserved', intent: { ...intent, state: 'sent', redeemed, sending, isReserved: true } };
}

async function enterReserved(
  turn: Turn,
  reserve: (hold: Parameters<Parameters<typeof enter>[1]>[0]) => ReturnType<Turn['deps']['store']['reserve']>,
) {
  let outcome: Awaited<ReturnType<typeof reserve>> = 'lost';
  await enter(turn, async (hold) => {
    outcome = await reserve(hold);
    return outcome === 'reserved';
  });
  return outcome as Awaited<ReturnType<typeof reserve>>;
}

/**
 * A call that begins now, as it is recorded before its first byte, with the lease under which it may. INVARIANT: one
 * that is recorded without a lease does not begin (`send`).
 */
export function newSending(turn: Turn, { kid: to }: Pick<Connector, 'kid'>): Sending {
  const lease = leaseNow(turn);
  // A lease that was over once stays over, even if the clock is set back.
  if (lease === null) turn.lease = null;
  const now = lease ?? { at: turn.deps.clock() };
  return { ...now, acceptedUntil: endOfAcceptance(turn.deps, now.at), to };
}
