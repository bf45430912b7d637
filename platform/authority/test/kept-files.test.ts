import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  openKeptFiles,
  withoutLargerHeads,
  withoutLaterEntries,
} from '@platform/authority/adapters/kept-files';
import type { AuthorityStore } from '@platform/authority/store/store';
import { keepPlaces } from '@platform/authority/use-cases/continuity';
import type { EntryPlace, ReceiptPlace, SignedTreeHead } from '@platform/core/objects/log';

const HASH = 'a'.repeat(64);
const LOG = `log_${'0'.repeat(24)}`;

function headOf(entries: number): SignedTreeHead {
  const of = { type: 'sanad/tree-head/1' as const, deployment: `dp_${'0'.repeat(24)}`, log_id: LOG };
  return {
    tree_head: { ...of, tree_size: entries, root_hash: HASH, timestamp: '2026-11-28T00:00:00.000Z' },
    tree_head_hash: HASH,
    signature: { kid: 'authority', alg: 'ed25519', sig: 'a'.repeat(128) },
  };
}

function placeAt(leaf: number): ReceiptPlace {
  return {
    log_id: LOG,
    leaf_index: leaf,
    log_entry: HASH,
    receipt_id: `rcpt_${'0'.repeat(24)}`,
    grant_id: `gr_${'0'.repeat(24)}`,
    tenant: `tn_${'0'.repeat(24)}`,
    sequence: leaf,
    receipt_body_hash: HASH,
    profile: 'treasury.v1',
    assembled_at: '2026-11-28T00:00:00.000Z',
  };
}

/** With a note of so many signs, as signatures by devices are long. */
function entryAt(leaf: number, label = 'Acme'): EntryPlace {
  const at = '2026-11-28T00:00:00.000Z';
  return {
    log_id: LOG,
    leaf_index: leaf,
    recorded_at: at,
    signed: {
      entry: {
        type: 'sanad/directory-entry/1',
        deployment: `dp_${'0'.repeat(24)}`,
        tenant: 'tn_test',
        profile: 'treasury.v1',
        directory: 'beneficiaries',
        sequence: leaf,
        previous_entry_hash: null,
        change: 'added',
        name: 'acme',
        values: { beneficiary_id: 'acme' },
        label,
        size: 1,
        root_hash: HASH,
        signed_at: at,
      },
      entry_hash: HASH,
      signatures: [headOf(1).signature],
    },
  };
}

async function withKept(work: (keys: string) => Promise<void>): Promise<void> {
  const keys = await mkdtemp(join(tmpdir(), 'sanad-kept-'));
  try {
    await work(keys);
  } finally {
    await rm(keys, { recursive: true });
  }
}

const sizeIn = async (keys: string) => (await (await openKeptFiles(keys)).head())?.tree_head.tree_size;

test('a head is known as soon as its places are kept; its own file follows', () =>
  withKept(async (keys) => {
    const kept = await openKeptFiles(keys);
    await kept.keepHead(headOf(1));
    await kept.keepPlaces([placeAt(1), placeAt(2)], headOf(3));
    assert.equal(await sizeIn(keys), 3);
    const file = join(keys, 'kept/log-head.json');
    const inFile = async () => JSON.parse(await readFile(file, 'utf8')).tree_head.tree_size;
    assert.equal(await inFile(), 1);
    await kept.settleHead();
    assert.equal(await inFile(), 3);
    await kept.keepHead(headOf(4));
    await kept.settleHead();
    assert.deepEqual([await inFile(), await sizeIn(keys)], [4, 4], 'the larger one stays');
    assert.equal((await kept.places()).length, 2);
  }));

test('of a round that a crash cut off nothing counts, and what was before does', () =>
  withKept(async (keys) => {
    const kept = await openKeptFiles(keys);
    await kept.keepPlaces([placeAt(0)], headOf(1));
    const cut = Array.from({ length: 127 }, (_, at) => JSON.stringify(placeAt(at + 1))).join('\n');
    await appendFile(
      join(keys, 'kept/receipts.jsonl'),
      `\n${cut}\n${JSON.stringify(headOf(129)).slice(0, -9)}`,
    );
    assert.equal(await sizeIn(keys), 1);
    assert.equal(await kept.nextPlace(LOG), 128);
    await kept.keepPlaces([placeAt(128)], headOf(129));
    assert.equal(await sizeIn(keys), 129);
  }));

test('what an older version kept has no head among the places', () =>
  withKept(async (keys) => {
    const kept = await openKeptFiles(keys);
    assert.equal(await sizeIn(keys), undefined);
    await kept.keepPlaces([placeAt(0)], null);
    assert.equal(await sizeIn(keys), undefined);
    assert.equal(await kept.nextPlace(LOG), 1);
  }));

test('a copy beside older databases has every place and no larger head', () => {
  const lines = [placeAt(0), headOf(1), placeAt(1), headOf(2)].map((each) => JSON.stringify(each));
  assert.deepEqual(withoutLargerHeads(lines.join('\n'), 1).split('\n'), lines.slice(0, 3));
});

test('entries of directories are kept whole, apart from the places, however long they are', () =>
  withKept(async (keys) => {
    const kept = await openKeptFiles(keys);
    const many = Array.from({ length: 64 }, (_, at) => entryAt(at + 1, 'x'.repeat(140)));
    await kept.keepPlaces([placeAt(0), ...many], headOf(65));
    assert.deepEqual([await kept.nextPlace(LOG), await sizeIn(keys)], [65, 65]);
    await kept.keepPlaces([placeAt(65)], headOf(66));
    assert.deepEqual(await kept.entries(), many);
    assert.deepEqual(
      (await kept.places()).map(({ leaf_index }) => leaf_index).toSorted((a, b) => a - b),
      Array.from({ length: 66 }, (_, at) => at),
    );
    const text = await readFile(join(keys, 'kept/entries.jsonl'), 'utf8');
    assert.equal(withoutLaterEntries(text, 3).split('\n').length, 2, 'leaves 1 and 2');
  }));

test('the one that keeps first keeps what was before, and a smaller head that comes later hides none', () =>
  withKept(async (keys) => {
    const kept = await openKeptFiles(keys);
    const leaves = [placeAt(0), placeAt(1), entryAt(2)];
    const leafPlaces = async (from: number, limit: number) => leaves.slice(from, from + limit);
    const deps = { kept, store: { leafPlaces } as Pick<AuthorityStore, 'leafPlaces'> as AuthorityStore };
    await Promise.all([
      keepPlaces(deps, [entryAt(2)], headOf(3)),
      keepPlaces(deps, [placeAt(0), placeAt(1)], headOf(2)),
    ]);
    assert.deepEqual([await kept.nextPlace(LOG), await sizeIn(keys)], [3, 3]);
    await (await openKeptFiles(keys)).keepPlaces([], headOf(2));
    assert.equal(await sizeIn(keys), 3, 'by another process');
    assert.deepEqual(
      (await kept.places()).map(({ leaf_index }) => leaf_index),
      [0, 1, 2],
    );
  }));
