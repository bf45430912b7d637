import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { readReceipt } from '@platform/core/verify/checks/schema';
import type { ProblemCode } from '@platform/core/verify/problems';
import { verify } from '@platform/core/verify/verify';
import type { Place } from './context.ts';
import { readTextFile } from './read-json.ts';

/**
 * Refuses a receipt that is not verified by the keys of this deployment. `but`: a reason to fail that the caller judges
 * itself.
 */
export function checkReceipt(
  crypto: Crypto,
  receipt: Receipt,
  keys: KeySet,
  but?: ProblemCode,
): Result<void, 'not_verified'> {
  const { verdict, checks, unpinned } = verify(crypto, receipt, { keys });
  const failed = checks.find(
    ({ outcome, codes }) => outcome === 'fail' && codes.some((code) => code !== but),
  );
  const why =
    failed !== undefined
      ? `check ${failed.number} (${failed.name}): ${failed.detail}`
      : verdict === 'self-consistent'
        ? `it relies on keys that are not of this deployment: ${unpinned.join(', ')}`
        : null;
  return why === null
    ? ok(undefined)
    : fail('not_verified', `The receipt is not verified with the keys of this deployment: ${why}`);
}

/** A receipt from a file or, by its id, from the authority. Nothing in it is verified. */
export async function readOrAskReceipt(
  { authority, crypto }: Pick<Place, 'authority' | 'crypto'>,
  fileOrId: string,
): Promise<Result<Receipt>> {
  if (/^rcpt_[A-Za-z0-9_-]+$/.test(fileOrId)) return authority.receipt(fileOrId);
  const text = await readTextFile(fileOrId);
  if (!text.ok) return text;
  const read = readReceipt(crypto, text.value);
  return read.ok ? ok(read.value.document) : read;
}
