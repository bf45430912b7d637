import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { addEnding, NOTHING_ENDED } from '@platform/core/log/standing/endings';
import type { MapNode } from '@platform/core/log/standing/sparse-map';
import type { Ending, StandingHead } from '@platform/core/objects/standing';
import { type MemoryLog, memoryLog } from '@platform/core/testing/memory-log';
import { type FollowedLog, followLog, type Step } from '../../src/follow/follow-log.ts';
import { but, filesOf, sourceOf } from './served.ts';

const ENDINGS: readonly Ending[] = ['ic_1', 'ic_2', 'ic_3', 'ic_4'].map((id, at) => ({
  kind: 'mandate',
  id,
  ended_at: `2026-01-0${at + 1}T00:00:00.000Z`,
  by: nodeCrypto.sha256(id),
}));

function standingOf(endings: readonly Ending[]): StandingHead {
  const nodes = new Map<string, MapNode>();
  return endings.reduce((head, ending) => {
    const added = addEnding(nodeCrypto, nodes, head, ending);
    for (const [hash, node] of added.nodes) nodes.set(hash, node);
    return added.head;
  }, NOTHING_ENDED);
}

/** An authority that may lie: what it signed for each size of its log, and what it lists. */
interface Shown {
  readonly signed: readonly (StandingHead | undefined)[];
  readonly listed: readonly Ending[];
  readonly handed?: readonly string[];
}

const log: MemoryLog = memoryLog(nodeCrypto);
for (let index = 0; index < 5; index += 1) log.append(`entry ${index}`);

async function look({ signed, listed, handed = [] }: Shown, known: FollowedLog | null): Promise<Step> {
  const size = signed.length;
  const notes = signed.map((standing, at) => ({
    tree_size: at + 1,
    note: log.checkpoint(at + 1, undefined, standing),
  }));
  const short = memoryLog(nodeCrypto);
  short.append(...log.entries.slice(0, size));
  const files = filesOf(short, notes.at(-1)?.note);
  const from = (path: string) => Number(/from=(\d+)/.exec(path)?.[1] ?? 0);
  const source = sourceOf((path) => {
    // Pages of two, so that the list goes on from page to page.
    if (path.startsWith('log/endings'))
      return Buffer.from(JSON.stringify(listed.slice(from(path), from(path) + 2)));
    if (!path.startsWith('log/checkpoints')) return but(files, {})(path);
    const checkpoints = notes.filter(({ tree_size: at }) => at >= from(path)).slice(0, 2);
    return Buffer.from(JSON.stringify({ vkey: log.vkey, checkpoints }));
  });
  const step = await followLog({ crypto: nodeCrypto, source, keys: [log.key], handed }, known);
  assert.ok(step.ok, step.ok ? '' : step.error.message);
  return step.value;
}

const of = (count: number): StandingHead => standingOf(ENDINGS.slice(0, count));

async function followed(): Promise<FollowedLog> {
  const step = await look({ signed: [of(0), of(2)], listed: ENDINGS.slice(0, 2) }, null);
  assert.ok('next' in step);
  assert.equal(step.next.endings?.size, 2);
  return step.next;
}

test('follows what ends, and computes each root anew', async () => {
  const known = await followed();
  const grown = await look({ signed: [of(0), of(2), of(2), of(3), of(4)], listed: ENDINGS }, known);
  assert.ok('next' in grown);
  assert.deepEqual(grown.next.endings && { ...grown.next.endings, chain: '' }, { ...of(4), chain: '' });
  // Listed, and not yet in a head.
  const waiting = await look({ signed: [of(0), of(2), of(3)], listed: ENDINGS }, known);
  assert.ok('next' in waiting);
});

const [one, two, three, four] = ENDINGS;
assert.ok(one && two && three && four);
const other: Ending = { ...three, ended_at: '2026-02-01T00:00:00.000Z' };

for (const [what, shown, kind] of [
  ['lists one less than it signed', { signed: [of(0), of(2), of(3)], listed: [one, two] }, 'left_out'],
  [
    'leaves one out of the root, and lists it',
    { signed: [of(0), of(2), standingOf([one, two, four])], listed: [one, two, three] },
    'left_out',
  ],
  [
    'lists one otherwise than it signed it',
    { signed: [of(0), of(2), of(3)], listed: [one, two, other] },
    'left_out',
  ],
  [
    'hid one in a checkpoint that nobody asked about',
    { signed: [of(0), of(2), standingOf([one, two, four]), of(4)], listed: ENDINGS },
    'left_out',
  ],
  ['takes one back', { signed: [of(0), of(2), of(1)], listed: [one] }, 'taken_back'],
  [
    'took one back for a while',
    { signed: [of(0), of(2), of(3), of(2), of(4)], listed: ENDINGS },
    'taken_back',
  ],
  ['puts two in another order', { signed: [of(0), of(2), of(3)], listed: [two, one, three] }, 'taken_back'],
  [
    'has another in the place of one',
    { signed: [of(0), of(2), standingOf([one, three])], listed: [one, three] },
    'taken_back',
  ],
  [
    'had another in the place of one for a while',
    { signed: [of(0), of(2), standingOf([one, three]), of(2)], listed: [one, two] },
    'taken_back',
  ],
  ['no longer says what has ended', { signed: [of(0), of(2), undefined], listed: [] }, 'taken_back'],
  [
    'leaves the line out of one checkpoint, and has it again',
    { signed: [of(0), of(2), undefined, of(3)], listed: ENDINGS.slice(0, 3) },
    'taken_back',
  ],
  ['lists one twice', { signed: [of(0), of(2), of(3)], listed: [one, two, two] }, 'taken_back'],
  [
    'lacks a revocation that was handed over',
    { signed: [of(0), of(2), of(3)], listed: ENDINGS.slice(0, 3), handed: ['ic_1', 'ic_4'] },
    'left_out',
  ],
] as const satisfies readonly (readonly [string, Shown, string])[]) {
  test(`finds an authority that ${what}`, async () => {
    const found = await look(shown, await followed());
    assert.ok(!('next' in found));
    assert.equal(found.kind, kind, found.message);
  });
}
