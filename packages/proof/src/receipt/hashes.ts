import type { Receipt } from '@sanad/protocol/receipt';
import { utf8 } from '../bytes.ts';
import { canonicalMembers, canonicalText } from '../canonical.ts';
import type { Crypto } from '../crypto.ts';
import { sha256Hex } from '../hash.ts';
import { leafHash } from '../merkle/tree.ts';
import { withoutPlace } from './assemble.ts';

/** Every hash of a receipt, made anew from what is in it. */
export interface ReceiptHashes {
  /** As `receiptBodyHash`. */
  readonly body: string;
  /** As `receiptLeaf`. */
  readonly leaf: string;
  readonly contract: string;
  readonly action: string;
  readonly grant: string;
  readonly decision: string;
  readonly ack: string | null;
}

/**
 * The signed objects stand inside the body, and body and leaf differ in one field, so each part is written once. To
 * verify a receipt would cost half as much again if each hash began anew.
 */
export function receiptHashes(crypto: Crypto, receipt: Receipt): ReceiptHashes {
  const { who, what, how, receipt_body_hash, ...rest } = withoutPlace(receipt);
  const contract = canonicalText(who.contract);
  const action = canonicalText(what.action);
  const grant = canonicalText(how.grant);
  const decision = canonicalText(how.decision);
  const ack = canonicalText(how.counterparty_ack);
  const sections = {
    who: canonicalMembers(who, { contract }),
    what: canonicalMembers(what, { action }),
    how: canonicalMembers(how, { grant, decision, counterparty_ack: ack }),
    ...Object.fromEntries(Object.entries(rest).map(([name, section]) => [name, canonicalText(section)])),
  };
  const hash = (text: string) => sha256Hex(crypto, utf8(text));
  const hashWith = (bodyHash: string | null) =>
    hash(canonicalMembers({ ...receipt }, { ...sections, receipt_body_hash: canonicalText(bodyHash) }));
  return {
    body: hashWith(null),
    leaf: leafHash(crypto, utf8(hashWith(receipt_body_hash))),
    contract: hash(contract),
    action: hash(action),
    grant: hash(grant),
    decision: hash(decision),
    ack: how.counterparty_ack === null ? null : hash(ack),
  };
}
