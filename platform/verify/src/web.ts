import { webCrypto } from '@common/evidence/web';
import type { VerifyReceipt } from './answer.ts';
import { createVerifyReceipt } from './verify-receipt.ts';

export type * from './answer.ts';

/** With cryptography in plain JavaScript, which runs everywhere and gives the same answers. */
export const verifyReceipt: VerifyReceipt = createVerifyReceipt(webCrypto);
