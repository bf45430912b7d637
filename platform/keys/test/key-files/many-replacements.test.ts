import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeyVersion, MAX_RETIRED_KEYS } from '@platform/core/objects/key-entry';
import { replaceServiceKey } from '../../src/key-files/change-key.ts';
import { openServiceKey, replacePublicEntry, watchPublicKeys } from '../../src/key-files/keys.ts';
import { makeFolder } from './make-folder.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

test('a key that was replaced as often as a key can be is read as before, and not replaced again', async (t) => {
  const dir = await makeFolder(t);
  const service = { dir, kid: 'authority', alg: 'es256', role: 'authority', clock: () => NOW } as const;
  const { entry: first } = await openServiceKey(service);
  const retired = Array.from({ length: MAX_RETIRED_KEYS - 1 }, (_, index): KeyVersion => {
    const digits = index.toString(16).padStart(4, '0');
    return {
      ...first,
      public_key: `04${digits.repeat(32)}`,
      fingerprint: `sha256:${digits.repeat(16)}`,
      not_after: first.not_before,
      compromised_at: first.not_before,
    };
  });
  await replacePublicEntry(dir, { ...first, retired });
  await replaceServiceKey(dir, 'authority', NOW);
  const { entry, created } = await openServiceKey(service);
  assert.deepEqual([entry.retired?.length, created], [MAX_RETIRED_KEYS, false]);
  assert.deepEqual(await watchPublicKeys(dir, 0)(), { authority: entry });
  await assert.rejects(replaceServiceKey(dir, 'authority', NOW), /was replaced 256 times/);
});
