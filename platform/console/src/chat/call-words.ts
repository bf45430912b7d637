import type { GrantRecord } from '@platform/core/objects/grant';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { CALL_WORDS, STATUS_WORDS } from '@platform/words/outcomes';
import { listed } from '@platform/words/short';
import type { ToldCall } from '../use-cases/agent-gateway.ts';

/** What became of a call: its shape, its word, and whether it still waits for a person. */
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
const SINCE: Readonly<Record<GrantRecord['status'], Outcome>> = {
  pending: OUTCOMES.pending,
  active: { shape: 'open', word: STATUS_WORDS.active, isWaiting: false },
  redeemed: { shape: 'holds', word: STATUS_WORDS.redeemed, isWaiting: false },
  denied: OUTCOMES.denied,
  expired: { shape: 'bar', word: STATUS_WORDS.expired, isWaiting: false },
};

/** What was held may have gone on since: then the authority’s book says how it stands now. */
export function outcomeOf({ result: { status } }: ToldCall, record: GrantRecord | undefined): Outcome {
  return status === 'pending' && record !== undefined ? SINCE[record.status] : OUTCOMES[status];
}

/**
 * What stands after an agent’s words, whatever they are, for it does not read them: null only if all that was asked was
 * done.
 */
export function ledgerWords(outcomes: readonly Outcome[]): string | null {
  if (outcomes.length === 0) {
    return 'No tool was called: nothing was done, whatever the words say.';
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
