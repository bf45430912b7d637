import { ok, type Result } from '@common/base/result';
import type { Receipt } from '@platform/core/objects/receipt';
import { readReceipt } from '@platform/core/verify/checks/schema';
import type { Place } from './context.ts';
import { readTextFile } from './read-json.ts';

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
