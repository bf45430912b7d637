import { utf8 } from '@common/evidence/bytes';
import { inOrder } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { leafHash } from '../log/merkle/tree.ts';
import type { OpenReceipt } from '../objects/receipt.ts';
import { withoutPlace } from './assemble.ts';

/** Every hash of a receipt, recomputed from its content. */
export interface ReceiptHashes {
  /** As `receiptBodyHash`. */
  readonly body: string;
  /** As `receiptLeaf`. */
  readonly leaf: string;
  readonly mandate: string;
  readonly action: string;
  readonly grant: string;
  readonly enforcement: string;
  /** Null without an acknowledgment, or if it is withheld. */
  readonly ack: string | null;
  readonly profile: string;
  /** As `pluginHash`. */
  readonly plugin: string;
}

/**
 * The signed objects are inside the body, and body and leaf differ in one field, so the receipt is put in order once
 * for all of them. INVARIANT: `readReceipt` has read it, so canonical JSON can express it.
 */
export function receiptHashes(
  crypto: Crypto,
  { document, how: { counterparty_ack: ack } }: OpenReceipt,
): ReceiptHashes {
  // INVARIANT: changes of the copy keep the order of its members.
  const { copy, write } = inOrder(document);
  const body = withoutPlace(copy);
  const { who, what, how, why } = copy;
  const { connector, manifest } = why.plugin;
  const hash = (part: unknown) => crypto.sha256(write(part));
  return {
    body: hash({ ...body, receipt_body_hash: null }),
    leaf: leafHash(crypto, utf8(hash(body))),
    mandate: hash(who.contract),
    action: hash(what.action),
    grant: hash(how.grant),
    enforcement: hash(how.decision),
    ack: ack === null ? null : hashOf(crypto, ack),
    profile: hash(why.profile),
    plugin: hash({ connector, manifest, type: 'sanad/plugin/1' }),
  };
}
