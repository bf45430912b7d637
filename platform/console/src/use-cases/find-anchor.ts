import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { judgeAnchor } from '@platform/core/log/anchor/judge-anchor';
import type { Anchor } from '@platform/core/objects/anchor';
import type { Receipt } from '@platform/core/objects/receipt';
import { receiptLeaf } from '@platform/core/receipt/assemble';
import type { Authority } from './authority.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly authority: Pick<Authority, 'anchor'>;
}

/**
 * The first entry in a public log that covers the receipt; null if there is none yet. INVARIANT: it returns
 * only an entry that holds, as far as that is known without the logs that the reader trusts.
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
