import { createHash, createPublicKey, verify } from 'node:crypto';
import { Audit, type Disagreement } from './audit.ts';
import { auditClaims, sealedStatement } from './audit-claims.ts';
import { canonical, memberOf } from './canonical.ts';
import { type DecodedValue, number, object, oneOf, text } from './decode.ts';

/** The `data` of `GET /v1/attest/{ticker}`, without the screening that it seals. */
const signature = object({ kid: text, alg: text, sig: text });
const sealedAnswer = object({
  sealed: object({
    statement: sealedStatement,
    statement_hash: text,
    signature,
  }),
  listed: object({
    number,
    previous: text,
    head: object({
      head: object({ type: text, issuer: text, size: number, list_hash: text, at: text }),
      head_hash: text,
      signature,
    }),
  }),
  public_key: text,
});
type SealedAnswer = DecodedValue<typeof sealedAnswer>;

const keyTimes = object({ alg: oneOf('ed25519'), public_key: text, not_before: text });

/** Keys that the reader pinned, each with the times between which it signs. */
export interface PinnedKey {
  readonly publicKey: string;
  readonly notBeforeMs: number;
  /** Infinity for a key that still signs. */
  readonly notAfterMs: number;
}

const KID = 'screener';
/** Members that are signed, or compared with what is signed; any other would be nobody’s word. */
const MEMBERS: readonly (readonly [path: string, names: readonly string[]])[] = [
  ['', ['screening', 'sealed', 'listed', 'public_key']],
  ['sealed', ['statement', 'statement_hash', 'signature']],
  ['sealed.signature', ['kid', 'alg', 'sig']],
  ['listed', ['number', 'previous', 'head']],
  ['listed.head', ['head', 'head_hash', 'signature']],
  ['listed.head.signature', ['kid', 'alg', 'sig']],
];
/** RFC 8410: what precedes the 32 bytes of an Ed25519 key. */
const ED25519_SPKI = '302a300506032b6570032100';

/** Reads keys of `/.well-known/keys.json`; null if it has none of this name. */
export function readPinnedKeys(keys: unknown): readonly PinnedKey[] | null {
  const entry = memberOf(keys, KID);
  const retired = memberOf(entry, 'retired');
  const found = [entry, ...(Array.isArray(retired) ? retired : [])].map((version) => {
    const audit = new Audit();
    const key = keyTimes(version, '', audit);
    if (audit.found.length > 0) return null;
    const end = memberOf(version, 'not_after');
    return {
      publicKey: key.public_key,
      notBeforeMs: Date.parse(key.not_before),
      notAfterMs: typeof end === 'string' ? Date.parse(end) : Number.POSITIVE_INFINITY,
    };
  });
  const whole = found.filter((key) => key !== null);
  return whole.length === found.length ? whole : null;
}

/**
 * Where a sealed screening and what was signed of it disagree. The verdict is recomputed from the screening; here it is
 * compared with what the statement claims. Without pinned keys, the file’s own key is taken, so that only its parts are
 * known to agree with each other.
 */
export function auditSeal(data: object, pinned: readonly PinnedKey[] | null): readonly Disagreement[] {
  const audit = new Audit();
  for (const [path, names] of MEMBERS) {
    const there = path === '' ? data : path.split('.').reduce<unknown>(memberOf, data);
    for (const name of Object.keys(there ?? {}))
      audit.holds(path, name, names.includes(name), `only ${names.join(', ')}: nothing signs another`);
  }
  const answer = sealedAnswer(data, '', audit);
  const screening = memberOf(data, 'screening');
  if (audit.found.length > 0) return audit.found;
  auditClaims(answer.sealed.statement, screening, audit);
  auditSignatures(answer, screening, audit);
  auditKey(answer, pinned, audit);
  return audit.found;
}

/** Hashes, signatures, and the place in the list. */
function auditSignatures(
  { sealed, listed, public_key: key }: SealedAnswer,
  screening: unknown,
  audit: Audit,
) {
  const { statement, statement_hash: statementHash } = sealed;
  const { head, head_hash: headHash } = listed.head;
  audit.same('sealed.statement.evidence_hash', statement.evidence_hash, hashOf(screening));
  audit.same('sealed.statement_hash', statementHash, hashOf(statement));
  const entry = { number: listed.number, previous: listed.previous, statement_hash: statementHash };
  audit.same('listed.head.head.type', head.type, 'sanad/statement-head/1');
  audit.same('listed.head.head.issuer', head.issuer, statement.issuer);
  audit.same('listed.head.head.size', head.size, listed.number);
  audit.same('listed.head.head.list_hash', head.list_hash, hashOf(entry));
  audit.same('listed.head.head_hash', headHash, hashOf(head));
  for (const [path, hash, { kid, alg, sig }] of [
    ['sealed.signature', statementHash, sealed.signature],
    ['listed.head.signature', headHash, listed.head.signature],
  ] as const) {
    audit.same(`${path}.kid`, kid, KID);
    audit.same(`${path}.alg`, alg, 'ed25519');
    audit.holds(`${path}.sig`, sig, isSigned(key, hash, sig), `a signature of ${hash} by ${key}`);
  }
}

function auditKey(
  { sealed, public_key: key }: SealedAnswer,
  pinned: readonly PinnedKey[] | null,
  audit: Audit,
) {
  if (pinned === null) return;
  const issuedMs = Date.parse(sealed.statement.issued_at);
  const isPinned = pinned.some(
    ({ publicKey, notBeforeMs, notAfterMs }) =>
      publicKey === key && notBeforeMs <= issuedMs && issuedMs <= notAfterMs,
  );
  audit.holds(
    'public_key',
    key,
    isPinned,
    `a pinned key of ${KID} that signed at ${sealed.statement.issued_at}`,
  );
}

function isSigned(key: string, hash: string, sig: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(key) || !/^[0-9a-f]{128}$/.test(sig)) return false;
  try {
    const der = Buffer.from(`${ED25519_SPKI}${key}`, 'hex');
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(hash), publicKey, Buffer.from(sig, 'hex'));
  } catch {
    // The bytes are no point of the curve.
    return false;
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}
