import { unwrap } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { PlainReceipt, Receipt } from '../objects/receipt.ts';
import { openReceipt, sealValues } from '../receipt/open-receipt.ts';

/**
 * The receipt with other values, which it commits to and discloses with the same salts. Hashes and signatures over it stay
 * as they were.
 */
export function withValues(
  crypto: Pick<Crypto, 'sha256'>,
  receipt: Receipt,
  change: (plain: PlainReceipt) => PlainReceipt,
): Receipt {
  const { disclosed, hidden: _, document: __, ...plain } = unwrap(openReceipt(crypto, receipt));
  const { body, disclosures } = sealValues(
    crypto,
    change(plain),
    (place) => disclosed.get(place)?.[0] ?? crypto.sha256(place).slice(0, 32),
  );
  const { service } = receipt.signatures;
  return { ...body, signatures: { ...body.signatures, service: service && { ...service, disclosures } } };
}
