import type { OpenReceipt } from '@platform/core/objects/receipt';
import type { Became, SettledState, SignedSettled } from '@platform/core/objects/settled';
import { addendumWords, settlesLater } from '@platform/core/verify/addendum';

/** The one word for what has become of something that a counterparty accepted. */
export const STATE_WORDS = {
  settled: 'settled',
  failed: 'failed',
  returned: 'returned',
} as const satisfies Record<SettledState, string>;

/** What has become last of something that was accepted: `returned`. */
export function becameWord(became: Became): string {
  return became === null ? 'not settled yet' : STATE_WORDS[became.state];
}

/**
 * What has become of what a receipt says, by its addenda, in a line; null where accepting is all. It is worth what the
 * addendum is, which `sanad-verify --addendum` checks.
 */
export function settlementWords(
  receipt: OpenReceipt,
  addenda: readonly Pick<SignedSettled, 'settled'>[],
): string | null {
  if (!settlesLater(receipt)) return null;
  const last = addenda.at(-1)?.settled;
  if (last === undefined) return 'submitted: it was accepted, and nothing has been said of it since';
  return `${STATE_WORDS[last.state]}: ${addendumWords(receipt, last)}`;
}
