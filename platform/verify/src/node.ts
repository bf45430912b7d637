import { nodeCrypto } from '@common/evidence/node';
import type { VerifyReceipt } from './answer.ts';
import { createVerifyReceipt } from './verify-receipt.ts';

export type * from './answer.ts';

/** With Node's own cryptography, which is faster. */
export const verifyReceipt: VerifyReceipt = createVerifyReceipt(nodeCrypto);
