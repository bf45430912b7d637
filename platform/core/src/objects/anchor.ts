import { type Static, Type } from 'typebox';
import { closed, Hash } from './primitives.ts';

/** The formats of a public log (Rekor v2) are its own, so unused members may be in them. */

const base64 = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength, description });
/** 64-bit numbers are strings in its JSON. */
const Decimal = Type.String({ pattern: '^(0|[1-9][0-9]{0,15})$' });

/** A `TransparencyLogEntry` as the log answered it. */
export const RekorEntry = Type.Object({
  logIndex: Decimal,
  logId: Type.Object({ keyId: base64(64, 'SHA-256 of the log’s name and key') }),
  kindVersion: Type.Object({ kind: Type.String(), version: Type.String() }),
  inclusionProof: Type.Object({
    logIndex: Decimal,
    hashes: Type.Array(base64(64, 'From the leaf’s sibling up'), { maxItems: 63 }),
    checkpoint: Type.Object({ envelope: Type.String({ maxLength: 262_144 }) }),
  }),
  canonicalizedBody: base64(65_536, 'The entry itself: its leaf is made of these bytes'),
});
export type RekorEntry = Static<typeof RekorEntry>;

/** The used part of `tlogs` of a trusted root (sigstore). */
export const TrustedLog = Type.Object({
  baseUrl: Type.String({ maxLength: 1_024 }),
  publicKey: Type.Object({
    rawBytes: base64(1_024, 'SubjectPublicKeyInfo, DER'),
    keyDetails: Type.String({ maxLength: 64 }),
  }),
  logId: Type.Object({ keyId: base64(64, 'SHA-256 of the log’s name and key') }),
});
export type TrustedLog = Static<typeof TrustedLog>;

/** The entry of an anchored head, as `status.log` of a later receipt names it. */
export const NamedEntry = closed({
  /** The origin of the public log. */
  log: Type.String({ minLength: 1, maxLength: 512 }),
  log_index: Type.Integer({ minimum: 0 }),
  /** The size of our log in the entry, which is smaller than that of the receipt’s own head. */
  tree_size: Type.Integer({ minimum: 0 }),
});
export type NamedEntry = Static<typeof NamedEntry>;

/**
 * A head of our log in a public log, with everything that an offline verifier needs except its own trust in
 * the public log's key.
 */
export const Anchor = closed({
  type: Type.Literal('sanad/anchor/1'),
  /**
   * The checkpoint that covers the receipt, as our log signed it (C2SP signed note). Its text is anchored.
   */
  note: Type.String({ maxLength: 262_144 }),
  /** The key of our log that signed it, as a policy names it. */
  log_key: Type.String({ maxLength: 1_024 }),
  /** The proof that the receipt is in our log at that checkpoint's size. */
  inclusion: closed({
    leaf_index: Type.Integer({ minimum: 0 }),
    hashes: Type.Array(Hash, { maxItems: 63 }),
  }),
  anchor_key: base64(512, 'SubjectPublicKeyInfo of the P-256 key that signed the text for the public log'),
  signature: base64(512, 'DER, by that key over the text'),
  entry: RekorEntry,
  /** The public log as the trusted root of that day had it. */
  trusted_log: TrustedLog,
});
export type Anchor = Static<typeof Anchor>;
