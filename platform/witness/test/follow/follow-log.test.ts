import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { type MemoryLog, memoryLog, signedTwice } from '@platform/core/testing/memory-log';
import { type FollowedLog, followLog, isFollowed, type Step } from '../../src/follow/follow-log.ts';
import { but, type Files, filesOf, sourceOf } from './served.ts';

function logOf(size: number, change: Readonly<Record<number, string>> = {}): MemoryLog {
  const log = memoryLog(nodeCrypto);
  for (let index = 0; index < size; index += 1) log.append(change[index] ?? `entry ${index}`);
  return log;
}

async function step(log: MemoryLog, files: Files, known: FollowedLog | null): Promise<Step> {
  const deps = { crypto: nodeCrypto, source: sourceOf(files), keys: [log.key] };
  const looked = await followLog(deps, known);
  assert.ok(looked.ok, looked.ok ? '' : looked.error.message);
  return looked.value;
}

async function followed(log: MemoryLog): Promise<FollowedLog> {
  const first = await step(log, filesOf(log), null);
  assert.ok('next' in first);
  return first.next;
}

test('follows a log as it grows, and reads only what is new', async () => {
  const log = logOf(0);
  let known: FollowedLog | null = null;
  let from = 0;
  for (const size of [0, 1, 3, 255, 256, 257, 700]) {
    while (log.entries.length < size) log.append(`entry ${log.entries.length}`);
    const source = sourceOf(filesOf(log));
    const looked = await followLog({ crypto: nodeCrypto, source, keys: [log.key] }, known);
    assert.ok(looked.ok && looked.value.kind !== 'fork' && 'next' in looked.value);
    assert.deepEqual([looked.value.from, looked.value.to], [from, size]);
    known = looked.value.next;
    assert.ok(isFollowed({ crypto: nodeCrypto, keys: [log.key] }, known));
    const bundles = source.asked.filter((path) => path.startsWith('tile/entries/'));
    assert.equal(bundles.length, Math.ceil(size / 256) - Math.floor(from / 256));
    from = size;
  }
  assert.equal((await step(log, filesOf(log), known)).kind, 'same');
});

test('goes on over a change of the log’s key, with either key or both, and says so once it knows the old one alone', async () => {
  const [log, fresh] = [logOf(5), memoryLog(nodeCrypto, 'log.example/receipts', 'new')];
  fresh.append(...log.entries);
  const known = await followed(log);
  const look = (note: string, keys: readonly MemoryLog[], from: FollowedLog) =>
    followLog(
      { crypto: nodeCrypto, source: sourceOf(filesOf(log, note)), keys: keys.map(({ key }) => key) },
      from,
    );
  const both = signedTwice(log.checkpoint(), fresh.checkpoint());
  const during = await look(both, [log], known);
  assert.ok(during.ok && during.value.kind === 'same');
  // What is remembered then is known by the new key, too: the old one may be given up.
  assert.ok(isFollowed({ crypto: nodeCrypto, keys: [fresh.key] }, during.value.next));
  for (const note of [both, fresh.checkpoint()]) {
    for (const keys of [[fresh], [log, fresh]]) {
      const looked = await look(note, keys, during.value.next);
      assert.ok(looked.ok && looked.value.kind === 'same');
    }
  }
  const after = await look(fresh.checkpoint(), [log], during.value.next);
  assert.ok(!after.ok && after.error.code === 'checkpoint_unusable');
  assert.match(after.error.message, /if the log has changed its key, get the new one from its operator/);
});

test('finds a fork of the same size, and keeps both notes', async () => {
  const [log, other] = [logOf(9), logOf(9, { 4: 'another' })];
  const found = await step(log, filesOf(other), await followed(log));
  assert.deepEqual(found, {
    kind: 'fork',
    message: 'The log has signed two roots of 9 entries.',
    known: log.checkpoint(),
    shown: other.checkpoint(),
  });
});

test('finds a fork that has grown since', async () => {
  for (const [before, after] of [
    [5, 9],
    [256, 257],
    [300, 900],
    [1, 2],
  ] as const) {
    const [log, other] = [logOf(before), logOf(after, { 0: 'another' })];
    const found = await step(log, filesOf(other), await followed(log));
    assert.equal(found.kind, 'fork');
    assert.ok(!('next' in found));
    assert.match(found.message, /^The log has signed two histories/);
    assert.deepEqual([found.known, found.shown], [log.checkpoint(), other.checkpoint()]);
  }
});

test('finds a log that went back', async () => {
  const log = logOf(9);
  const found = await step(log, filesOf(logOf(7)), await followed(log));
  assert.equal(found.kind, 'shorter');
  assert.ok(!('next' in found));
  assert.equal(found.message, 'The log had 9 entries, and now shows 7.');
});

test('reads no more entries of a file than fit in one', async () => {
  const log = logOf(256);
  const bundle = filesOf(log)('tile/entries/000') ?? new Uint8Array();
  const longer = but(filesOf(log), { 'tile/entries/000': Buffer.concat([bundle, Buffer.alloc(2)]) });
  const found = await step(log, longer, null);
  assert.equal(found.kind, 'not_served');
  assert.ok(!('next' in found));
  assert.equal(found.message, '/tile/entries/000 does not have 256 entries.');
});

test('tells a fork from a log that does not serve what it signed', async () => {
  const known = await followed(logOf(300));
  const log = logOf(900);
  const entries = filesOf(logOf(900, { 700: 'another' }));
  const files = filesOf(log);
  for (const changes of [
    { 'tile/entries/002': entries('tile/entries/002') },
    { 'tile/entries/002': null },
    { 'tile/entries/003.p/132': null },
    { 'tile/entries/003.p/132': Buffer.from([0, 5, 1]) },
    { 'tile/entries/003.p/132': Buffer.alloc(0) },
  ]) {
    const found = await step(log, but(files, changes), known);
    assert.equal(found.kind, 'not_served', JSON.stringify(Object.keys(changes)));
  }
  // Its tiles are others too: nothing shows that it signed two histories.
  const forged = but(files, {
    'tile/0/001': entries('tile/0/002'),
    'tile/entries/002': entries('tile/entries/002'),
  });
  assert.equal((await step(log, forged, known)).kind, 'not_served');
  assert.equal((await step(log, files, known)).kind, 'grown');
});

test('takes the full file where the partial one is gone', async () => {
  const log = logOf(300);
  const note = log.checkpoint();
  while (log.entries.length < 512) log.append(`entry ${log.entries.length}`);
  const files = but(filesOf(log, note), { 'tile/entries/001.p/44': null });
  assert.equal((await step(log, files, null)).kind, 'grown');
});

test('a log that does not answer, or whose note is not its own, is no alarm', async () => {
  const log = logOf(5);
  const known = await followed(log);
  const down = { read: async () => fail('log_unreachable', 'down') } as const;
  const thief = memoryLog(nodeCrypto, 'log.example/receipts', 'a thief');
  thief.append('x');
  for (const [source, code] of [
    [down, 'log_unreachable'],
    [sourceOf(filesOf(thief)), 'checkpoint_unusable'],
    [sourceOf(filesOf(log, 'nothing')), 'checkpoint_unusable'],
    [sourceOf(but(filesOf(log), { checkpoint: null })), 'log_lacks'],
  ] as const) {
    const looked = await followLog({ crypto: nodeCrypto, source, keys: [log.key] }, known);
    assert.ok(!looked.ok);
    assert.equal(looked.error.code, code);
  }
});

test('does not take for remembered what the log never signed', async () => {
  const log = logOf(5);
  const known = await followed(log);
  const deps = { crypto: nodeCrypto, keys: [log.key] };
  assert.ok(isFollowed(deps, known));
  assert.ok(!isFollowed(deps, { ...known, frontier: known.frontier.toReversed() }));
  assert.ok(!isFollowed(deps, { ...known, frontier: known.frontier.slice(1) }));
  assert.ok(!isFollowed(deps, { ...known, note: known.note.replace('\n5\n', '\n4\n') }));
  assert.ok(!isFollowed({ ...deps, keys: [memoryLog(nodeCrypto, 'other.example').key] }, known));
});
