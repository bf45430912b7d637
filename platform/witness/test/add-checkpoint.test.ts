import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openCheckpoint } from '@platform/core/log/note/checkpoint';
import { readCosignature } from '@platform/core/log/note/cosignature';
import { addBody, type MemoryLog, memoryLog, signedTwice } from '@platform/core/testing/memory-log';
import { grown, NOW_MS, openLimited, openWitness, type Witness } from './opened-witness.ts';

/** The time in the witness's line, which must verify over that checkpoint. */
function timeOf(witness: Witness, log: MemoryLog, checkpoint: string, lines: string): number {
  const opened = openCheckpoint(nodeCrypto, `${checkpoint}${lines}`, log.key);
  assert.ok(opened.ok);
  const cosigned = readCosignature(nodeCrypto, opened.value, witness.key);
  assert.equal(cosigned.state, 'valid');
  return cosigned.state === 'valid' ? cosigned.timeS : 0;
}

test('cosigns the first checkpoint and each that continues it', async () => {
  const log = grown(300);
  await using witness = await openWitness(log);
  let old = 0;
  for (const size of [1, 2, 7, 256, 257, 300]) {
    const checkpoint = log.checkpoint(size);
    const proof = old === 0 ? [] : log.proof(old, size);
    const [status, type, lines] = await witness.add(addBody(old, proof, checkpoint));
    assert.equal(status, 200, lines);
    assert.match(type, /^text\/plain/);
    assert.match(lines, /^— witness\.example\/ana [A-Za-z0-9+/=]+\n$/);
    assert.equal(timeOf(witness, log, checkpoint, lines), NOW_MS / 1_000);
    assert.deepEqual(await witness.shown('log.example/receipts'), [200, `${checkpoint}${lines}`]);
    old = size;
  }
});

/** The same log under another key of one origin. */
const rekeyed = (log: MemoryLog): MemoryLog => {
  const fresh = memoryLog(nodeCrypto, log.key.name, 'new');
  fresh.append(...log.entries);
  return fresh;
};

test('cosigns while a log signs with two keys, whichever of them is known, and shows the lines that are', async () => {
  const log = grown(4);
  const fresh = rekeyed(log);
  const both = signedTwice(log.checkpoint(), fresh.checkpoint());
  for (const [known, kept] of [
    [[log], log.checkpoint()],
    [[fresh], fresh.checkpoint()],
    [[log, fresh], both],
    [[fresh, log], both],
  ] as const) {
    await using witness = await openWitness(...known);
    const [status, , lines] = await witness.add(addBody(0, [], both));
    assert.equal(status, 200, lines);
    for (const { key } of [log, fresh]) {
      const opened = openCheckpoint(nodeCrypto, `${both}${lines}`, key);
      assert.ok(opened.ok && readCosignature(nodeCrypto, opened.value, witness.key).state === 'valid');
    }
    assert.deepEqual(await witness.shown('log.example/receipts'), [200, `${kept}${lines}`]);
  }
});

test('shows a note that can be read, however often the line of a key is repeated', async () => {
  const log = grown(4);
  const fresh = rekeyed(log);
  await using witness = await openWitness(log, fresh);
  const both = signedTwice(log.checkpoint(), fresh.checkpoint());
  const text = both.slice(0, both.indexOf('\n\n') + 2);
  const repeated = text + both.slice(text.length).repeat(32);
  const [status, , lines] = await witness.add(addBody(0, [], repeated));
  assert.equal(status, 200, lines);
  assert.deepEqual(await witness.shown('log.example/receipts'), [200, `${both}${lines}`]);
});

test('refuses a checkpoint of which a line under a key that is known fails, and one by a key that is not', async () => {
  const log = grown(4);
  const fresh = rekeyed(log);
  const broken = signedTwice(log.checkpoint(4), fresh.checkpoint(3));
  await using knowsBoth = await openWitness(log, fresh);
  assert.equal((await knowsBoth.add(addBody(0, [], broken)))[0], 403);
  await using knowsOld = await openWitness(log);
  const [status, , text] = await knowsOld.add(addBody(0, [], fresh.checkpoint()));
  assert.equal(status, 403);
  assert.match(text, /but with [0-9a-f]{8}: if the log has changed its key/);
  assert.equal((await knowsOld.add(addBody(0, [], broken)))[0], 200);
});

test('signs what it has signed already once more, with a new time', async () => {
  const log = grown(5);
  await using witness = await openWitness(log);
  const checkpoint = log.checkpoint();
  await witness.add(addBody(0, [], checkpoint));
  witness.at.ms += 60_000;
  const [status, , lines] = await witness.add(addBody(5, [], checkpoint));
  assert.equal(status, 200);
  assert.equal(timeOf(witness, log, checkpoint, lines), NOW_MS / 1_000 + 60);
  assert.deepEqual(await witness.shown('log.example/receipts'), [200, `${checkpoint}${lines}`]);
});

test('begins with an empty log, and goes on from there', async () => {
  const log = grown(3);
  await using witness = await openWitness(log);
  assert.equal((await witness.add(addBody(0, [], log.checkpoint(0))))[0], 200);
  assert.equal((await witness.add(addBody(0, [], log.checkpoint(0))))[0], 200);
  assert.equal((await witness.add(addBody(0, [], log.checkpoint(3))))[0], 200);
  assert.equal((await witness.add(addBody(0, [], log.checkpoint(3))))[0], 409);
});

test('answers another old size with the size that it has', async () => {
  const log = grown(9);
  await using witness = await openWitness(log);
  const wrong = addBody(4, log.proof(4, 9), log.checkpoint(9));
  assert.deepEqual(await witness.add(wrong), [409, 'text/x.tlog.size', '0\n']);
  await witness.add(addBody(0, [], log.checkpoint(7)));
  assert.deepEqual(await witness.add(wrong), [409, 'text/x.tlog.size', '7\n']);
  assert.equal((await witness.add(addBody(7, log.proof(7, 9), log.checkpoint(9))))[0], 200);
});

test('refuses a log that forked, and says which two notes show it', async () => {
  const [log, other] = [memoryLog(nodeCrypto), memoryLog(nodeCrypto)];
  for (let index = 0; index < 8; index += 1) {
    log.append(`entry ${index}`);
    other.append(index === 5 ? 'another' : `entry ${index}`);
  }
  await using witness = await openWitness(log);
  await witness.add(addBody(0, [], log.checkpoint(6)));
  const before = await witness.shown('log.example/receipts');
  // A longer one with a proof of its own, one of the same size, and one whose size is said to be another.
  assert.equal((await witness.add(addBody(6, other.proof(6, 8), other.checkpoint(8))))[0], 422);
  assert.deepEqual(witness.forks, []);
  assert.equal((await witness.add(addBody(6, [], other.checkpoint(6))))[0], 422);
  assert.equal((await witness.add(addBody(5, [], other.checkpoint(6))))[0], 409);
  assert.deepEqual(
    witness.forks.map(({ size, cosigned, shown }) => ({ size, cosigned, shown })),
    Array(2).fill({ size: 6, cosigned: before[1], shown: other.checkpoint(6) }),
  );
  assert.deepEqual(await witness.shown('log.example/receipts'), before);
});

test('refuses proofs that show nothing', async () => {
  const log = grown(8);
  await using witness = await openWitness(log);
  const [one] = log.proof(3, 8);
  assert.equal((await witness.add(addBody(0, [String(one)], log.checkpoint(3))))[0], 422);
  assert.equal((await witness.shown('log.example/receipts'))[0], 404);
  await witness.add(addBody(0, [], log.checkpoint(3)));
  const proof = log.proof(3, 8);
  for (const wrong of [[], proof.slice(1), [...proof, ...proof], proof.toReversed()]) {
    assert.equal((await witness.add(addBody(3, wrong, log.checkpoint(8))))[0], 422);
  }
  assert.equal((await witness.add(addBody(3, [String(one)], log.checkpoint(3))))[0], 422);
  assert.equal((await witness.add(addBody(3, proof, log.checkpoint(8))))[0], 200);
});

test('knows only the logs that were admitted, by their keys', async () => {
  const log = grown(2);
  const stranger = memoryLog(nodeCrypto, 'stranger.example');
  const thief = memoryLog(nodeCrypto, 'log.example/receipts', 'a thief');
  stranger.append('x');
  thief.append('x');
  await using witness = await openWitness(log);
  assert.equal((await witness.add(addBody(0, [], stranger.checkpoint())))[0], 404);
  assert.equal((await witness.add(addBody(0, [], thief.checkpoint())))[0], 403);
  const bytes = Buffer.from(log.checkpoint());
  const forged = log.checkpoint().replace(/\n2\n/, '\n1\n');
  assert.notEqual(forged, bytes.toString());
  assert.equal((await witness.add(addBody(0, [], forged)))[0], 403);
  assert.equal((await witness.shown('log.example/receipts'))[0], 404);
});

test('takes a log’s old and new key for the same log', async () => {
  const [before, after] = ['old', 'new'].map((seed) =>
    memoryLog(nodeCrypto, 'log.example/receipts', seed),
  ) as [MemoryLog, MemoryLog];
  for (const log of [before, after]) log.append('one', 'two');
  await using witness = await openWitness(before, after);
  assert.equal((await witness.add(addBody(0, [], before.checkpoint(1))))[0], 200);
  assert.equal((await witness.add(addBody(1, after.proof(1, 2), after.checkpoint(2))))[0], 200);
});

test('shows only the log’s own lines and its own, whatever else stood below the checkpoint', async () => {
  const log = grown(2);
  await using witness = await openWitness(log);
  const stranger = '— stranger.example AAAAAAAAAAAAAAAA\n';
  const [status, , lines] = await witness.add(addBody(0, [], `${log.checkpoint()}${stranger}`));
  assert.equal(status, 200);
  assert.deepEqual(await witness.shown('log.example/receipts'), [200, `${log.checkpoint()}${lines}`]);
});

test('refuses malformed bodies', async () => {
  const log = grown(4);
  await using witness = await openWitness(log);
  const checkpoint = log.checkpoint();
  const [hash = ''] = log.proof(3, 4);
  const base64 = Buffer.from(hash, 'hex').toString('base64');
  const bodies: readonly (string | Buffer)[] = [
    '',
    'old 0\n',
    checkpoint,
    addBody(5, [], checkpoint),
    `old 00\n\n${checkpoint}`,
    `old -1\n\n${checkpoint}`,
    `old +0\n\n${checkpoint}`,
    `old 0 \n\n${checkpoint}`,
    `old 0\r\n\r\n${checkpoint}`,
    `old 99999999999999999999\n\n${checkpoint}`,
    `\ufeffold 0\n\n${checkpoint}`,
    `old 0\n${base64.slice(0, -1)}\n\n${checkpoint}`,
    `old 0\n${base64.replace(/.=$/, 'B=')}\n\n${checkpoint}`,
    `old 0\n ${base64}\n\n${checkpoint}`,
    `old 0\n${base64.slice(4)}\n\n${checkpoint}`,
    addBody(0, Array(64).fill(hash), checkpoint),
    Buffer.concat([Buffer.from('old 0\n\n'), Buffer.from([0xff]), Buffer.from(checkpoint)]),
    addBody(0, [], checkpoint.slice(0, -1)),
    addBody(0, [], checkpoint.replace('\n4\n', '\n04\n')),
  ];
  for (const body of bodies) {
    const [status, , text] = await witness.add(body);
    assert.equal(status, 400, `${JSON.stringify(String(body))}: ${text}`);
  }
  assert.equal((await witness.add(`old 0\n\n${checkpoint}${'x'.repeat(65_536)}`))[0], 413);
  assert.equal((await witness.add(addBody(0, [], checkpoint)))[0], 200);
});

test('takes the body under whatever type a client gives it', async () => {
  const log = grown(1);
  await using witness = await openWitness(log);
  let old = 0;
  for (const type of ['text/plain', 'application/octet-stream', 'application/json', 'text/plain; x=y']) {
    const answer = await witness.app.inject({
      method: 'POST',
      url: '/add-checkpoint',
      headers: { 'content-type': type },
      payload: addBody(old, [], log.checkpoint()),
    });
    assert.equal(answer.statusCode, 200, type);
    old = 1;
  }
});

test('shows nothing of a log that it does not know', async () => {
  await using witness = await openWitness(grown(1));
  assert.equal((await witness.shown('log.example/receipts'))[0], 404);
  assert.equal((await witness.shown('stranger.example'))[0], 404);
  const answer = await witness.app.inject({ method: 'GET', url: '/ABC/checkpoint' });
  assert.equal(answer.statusCode, 422);
});

test('of many at once, one continues the log and the others learn its size', async () => {
  const [log, other] = [memoryLog(nodeCrypto), memoryLog(nodeCrypto)];
  for (let index = 0; index < 4; index += 1) {
    log.append(`entry ${index}`);
    other.append(`other ${index}`);
  }
  await using witness = await openWitness(log);
  const bodies = Array.from({ length: 20 }, (_, index) =>
    addBody(0, [], (index % 2 === 0 ? log : other).checkpoint(1 + (index % 4))),
  );
  const answers = await Promise.all(bodies.map((body) => witness.add(body)));
  assert.equal(answers.filter(([status]) => status === 200).length, 1);
  assert.equal(answers.filter(([status]) => status === 409).length, 19);
});

test('cosigns a log only so often, and what others repeat of it does not count', async () => {
  const log = grown(5);
  await using witness = await openLimited({ addresses: 1_000, growth: 2 }, log);
  assert.equal((await witness.add(addBody(0, [], log.checkpoint(1))))[0], 200);
  for (let times = 0; times < 3; times += 1) {
    // What the log has published, with a size that is not the last one; and again what is signed already.
    assert.equal((await witness.add(addBody(0, [], log.checkpoint(2))))[0], 409);
    assert.equal((await witness.add(addBody(1, [], log.checkpoint(1))))[0], 200);
  }
  assert.equal((await witness.add(addBody(1, log.proof(1, 2), log.checkpoint(2))))[0], 200);
  const [status, , text] = await witness.add(addBody(2, log.proof(2, 3), log.checkpoint(3)));
  assert.deepEqual([status, JSON.parse(text).detail.error], [429, 'too_many']);
  assert.equal(
    (await witness.add(addBody(2, [], log.checkpoint(2))))[0],
    200,
    'what is signed is signed again',
  );
});

test('answers one address only so often, but always those who watch it', async () => {
  await using witness = await openLimited({ addresses: 2, growth: 9 }, grown(1));
  const ask = (url: string, remoteAddress: string) =>
    witness.app.inject({ method: 'GET', url, remoteAddress });
  const path = `/${nodeCrypto.sha256('log.example/receipts')}/checkpoint`;
  for (let times = 0; times < 2; times += 1) assert.equal((await ask(path, '192.0.2.1')).statusCode, 404);
  const refused = await ask(path, '192.0.2.1');
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.equal(refused.json().detail.error, 'too_many_requests');
  assert.match(String(refused.headers['x-request-id']), /^req_/);
  assert.equal((await ask(path, '192.0.2.2')).statusCode, 404);
  for (const watched of ['/readyz', '/metrics', '/healthz'])
    assert.equal((await ask(watched, '192.0.2.1')).statusCode, 200, watched);
});
