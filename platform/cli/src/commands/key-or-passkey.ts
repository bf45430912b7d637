import { fail, ok, type Result } from '@common/base/result';
import { assertedSigner } from '@platform/console/use-cases/passkey-approval';
import { keyOf, type Signer } from '@platform/core/signed/signed';
import { type Place, signerOf } from '../context.ts';
import { readJsonFile, readTextFile } from '../read-json.ts';

export interface KeyOptions {
  readonly key: string;
  readonly assertion?: string;
}

/** Returns the signer: a key file, or a passkey or an app’s key that has already signed. */
export async function keyOrPasskey(
  place: Place,
  { key, assertion: file }: KeyOptions,
): Promise<Result<Signer, string>> {
  if (file === undefined) return signerOf(place, key);
  const { keys } = await place.localKeys();
  if (keyOf(keys, key)?.alg === 'app-attest') return appSigner(key, file);
  const assertion = await readJsonFile(file);
  if (!assertion.ok) return assertion;
  return assertedSigner(keys, key, assertion.value);
}

/** A signer for the one hash that the app was given. For any other hash, nobody accepts its signature. */
async function appSigner(kid: string, file: string): Promise<Result<Signer, string>> {
  const text = await readTextFile(file);
  if (!text.ok) return text;
  const { readAppAssertion } = await import('@platform/keys/enrolment/app-assertion');
  const proof = readAppAssertion(Buffer.from(text.value, 'base64'));
  if (!proof.ok) return fail(proof.error.code, `${file}: ${proof.error.message}.`);
  return ok({ kid, alg: 'app-attest', sign: () => proof.value });
}
