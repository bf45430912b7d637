import type { GrantStatus } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ToolResult } from '@platform/core/objects/tool-call';

/**
 * The one word on every page for each thing that can become of a request. It is the interface document’s where that has
 * one that people use; what was executed is done, or has its facade’s own word. What became of a redeemed grant, its
 * status does not say: see `grantState`.
 */
export const STATUS_WORDS = {
  pending: 'waiting',
  active: 'allowed, not done yet',
  denied: 'denied',
  expired: 'expired',
} as const satisfies Record<Exclude<GrantStatus, 'redeemed'>, string>;

export const OUTCOME_WORDS = {
  executed: 'done',
  denied: 'denied',
  refused: 'refused',
  expired: 'expired',
} as const satisfies Record<Receipt['what']['outcome'], string>;

/**
 * The one word for what was done by a facade: `paid`, if its manifest says so.
 * @example doneWord('pay.execute', null) // 'done'
 */
export function doneWord(facade: string, manifest: Pick<PluginManifest, 'facades'> | null): string {
  return manifest?.facades.find(({ name }) => name === facade)?.done?.word ?? OUTCOME_WORDS.executed;
}

/**
 * What became of an action, in a word; or, if only its principal’s word says so, that they count it as that.
 *
 * @example outcomeWords({ outcome: 'executed', reason: 'ok', facade: 'pay.execute' }, null) // 'done'
 * @example outcomeWords({ outcome: 'executed', reason: 'settled_by_principal', facade: 'pay.execute' }, null)
 *   // 'counted as done'
 */
export function outcomeWords(
  { outcome, reason, facade }: Pick<Receipt['what'], 'outcome' | 'reason' | 'facade'>,
  manifest: Pick<PluginManifest, 'facades'> | null,
): string {
  const done = doneWord(facade, manifest);
  if (reason !== 'settled_by_principal') return outcome === 'executed' ? done : OUTCOME_WORDS[outcome];
  return countedWord(outcome === 'executed', done);
}

/**
 * How a principal counts an action of which nobody knows whether it was done.
 * @example countedWord(false, 'paid') // 'counted as not paid'
 */
export function countedWord(isDone: boolean, done: string): string {
  return `counted as ${isDone ? '' : 'not '}${done}`;
}

export const CALL_WORDS = {
  executed: OUTCOME_WORDS.executed,
  denied: OUTCOME_WORDS.denied,
  refused: OUTCOME_WORDS.refused,
  fetched: 'read',
  pending: STATUS_WORDS.pending,
  duplicate: 'duplicate',
  unknown: 'unknown',
} as const satisfies Record<ToolResult['status'], string>;
