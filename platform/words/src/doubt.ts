import type { GrantRecord, StoppedState } from '@platform/core/objects/grant';
import type { RevokedMandate } from '@platform/core/objects/mandate';
import type {
  SettlementChoice,
  SignedCancellation,
  SignedDoubt,
  SignedSettlement,
} from '@platform/core/objects/settlement';
import { printable } from '@platform/core/verify/report-html';
import { quoted, sentence } from './short.ts';
import { dayAndTime } from './when.ts';

/** What had become of an action when its grant or mandate was ended, as the end of a line that names the grant. */
export const STOPPED_WORDS = {
  never_left: 'never left, and is not done',
  perhaps_arrived: 'may have arrived: its receipt will say, or the principal decides',
  acknowledged: 'was done before',
} as const satisfies Record<StoppedState, string>;

/** The same for several grants, as a heading above them. */
export const STOPPED_HEADINGS = {
  never_left: 'Never left, and not done',
  perhaps_arrived: 'May have arrived',
  acknowledged: 'Done before',
} as const satisfies Record<StoppedState, string>;

/** The kinds in the order in which a person needs them: what is still open comes first. */
const STOPPED_ORDER = ['perhaps_arrived', 'acknowledged', 'never_left'] as const satisfies StoppedState[];

/** The grants that were on their way when their mandate ended, by kind; kinds without a grant are left out. */
export function stoppedGrants(
  grants: RevokedMandate['grants'],
): readonly { readonly kind: StoppedState; readonly ids: readonly string[] }[] {
  return STOPPED_ORDER.map((kind) => ({ kind, ids: grants[kind] })).filter(({ ids }) => ids.length > 0);
}

interface ChoiceWords {
  /** Names the choice, on a button and as a heading. */
  readonly deed: string;
  /** When to choose it, and what it does. */
  readonly means: string;
  /** What follows if it was wrong, or cannot help. */
  readonly risk: string;
}

/** The three choices about an action of which nobody knows whether it was done. */
export const CHOICE_WORDS = {
  ask_again: {
    deed: 'Ask again',
    means:
      'Asks the counterparty by the action’s own number, under which it acts once at most. If it knows the action, its signed answer settles this.',
    risk: 'If it does not know it, the action is sent only if the grant and its mandate are still in force, and ends as refused otherwise. Without an answer, you decide again.',
  },
  count_as_done: {
    deed: 'Count as done',
    means: 'Choose this if you see it in the counterparty’s own books. It stays in every total.',
    risk: 'The receipt says that you declared it done, and that nobody else did.',
  },
  count_as_not_done: {
    deed: 'Count as not done',
    means:
      'Choose this if the counterparty says that it has nothing. It is taken out of every total, and can be asked for again.',
    risk: 'If it was done after all, the next request does it a second time. The receipt says that you declared it not done.',
  },
} as const satisfies Record<SettlementChoice, ChoiceWords>;

const DOUBT_REASONS = {
  no_inquiry:
    'The counterparty cannot be asked what became of it, and it is not sent again, because what the action stands on has ended or the connector is now for another counterparty.',
  no_answer: 'The counterparty was asked again and again, and gave no answer.',
} as const satisfies Record<SignedDoubt['doubt']['reason'], string>;

/** Why only a person can decide what became of an action. */
export function doubtWords({ doubt }: SignedDoubt): string {
  return DOUBT_REASONS[doubt.reason];
}

const DECIDED = {
  ask_again: 'wants the counterparty to be asked again',
  count_as_done: 'counts it as done; nobody knows',
  count_as_not_done: 'counts it as not done; nobody knows',
} as const satisfies Record<SettlementChoice, string>;

/** What a principal decided, by whom, when and why. */
export function settlementWords({ settlement, signature }: SignedSettlement): string {
  const { choice, reason, settled_at: at } = settlement;
  return `${printable(signature.kid)} ${DECIDED[choice]} (${dayAndTime(at)}): ${quoted(reason)}`;
}

/** Who cancelled a grant, when and why. */
export function cancellationWords({ cancellation, signature }: SignedCancellation): string {
  const { reason, cancelled_at: at } = cancellation;
  return `by ${printable(signature.kid)} (${dayAndTime(at)}): ${quoted(reason)}`;
}

/** Whether a principal can still stop this grant before its counterparty has acknowledged it. */
export function canBeCancelled({ status, receipt_id, cancellation, in_doubt }: GrantRecord): boolean {
  if (cancellation !== undefined || in_doubt !== undefined) return false;
  return status === 'pending' || status === 'active' || (status === 'redeemed' && receipt_id === null);
}

/** What may have become of a spent grant's action that has no receipt yet. */
export function unansweredWords(record: GrantRecord): string | null {
  const { status, receipt_id, in_doubt: doubt, settlement, cancellation } = record;
  if (status !== 'redeemed' || receipt_id !== null) return null;
  if (doubt === undefined)
    return cancellation === undefined
      ? 'not answered yet: the counterparty is being asked'
      : 'cancelled, but it may have left: the counterparty is being asked';
  if (settlement?.settlement.doubt_hash === doubt.doubt_hash)
    return 'in doubt; your decision is being carried out';
  return `in doubt: ${sentence(doubtWords(doubt))}`;
}
