import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';

/**
 * What a page shows of a receipt before the browser has judged it. If what it discloses is wrong, none of that is shown:
 * check 1 fails.
 */
export function shownReceipt(receipt: Receipt): OpenReceipt {
  const opened = openReceipt(nodeCrypto, receipt);
  if (opened.ok) return opened.value;
  const { signatures } = receipt;
  const service = signatures.service && { ...signatures.service, disclosures: [] };
  return unwrap(openReceipt(nodeCrypto, { ...receipt, signatures: { ...signatures, service } }));
}
