import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { isErrorCode } from '@common/kit/private-file';
import { SignedRevocation } from '@platform/core/objects/mandate';
import { Value } from 'typebox/value';

/**
 * The ids of the mandates whose signed revocations lie in a folder, one to each file `*.json`; none if there is no folder.
 * Who may write there is trusted to hand over what was signed: nothing here knows the principal’s key. Throws if a file is
 * no revocation, since what it should keep out would pass.
 */
export async function readRevocations(crypto: Crypto, folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  const found: string[] = [];
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    const file = join(folder, name);
    const parsed = parseStrict(await readFile(file, 'utf8'));
    const signed = parsed.ok ? parsed.value : null;
    if (
      !Value.Check(SignedRevocation, signed) ||
      hashOf(crypto, signed.revocation) !== signed.revocation_hash
    )
      throw new Error(`${file} is not a signed revocation`);
    found.push(signed.revocation.contract_id);
  }
  return found;
}
