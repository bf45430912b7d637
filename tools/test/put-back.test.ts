import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { KeyEntry, KeyVersion } from '@platform/core/objects/key-entry';
import { placeKeys } from '../backup/put-back.ts';

function version(digit: string, since: string | null): KeyVersion {
  return {
    deployment: `dp_${'0'.repeat(24)}`,
    kid: 'approver_cfo',
    alg: 'ed25519',
    role: 'approver',
    ...{
      public_key: digit.repeat(64),
      fingerprint: `sha256:${digit.repeat(64)}`,
      person: 'cfo',
      tenants: null,
    },
    independent: true,
    hardware: false,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: null,
    compromised_at: since,
    enrolment: null,
  };
}

/** What lies in the folder after this backup was put back, where this lay before. */
async function putBack(there: KeyEntry, backed: KeyEntry): Promise<[KeyEntry, readonly string[]]> {
  const keys = await mkdtemp(join(tmpdir(), 'sanad-put-back-'));
  const file = join(keys, 'public/approver_cfo.json');
  await mkdir(join(keys, 'public'), { mode: 0o700 });
  await writeFile(file, JSON.stringify(there), { mode: 0o644 });
  const bytes = Buffer.from(JSON.stringify(backed));
  const places = { keys, secrets: keys, profiles: keys, mandates: keys };
  try {
    const said = await placeKeys([{ path: 'keys/public/approver_cfo.json', mode: 0o644, bytes }], places);
    return [JSON.parse(await readFile(file, 'utf8')), said.slice(1)];
  } finally {
    await rm(keys, { recursive: true });
  }
}

const EARLY = '2026-02-01T00:00:00.000Z';
const LATE = '2026-03-01T00:00:00.000Z';

test('a key that the backup knows as stolen is marked where the folder has it unmarked, or marked later', async () => {
  for (const known of [null, LATE]) {
    const [entry, said] = await putBack(version('a', known), {
      ...version('a', EARLY),
      tenants: ['tn_other'],
    });
    assert.deepEqual(entry, version('a', EARLY), 'the mark alone');
    assert.match(said.join(), /approver_cfo is marked as stolen/);
  }
});

test('a mark never goes back, and another key of the same name takes none', async () => {
  const marked = version('a', EARLY);
  for (const backed of [version('a', null), version('a', LATE), version('b', EARLY)]) {
    assert.deepEqual(await putBack(marked, backed), [marked, []]);
  }
  assert.deepEqual(await putBack(version('a', null), version('b', EARLY)), [version('a', null), []]);
});

test('a key that was replaced since is marked among the retired ones', async () => {
  const retired = { ...version('a', null), not_after: LATE };
  const [entry] = await putBack({ ...version('b', null), retired: [retired] }, version('a', EARLY));
  assert.deepEqual(entry, { ...version('b', null), retired: [{ ...retired, compromised_at: EARLY }] });
});

test('a key of checkpoints that folder or backup knows as retired, or as stolen, is', async () => {
  const keys = await mkdtemp(join(tmpdir(), 'sanad-put-back-'));
  const [file, path] = [join(keys, 'checkpoint.retired.json'), 'keys/checkpoint.retired.json'];
  const of = (digit: string, stolen = false) => ({
    public_key: digit.repeat(64),
    retired_at: EARLY,
    stolen,
  });
  const put = async (...retired: readonly ReturnType<typeof of>[]) => {
    const places = { keys, secrets: keys, profiles: keys, mandates: keys };
    const bytes = Buffer.from(JSON.stringify({ retired }));
    await placeKeys([{ path, mode: 0o644, bytes }], places);
    return JSON.parse(await readFile(file, 'utf8')).retired;
  };
  try {
    assert.deepEqual(await put(of('a'), of('b', true)), [of('a'), of('b', true)]);
    assert.deepEqual(await put(of('b')), [of('a'), of('b', true)]);
    assert.deepEqual(await put(of('c'), of('a', true)), [of('a', true), of('b', true), of('c')]);
  } finally {
    await rm(keys, { recursive: true });
  }
});

test('with a larger head come the places and the entries of directories, beside those that are there', async () => {
  const keys = await mkdtemp(join(tmpdir(), 'sanad-put-back-'));
  const hash = 'a'.repeat(64);
  const of = { type: 'sanad/tree-head/1', deployment: `dp_${'0'.repeat(24)}`, log_id: 'log' };
  const head = (size: number) =>
    JSON.stringify({
      tree_head: { ...of, tree_size: size, root_hash: hash, timestamp: EARLY },
      tree_head_hash: hash,
      signature: { kid: 'authority', alg: 'ed25519', sig: 'a'.repeat(128) },
    });
  const put = async (size: number) => {
    const texts = { 'log-head.json': head(size), 'receipts.jsonl': 'backed', 'entries.jsonl': 'backed' };
    const files = Object.entries(texts).map(([name, text]) => ({
      path: `keys/kept/${name}`,
      mode: 0o644,
      bytes: Buffer.from(text),
    }));
    await placeKeys(files, { keys, secrets: keys, profiles: keys, mandates: keys });
    const names = ['receipts.jsonl', 'entries.jsonl'];
    return Promise.all(names.map((name) => readFile(join(keys, 'kept', name), 'utf8')));
  };
  try {
    await mkdir(join(keys, 'kept'), { mode: 0o700 });
    await writeFile(join(keys, 'kept/log-head.json'), head(2), { mode: 0o644 });
    for (const name of ['receipts.jsonl', 'entries.jsonl']) {
      await writeFile(join(keys, 'kept', name), 'there', { mode: 0o644 });
    }
    assert.deepEqual(await put(2), ['there', 'there']);
    assert.deepEqual(await put(3), ['there\nbacked', 'there\nbacked']);
  } finally {
    await rm(keys, { recursive: true });
  }
});
