import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersInOrder } from '@common/base/in-order';

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

test('answers come in the order of the jobs, however long each takes, and each hand has one job at a time', async () => {
  const busy = [0, 0, 0];
  const hands = busy.map((_, own) => async (job: number) => {
    busy[own] = (busy[own] ?? 0) + 1;
    assert.equal(busy[own], 1);
    for (let turns = (job * 7) % 5; turns > 0; turns -= 1) await Promise.resolve();
    busy[own] = 0;
    return -job;
  });
  const jobs = Array.from({ length: 50 }, (_, job) => job);
  assert.deepEqual(
    await collect(answersInOrder(jobs, hands, 8)),
    jobs.map((job) => -job),
  );
});

test('no more jobs are begun than the caller may leave untaken', async () => {
  let begun = 0;
  let taken = 0;
  const hand = (job: number) => {
    begun += 1;
    assert.ok(begun - taken <= 4, `${begun} begun, ${taken} taken`);
    return job;
  };
  for await (const _ of answersInOrder(Array(20).keys(), [hand, hand], 4)) {
    await Promise.resolve();
    taken += 1;
  }
  assert.deepEqual([begun, taken], [20, 20]);
});

test('a failure comes in its turn, and no job is begun after it', async () => {
  const done: number[] = [];
  const hand = (job: number) => {
    if (job === 2) throw new Error('job 2');
    done.push(job);
    return job;
  };
  const taken: number[] = [];
  await assert.rejects(async () => {
    for await (const answer of answersInOrder([0, 1, 2, 3, 4, 5, 6], [hand], 2)) taken.push(answer);
  }, /job 2/);
  assert.deepEqual(taken, [0, 1]);
  assert.deepEqual(done, [0, 1, 3]);
});
