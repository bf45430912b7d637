import type { Result } from '@common/base/result';
import type { Signer } from '@platform/proof/signed';
import { assertedSigner } from '../../use-cases/passkey-approval.ts';
import { type Place, signerOf } from '../context.ts';
import { readJsonFile } from '../read-json.ts';

export interface KeyOptions {
  readonly key: string;
  readonly assertion?: string;
}

/** A key file, or a passkey that has signed already. */
export async function keyOrPasskey(
  place: Place,
  { key, assertion: file }: KeyOptions,
): Promise<Result<Signer, string>> {
  if (file === undefined) return signerOf(place, key);
  const assertion = await readJsonFile(file);
  if (!assertion.ok) return assertion;
  return assertedSigner((await place.localKeys()).keys, key, assertion.value);
}
