import type { GrantRecord } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { countedWord, doneWord, OUTCOME_WORDS, STATUS_WORDS } from './outcomes.ts';
import { becameWord } from './settled.ts';
import { dayAndTime } from './when.ts';

/**
 * The one word for each thing that can have become of a request so far: the status of its grant, told apart by how the
 * grant ended.
 */
const STATE_WORDS = {
  pending: STATUS_WORDS.pending,
  active: STATUS_WORDS.active,
  unanswered: 'unanswered',
  in_doubt: 'in doubt',
  refused: OUTCOME_WORDS.refused,
  cancelled: 'cancelled',
  rejected: 'rejected',
  denied: STATUS_WORDS.denied,
  expired: STATUS_WORDS.expired,
} as const;

export type GrantState = keyof typeof STATE_WORDS | 'executed' | 'counted_as_done' | 'counted_as_not_done';

/** What an action is called once it is done (`paid`), and when its receipt says that this was; null if that is not known. */
export interface Done {
  readonly word: string;
  readonly at: string | null;
}

/** The word for what has become of a request; its facade’s own, if it is done. */
export function stateWords(record: GrantRecord, manifest: Pick<PluginManifest, 'facades'> | null): string {
  return stateWithTime(record, { word: doneWord(record.action.facade, manifest), at: null });
}

/** The same, and when, if it is done: `paid on 22 November 2026 at 01:47 UTC`. */
export function stateWithTime(record: GrantRecord, { word, at }: Done): string {
  const state = grantState(record);
  switch (state) {
    case 'executed': {
      const done = at === null ? word : `${word} on ${dayAndTime(at)}`;
      return record.became === undefined ? done : `${done}, ${becameWord(record.became)}`;
    }
    case 'counted_as_done':
      return countedWord(true, word);
    case 'counted_as_not_done':
      return countedWord(false, word);
    default:
      return STATE_WORDS[state];
  }
}

/** What has become of a request so far, by the authority's record. */
export function grantState(record: GrantRecord): GrantState {
  const { status, receipt_id: receipt, in_doubt: doubt, settlement, redeemed_at: redeemedAt } = record;
  if (status === 'redeemed') {
    if (doubt !== undefined) return 'in_doubt';
    if (receipt === null) return 'unanswered';
    return settlement?.settlement.choice === 'count_as_done' ? 'counted_as_done' : 'executed';
  }
  if (status !== 'denied') return status;
  switch (record.ending?.reason) {
    case 'settled_by_principal':
      return 'counted_as_not_done';
    case 'cancelled_by_principal':
      return 'cancelled';
    case 'approver_rejected':
      return 'rejected';
    default:
      return redeemedAt === null ? 'denied' : 'refused';
  }
}
