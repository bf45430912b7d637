import { fail, ok, type Result } from '@common/base/result';
import { fromHex, toHex } from '@common/evidence/bytes';
import { fromBase64, toBase64 } from './base64.ts';
import { parseDecimal } from './checkpoint.ts';

/** A proof that an entry is in a log, for readers who have the entry and a policy (C2SP tlog-proof). */
export interface LogProof {
  /** The index of the leaf. */
  readonly index: number;
  /** The hashes from the leaf's sibling up, in lowercase hex. */
  readonly hashes: readonly string[];
  /** The checkpoint's note, as the log served it. */
  readonly checkpoint: string;
  /** Additions of its maker, which nothing proves. */
  readonly extra?: Uint8Array;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** The height of the tallest tree. */
const MAX_HASHES = 63;

/**
 * Writes a proof, as `parseLogProof` reads it.
 * @example formatLogProof({ index: 0, hashes: [], checkpoint: 'note' })
 *   // 'c2sp.org/tlog-proof@v1\nindex 0\n\nnote'
 */
export function formatLogProof({ index, hashes, checkpoint, extra }: LogProof): string {
  const path = hashes.map((hash) => {
    const bytes = fromHex(hash);
    if (bytes?.length !== 32) throw new TypeError('a hash has 32 bytes');
    return toBase64(bytes);
  });
  const more = extra === undefined ? [] : [`extra ${toBase64(extra)}`];
  return [FIRST_LINE, ...more, `index ${index}`, ...path, '', checkpoint].join('\n');
}

/**
 * Reads a proof, but not the checkpoint in it: pass that to `openCheckpoint`.
 * @example parseLogProof('c2sp.org/tlog-proof@v1\nindex 0\n\nnote')
 *   // ok({ index: 0, hashes: [], checkpoint: 'note' })
 */
export function parseLogProof(text: string): Result<LogProof, 'log_proof_malformed'> {
  if (text.includes('\r')) return malformed('its lines end in CR LF: save it with plain newlines');
  // Use the first empty line: a checkpoint has another one before its signatures.
  const end = text.indexOf('\n\n');
  if (end < 0) return malformed('it has no empty line before the checkpoint');
  const lines = text.slice(0, end).split('\n');
  if (lines.shift() !== FIRST_LINE) return malformed(`its first line is not ${FIRST_LINE}`);
  const hasExtra = lines[0]?.startsWith('extra ') === true;
  const extra = hasExtra ? fromBase64((lines.shift() ?? '').slice('extra '.length)) : undefined;
  if (extra === null) return malformed('its extra line is not base64');
  const index = parseDecimal(/^index (.*)$/.exec(lines.shift() ?? '')?.[1] ?? '');
  if (index === null) return malformed('it has no line "index <number>"');
  if (lines.length > MAX_HASHES) return malformed(`it has more than ${MAX_HASHES} hashes`);
  const hashes: string[] = [];
  for (const line of lines) {
    const bytes = fromBase64(line);
    if (bytes?.length !== 32) return malformed(`its hash ${hashes.length + 1} is not 32 bytes in base64`);
    hashes.push(toHex(bytes));
  }
  const proof = { index, hashes, checkpoint: text.slice(end + 2) };
  return ok(extra === undefined ? proof : { ...proof, extra });
}

function malformed(why: string) {
  return fail('log_proof_malformed', `This is no proof of a log (tlog-proof): ${why}.`);
}
