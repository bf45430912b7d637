import { fail, ok, type Result } from '@common/base/result';

/** The body of `add-checkpoint`, split into its parts. */
export interface AddCheckpoint {
  /** The size of the checkpoint that the log believes was cosigned here last. */
  readonly old: number;
  /** The proof that the checkpoint continues the one of size `old`, in lowercase hex. */
  readonly proof: readonly string[];
  /** The checkpoint, a signed note, verbatim. */
  readonly note: string;
}

/** A tree of 2^63 leaves needs this many. */
const MAX_PROOF_LINES = 63;
const HASH_BYTES = 32;
const SIZE = /^(0|[1-9][0-9]{0,15})$/;

/** Reads `old <size>`, the proof’s hashes in base64, an empty line, and the checkpoint. */
export function readAddCheckpoint(body: Uint8Array): Result<AddCheckpoint, 'malformed'> {
  const text = utf8Of(body);
  if (text === null) return malformed('The body must be UTF-8.');
  const end = text.indexOf('\n\n');
  if (end < 0) return malformed('The body must have an empty line between the proof and the checkpoint.');
  const [first = '', ...hashes] = text.slice(0, end).split('\n');
  const size = first.startsWith('old ') ? first.slice('old '.length) : '';
  const old = Number(size);
  if (!SIZE.test(size) || !Number.isSafeInteger(old)) {
    return malformed(
      'The first line must be “old”, a space, and a tree size in decimal without leading zeros.',
    );
  }
  if (hashes.length > MAX_PROOF_LINES) {
    return malformed(`A consistency proof has at most ${MAX_PROOF_LINES} hashes.`);
  }
  const proof: string[] = [];
  for (const [index, line] of hashes.entries()) {
    const hash = Buffer.from(line, 'base64');
    if (hash.length !== HASH_BYTES || hash.toString('base64') !== line) {
      return malformed(`Line ${index + 2} must be a hash of 32 bytes in standard base64.`);
    }
    proof.push(hash.toString('hex'));
  }
  return ok({ old, proof, note: text.slice(end + 2) });
}

/** The origin that the body names, whatever else is wrong with it; null if the body has no checkpoint. */
export function originIn(body: Uint8Array): string | null {
  return /\n\n([^\n]*)\n/.exec(Buffer.from(body).toString('utf8'))?.[1] ?? null;
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    // A byte order mark is a character like any other, so it makes the first line wrong.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function malformed(message: string): Result<never, 'malformed'> {
  return fail('malformed', message);
}
