import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoftwarePasskey } from '@platform/core/testing/passkey';
import type { Place } from './place.ts';

/** The page for which passkeys are made by commands. */
export const PAGE = ['--rp-id', 'sanad.example', '--origin', 'https://sanad.example'];

export async function write(place: Place, name: string, content: unknown): Promise<string> {
  const file = join(place.folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Has the device make a passkey; the options of `enrol-passkey` that name what was asked and what it answered. */
export async function madeFor(
  place: Place,
  passkey: SoftwarePasskey,
  { kid, person }: { readonly kid: string; readonly person: string },
): Promise<readonly string[]> {
  const printed = await place.sanad([
    ...['keys', 'passkey-options', kid, '--person', person, '--rp-id', 'sanad.example'],
  ]);
  assert.equal(printed.code, 0, printed.err);
  const made = passkey.register(Buffer.from(JSON.parse(printed.out).challenge, 'base64url'));
  return [
    ...['--options', await write(place, 'options.json', printed.out)],
    ...['--response', await write(place, 'response.json', made)],
  ];
}
