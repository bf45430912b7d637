import type { GrantRecord } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { type GrantState, grantState, stateWords } from '@platform/words/grant-state';
import { CALL_WORDS, doneWord } from '@platform/words/outcomes';
import { listed } from '@platform/words/short';
import type { ToldCall } from '../use-cases/agent-gateway.ts';

/** What became of a call: its mark, its word, and whether it still waits for a person. */
export interface Outcome {
  readonly shape: 'holds' | 'open' | 'bar';
  readonly word: string;
  readonly isWaiting: boolean;
}

const OUTCOMES: Readonly<Record<ToolResult['status'], Outcome>> = {
  executed: { shape: 'holds', word: CALL_WORDS.executed, isWaiting: false },
  fetched: { shape: 'holds', word: CALL_WORDS.fetched, isWaiting: false },
  pending: { shape: 'open', word: CALL_WORDS.pending, isWaiting: true },
  denied: { shape: 'bar', word: CALL_WORDS.denied, isWaiting: false },
  refused: { shape: 'bar', word: CALL_WORDS.refused, isWaiting: false },
  duplicate: { shape: 'bar', word: CALL_WORDS.duplicate, isWaiting: false },
  unknown: { shape: 'open', word: CALL_WORDS.unknown, isWaiting: false },
};
const OPEN_STATES: readonly GrantState[] = ['pending', 'active', 'unanswered', 'in_doubt', 'counted_as_done'];

function outcomeSince(record: GrantRecord, manifest: PluginManifest | null): Outcome {
  const state = grantState(record);
  const ended = state === 'executed' ? 'holds' : 'bar';
  return {
    shape: OPEN_STATES.includes(state) ? 'open' : ended,
    word: stateWords(record, manifest),
    isWaiting: state === 'pending',
  };
}

/**
 * The authority’s record replaces the outcome of a call that was pending, because its state may have changed
 * since.
 */
export function outcomeOf(
  { result: { status } }: ToldCall,
  record: GrantRecord | undefined,
  manifest: PluginManifest | null,
): Outcome {
  if (record === undefined) return OUTCOMES[status];
  if (status === 'pending') return outcomeSince(record, manifest);
  const word = status === 'executed' ? doneWord(record.action.facade, manifest) : OUTCOMES[status].word;
  return { ...OUTCOMES[status], word };
}

/**
 * The ledger’s summary after an agent’s words, which it does not read; null if every requested call was done.
 */
export function ledgerWords(outcomes: readonly Outcome[]): string | null {
  if (outcomes.length === 0) {
    return 'No tool was called, so nothing was done, whatever the words say.';
  }
  if (outcomes.every(({ shape }) => shape === 'holds')) return null;
  const counts = Map.groupBy(outcomes, ({ word }) => word);
  if (counts.size === 1) {
    const [only] = outcomes;
    return `The ledger says: ${only?.word}. ${only?.isWaiting ? 'Nothing is done yet' : 'The agent’s words do not change that'}.`;
  }
  const parts = [...counts].map(([word, same]) => `${same.length} ${word}`);
  return `The ledger says: ${listed(parts)}.`;
}
