import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { addBody, memoryLog } from '@platform/core/testing/memory-log';
import { grown, openLimited, openWitness, type Witness } from './opened-witness.ts';

const ORIGIN = 'log.example/receipts';

/** The witness's own figures, by what stands between the braces. */
async function figures({ app }: Witness, name: string): Promise<Readonly<Record<string, number>>> {
  const { payload } = await app.inject('/metrics');
  const lines = payload.matchAll(new RegExp(`^witness_${name}\\{(.*)\\} (\\S+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels, value]) => [labels, Number(value)]));
}

test('counts answers by status, and by the log only where that is admitted', async () => {
  const log = grown(3);
  await using witness = await openWitness(log);
  const of = (status: number, origin = ORIGIN) => `log="${origin}",status="${status}"`;
  assert.deepEqual(await figures(witness, 'answers_total'), { [of(200)]: 0 });
  await witness.add(addBody(0, [], log.checkpoint(2)));
  await witness.add(addBody(0, [], log.checkpoint(3)));
  await witness.add(addBody(2, [], log.checkpoint(3)));
  await witness.add(addBody(0, [], memoryLog(nodeCrypto, ORIGIN, 'a thief').checkpoint()));
  await witness.add(addBody(5, [], log.checkpoint(3)));
  for (const stranger of ['one.example', 'two.example'])
    await witness.add(addBody(0, [], memoryLog(nodeCrypto, stranger).checkpoint()));
  await witness.add('old 0\n');
  await witness.add(`old 0\n\n${log.checkpoint()}${'x'.repeat(65_536)}`);
  assert.deepEqual(await figures(witness, 'answers_total'), {
    [of(200)]: 1,
    [of(409)]: 1,
    [of(422)]: 1,
    [of(403)]: 1,
    [of(400)]: 1,
    [of(404, '')]: 2,
    [of(400, '')]: 1,
    [of(413, '')]: 1,
  });
});

test('counts what is refused before it is read', async () => {
  await using witness = await openLimited({ addresses: 1, growth: 9 }, grown(1));
  for (let times = 0; times < 2; times += 1) await witness.add('old 0\n');
  const { 'log="",status="429"': refused } = await figures(witness, 'answers_total');
  assert.equal(refused, 1);
});

test('tells what was cosigned last of each log, and since when', async () => {
  const [log, other] = [grown(4), memoryLog(nodeCrypto, 'other.example')];
  await using witness = await openWitness(log, other);
  witness.at.ms += 60_000;
  await witness.add(addBody(0, [], log.checkpoint(4)));
  witness.at.ms += 30_000;
  const of = (value: number, others: number) => ({
    [`log="${ORIGIN}"`]: value,
    'log="other.example"': others,
  });
  assert.deepEqual(await figures(witness, 'cosigned_size'), of(4, 0));
  assert.deepEqual(await figures(witness, 'cosigned_age_seconds'), of(30, 90));
});

test('two roots of one size are counted, whatever the answer was', async () => {
  const [log, other] = [memoryLog(nodeCrypto), memoryLog(nodeCrypto)];
  log.append('one', 'two', 'three');
  other.append('one', 'another', 'three');
  await using witness = await openWitness(log);
  await witness.add(addBody(0, [], log.checkpoint(2)));
  // A proof that shows nothing is no evidence: anybody can send it.
  assert.equal((await witness.add(addBody(2, [], log.checkpoint(3))))[0], 422);
  assert.equal((await witness.add(addBody(0, [], log.checkpoint(3))))[0], 409);
  assert.deepEqual(await figures(witness, 'conflicting_roots_total'), { [`log="${ORIGIN}"`]: 0 });
  assert.equal((await witness.add(addBody(2, [], other.checkpoint(2))))[0], 422);
  assert.equal((await witness.add(addBody(1, [], other.checkpoint(2))))[0], 409);
  assert.deepEqual(await figures(witness, 'conflicting_roots_total'), { [`log="${ORIGIN}"`]: 2 });
});

test('after two roots of one size, a look at /readyz tells, and names no log', async () => {
  const [log, other] = [memoryLog(nodeCrypto), memoryLog(nodeCrypto)];
  log.append('one');
  other.append('another');
  await using witness = await openWitness(log);
  await witness.add(addBody(0, [], log.checkpoint()));
  await witness.add(addBody(0, [], other.checkpoint()));
  const { statusCode, payload } = await witness.app.inject('/readyz');
  assert.equal(statusCode, 200);
  assert.match(payload, /"logs":\{"state":"warn","message":"A log has signed two roots of one size/);
  assert.doesNotMatch(payload, new RegExp(ORIGIN));
});
