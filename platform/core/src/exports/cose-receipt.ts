import { fail, ok, type Result } from '@common/base/result';
import { equalBytes, fromHex, toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { leafHash, rootByProof } from '../log/merkle/tree.ts';
import {
  type CborMap,
  checkSign1,
  isBytes,
  isMap,
  LABEL,
  readCbor,
  readSign1,
  type SignatureFault,
  toBeSigned,
  writeCbor,
  writeSign1,
} from './sign1.ts';

/** A tree of RFC 9162 with SHA-256, among the verifiable data structures of RFC 9942. */
const RFC9162_SHA256 = 1;
const INCLUSION = -1;
/** Of one receipt. */
const MOST_PROOFS = 16;

/** A place in a tree, with the proof of it in lowercase hex. */
interface Inclusion {
  readonly size: number;
  readonly index: number;
  readonly proof: readonly string[];
}

interface ReceiptParts extends Inclusion {
  readonly root: string;
  /** Of the protected header, without the kind of tree. */
  readonly header: CborMap;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** A COSE receipt (RFC 9942) of one inclusion. Its payload is the root, which its reader computes. */
export function writeCoseReceipt({ size, index, proof, root, header, sign }: ReceiptParts): Uint8Array {
  const protectedBytes = writeCbor(new Map([...header, [LABEL.vds, RFC9162_SHA256]]));
  const inclusion = writeCbor([size, index, proof.map(bytesOf)]);
  return writeSign1({
    protectedBytes,
    unprotected: new Map([[LABEL.vdp, new Map([[INCLUSION, [inclusion]]])]]),
    payload: null,
    signature: sign(toBeSigned(protectedBytes, bytesOf(root))),
  });
}

/** What a receipt proves of an entry. */
interface ProvenEntry {
  readonly size: number;
  readonly index: number;
  /** Lowercase hex. */
  readonly root: string;
  /** The protected header. */
  readonly header: CborMap;
}

type ReceiptFault = SignatureFault | 'cose_malformed' | 'vds_unsupported' | 'inclusion_malformed';

/**
 * Whether the key signed a root that the receipt's proof leads to from this entry. A wrong entry, a changed proof and a
 * foreign signature look alike: each makes a root that the key did not sign. If there are several proofs, one must hold.
 */
export function checkCoseReceipt(
  crypto: Crypto,
  receipt: Uint8Array,
  entry: Uint8Array,
  key: Uint8Array,
): Result<ProvenEntry, ReceiptFault> {
  const read = readSign1(receipt);
  if (!read.ok) return read;
  const { header, unprotected, payload } = read.value;
  if (header.get(LABEL.vds) !== RFC9162_SHA256) {
    const found = String(header.get(LABEL.vds));
    return fail(
      'vds_unsupported',
      `The receipt is of a tree of kind ${found}: only 1 (RFC9162_SHA256) is supported.`,
    );
  }
  const inclusions = inclusionsIn(unprotected);
  if (inclusions === null) return malformed();
  let fault: Result<never, ReceiptFault> = malformed();
  for (const { size, index, proof } of inclusions) {
    const root = rootByProof(crypto, { size, index, proof, leaf: leafHash(crypto, entry) });
    if (root === null || (payload !== null && !equalBytes(payload, bytesOf(root)))) continue;
    const checked = checkSign1(crypto, read.value, bytesOf(root), key);
    if (checked.ok) return ok({ size, index, root, header });
    fault = checked;
  }
  return fault;
}

function inclusionsIn(unprotected: CborMap): readonly Inclusion[] | null {
  const proofs = unprotected.get(LABEL.vdp);
  const listed = isMap(proofs) ? proofs.get(INCLUSION) : null;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MOST_PROOFS) return null;
  const inclusions = listed.map(inclusionOf).filter((each) => each !== null);
  return inclusions.length === listed.length ? inclusions : null;
}

function inclusionOf(bytes: unknown): Inclusion | null {
  const parts = isBytes(bytes) ? readCbor(bytes) : null;
  if (!Array.isArray(parts) || parts.length !== 3) return null;
  const [size, index, path]: readonly unknown[] = parts;
  if (typeof size !== 'number' || typeof index !== 'number' || !Array.isArray(path)) return null;
  return path.every(isBytes) ? { size, index, proof: path.map(toHex) } : null;
}

function malformed() {
  return fail(
    'inclusion_malformed',
    'The receipt has no proof of inclusion that a tree of its size can have.',
  );
}

function bytesOf(hash: string): Uint8Array {
  const bytes = fromHex(hash);
  if (bytes?.length !== 32) throw new TypeError('a hash has 32 bytes');
  return bytes;
}
