import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHands } from '@common/kit/threads';

const PROGRAM = new URL('./thread.ts', import.meta.url);

async function answersOf(jobs: readonly number[], most: number, kind = 'double') {
  await using hands = openHands<number, [number, number]>({
    threads: { most, program: PROGRAM },
    kind,
    options: 2,
    jobs: 1_000,
    perThread: 100,
    own: (job) => [job * 2, 0],
    nameOf: (job) => `job ${job}`,
  });
  const answers = [];
  for await (const answer of hands.answers(jobs)) answers.push(answer);
  return { doubles: answers.map(([double]) => double), by: new Set(answers.map(([, thread]) => thread)) };
}

test('threads do the jobs, and this one what they leave to it', async () => {
  const jobs = Array.from({ length: 40 }, (_, job) => job + 10);
  const doubles = jobs.map((job) => job * 2);
  const two = await answersOf(jobs, 2);
  assert.deepEqual(two.doubles, doubles);
  assert.equal(two.by.size, 2);
  assert.ok(!two.by.has(0));
  assert.deepEqual(await answersOf([9], 2), { doubles: [18], by: new Set([0]) });
  assert.deepEqual(await answersOf(jobs, 1), { doubles, by: new Set([0]) });
});

test('a job that throws, and one that ends its thread, are failures with the name of the job', async () => {
  await assert.rejects(answersOf([1, 7], 2), /^Error: job 7: not seven$/);
  await assert.rejects(answersOf([8], 2), /^Error: job 8: the thread ended$/);
  await assert.rejects(answersOf([1], 2, 'other'), /^Error: job 1: no work called other$/);
});
