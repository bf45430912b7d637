import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { writeGroups } from '../../testing/groups.ts';

const MINUTE = 60_000;

/** The files of each group, by their numbers, when 24 take these times beside each other. */
async function groupsOf(msOf: (at: number) => number, processes: number, text = ''): Promise<string[]> {
  return await withTempDir(async (root) => {
    mkdirSync(join(root, 'part'));
    const files = Array.from({ length: 24 }, (_, at) => `part/${String.fromCharCode(97 + at)}.test.ts`);
    for (const file of files) writeFileSync(join(root, file), file === 'part/b.test.ts' ? text : '');
    const expected = new Map(files.map((file, at) => [file, msOf(at)]));
    const groups = writeGroups(root, root, files, expected, processes);
    return [...groups.values()].map((group) => group.map((file) => basename(file, '.test.ts')).join(''));
  });
}

test('files of one folder share a process, twenty at most', async () => {
  assert.deepEqual(await groupsOf(() => 1, 2), ['abcdefghijklmnopqrst', 'uvwx']);
});

test('a file that changes its process has one of its own', async () => {
  assert.deepEqual(await groupsOf(() => 1, 2, 'process.exitCode = 1;'), ['acdefghijklmnopqrstu', 'vwx']);
});

test('a group is a tenth of the work of a processor, however busy the machine was', async () => {
  const pairs = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn', 'op', 'qr', 'st', 'uv', 'wx'];
  for (const minutes of [5, 50]) assert.deepEqual(await groupsOf(() => minutes * MINUTE, 1), pairs);
  assert.deepEqual(await groupsOf(() => 5 * MINUTE, 2), []);
});

test('a file that takes more than that runs alone, and a minute is always little enough', async () => {
  assert.deepEqual(await groupsOf((at) => (at === 0 ? 20 * MINUTE : 1), 2), ['bcdefghijklmnopqrstu', 'vwx']);
  assert.deepEqual(await groupsOf((at) => (at < 3 ? MINUTE / 3 : 0), 8), ['abcdefghijklmnopqrst', 'uvwx']);
});
