import { fail, ok, type Result } from '@common/base/result';
import { judgeAnchor } from '@platform/proof/anchor/judge-anchor';
import type { Crypto } from '@platform/proof/crypto';
import { receiptLeaf } from '@platform/proof/receipt/assemble';
import type { Anchor } from '@platform/protocol/anchor';
import type { Receipt } from '@platform/protocol/receipt';
import type { Authority } from './authority.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly authority: Pick<Authority, 'anchor'>;
}

/**
 * The first entry in a public log that covers the receipt; null if there is none yet. INVARIANT: only one that holds is
 * returned, as far as can be told without knowing which logs the reader trusts.
 */
export async function findAnchor(
  { crypto, authority }: Deps,
  receipt: Receipt,
): Promise<Result<{ readonly anchor: Anchor; readonly reasons: readonly string[] } | null>> {
  const index = receipt.status.log?.leaf_index;
  if (index === undefined) return fail('not_logged', 'This receipt has no place in the log.');
  const found = await authority.anchor(receipt.receipt_id);
  if (!found.ok) return found;
  const anchor = found.value;
  if (anchor === null) return ok(null);
  const pins = { trusted: null, logs: null, anchorKey: null, loggedAt: null, now: null };
  const claim = { leaf: receiptLeaf(crypto, receipt), index, anchor, ...pins };
  const { anchored, reasons } = judgeAnchor(crypto, claim);
  if (anchored === 'no')
    return fail('anchor_invalid', `The authority’s anchor does not hold: ${reasons.join(' ')}`);
  return ok({ anchor, reasons });
}
