import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJobWatch } from '@common/kit/jobs';
import { createLog } from '@common/kit/log';
import { createSequencer } from '@platform/authority/jobs/sequencer';
import { askWitness, rollbackSeen } from '@platform/authority/witnesses/ask-witness';
import { createWitnessJob } from '@platform/authority/witnesses/witnesses.job';
import { nodeCrypto } from '@platform/proof/node';
import { KEY_TYPES } from '@platform/proof/note/note-key';
import { noteSigner } from '@platform/proof/testing/note-signer';
import { ANA, answered, lineBy, textOf, WITNESS, withLog } from '../support/witnessed-log.ts';

test('has each checkpoint cosigned, with a proof from the one before', () =>
  withLog(async ({ deps, sent, grow, shown }) => {
    assert.deepEqual(await askWitness(deps, WITNESS), { kind: 'idle' });
    let old = 0;
    for (const size of [1, 5, 300]) {
      await grow(size - old);
      const bare = await shown();
      assert.deepEqual(await askWitness(deps, WITNESS), { kind: 'cosigned', size });
      assert.equal(await shown(), bare + lineBy(ANA, textOf(bare)));
      assert.ok(sent.at(-1)?.startsWith(`old ${old}\n`));
      assert.ok(sent.at(-1)?.endsWith(`\n\n${bare}`), 'only the log’s own line is sent');
      assert.deepEqual(await askWitness(deps, WITNESS), { kind: 'idle' });
      old = size;
    }
    assert.equal(sent.length, 3);
    // At a start it asks what the witness has seen, although everything is signed.
    assert.deepEqual(await askWitness(deps, WITNESS, true), { kind: 'cosigned', size: 300 });
  }));

test('goes on from the size that a witness names', () =>
  withLog(async ({ deps, sent, witness, grow }) => {
    await grow(7);
    await askWitness(deps, WITNESS);
    await grow(2);
    // The witness was restored from a backup: it knows less, and says so.
    Object.assign(witness, { size: 0, root: '' });
    assert.deepEqual(await askWitness(deps, WITNESS), { kind: 'cosigned', size: 9 });
    assert.deepEqual(
      sent.slice(1).map((body) => body.split('\n')[0]),
      ['old 7', 'old 0'],
    );
  }));

test('a witness that has seen more stops the log, and is named', () =>
  withLog(async ({ deps, next, shows, signed, grow }) => {
    await grow(3);
    next.push(answered(409, '4\n'));
    shows.note = await signed(4, 'ab'.repeat(32));
    const asked = await askWitness(deps, WITNESS);
    assert.equal(asked.kind, 'ahead');
    const message = await rollbackSeen(deps, [WITNESS]);
    assert.match(
      message ?? '',
      /^The witness ana \(https:\/\/witness\.example\) has seen 4 entries .* has 3:/,
    );
    // Only as long as it is asked, and only until the log is that long.
    assert.equal(await rollbackSeen(deps, []), null);
    await grow(1);
    assert.equal(await rollbackSeen(deps, [WITNESS]), null);
  }));

test('believes a witness’s lines only over our own checkpoint', () =>
  withLog(async ({ deps, next, grow, shown }) => {
    await grow(2);
    const bare = await shown();
    const thief = noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner, 'a thief');
    const posing = { key: ANA.key, sign: thief.sign };
    for (const lines of [
      '',
      'nonsense',
      'nonsense\n',
      lineBy(ANA, textOf(bare).replace('\n2\n', '\n3\n')),
      lineBy(thief, textOf(bare)),
      lineBy(posing, textOf(bare)),
      lineBy(ANA, textOf(bare)).slice(0, -1),
      `\n${lineBy(ANA, textOf(bare))}`,
    ]) {
      next.push(answered(200, lines));
      const asked = await askWitness(deps, WITNESS);
      assert.equal(asked.kind, 'failed', JSON.stringify(lines));
      assert.equal(await shown(), bare);
    }
    // Of several by its key, the newest that holds; others’ are not kept.
    const [older, newer] = [lineBy(ANA, textOf(bare), 5), lineBy(ANA, textOf(bare), 6)];
    next.push(answered(200, newer + older + lineBy(thief, textOf(bare)) + lineBy(posing, textOf(bare))));
    assert.equal((await askWitness(deps, WITNESS)).kind, 'cosigned');
    assert.equal(await shown(), bare + newer);
  }));

test('gives up for now after three other sizes, and on any other refusal', () =>
  withLog(async ({ deps, sent, next, grow }) => {
    for (const _ of [1, 2, 3, 4, 5]) await grow(1);
    next.push(answered(409, '1\n'), answered(409, '2\n'), answered(409, '3\n'));
    assert.deepEqual(await askWitness(deps, WITNESS), {
      kind: 'failed',
      message: 'it answered 3 times with another size',
    });
    assert.equal(sent.length, 3);
    for (const [answer, message] of [
      [answered(422, ''), /does not accept that checkpoint 5 continues/],
      [answered(404, ''), /answered 404/],
      [answered(409, 'five\n'), /answered 409/],
      [answered(409, '3'), /answered 409/],
      [answered(409, '3\n'), /answered 409/],
      [{ kind: 'unanswered', message: 'ECONNREFUSED' }, /ECONNREFUSED/],
    ] as const) {
      next.push(answer);
      const asked = await askWitness(deps, WITNESS);
      assert.ok(asked.kind === 'failed');
      assert.match(asked.message, message);
    }
    assert.deepEqual(await askWitness(deps, WITNESS), { kind: 'cosigned', size: 5 });
  }));

test('the job says why the log must not grow, and asks nobody then', () =>
  withLog(async ({ deps, sent, next, shows, signed, grow }) => {
    const job = createWitnessJob({
      ...{ deps, witnesses: [WITNESS], clock: Date.now, pollMs: 1_000_000, firstLookMs: 60_000 },
      jobs: createJobWatch(),
      log: createLog({ level: 'silent' }),
    });
    await grow(3);
    next.push(answered(409, '4\n'));
    shows.note = await signed(4, 'ab'.repeat(32));
    job.start();
    assert.match((await job.refusal()) ?? '', /has seen 4 entries/);
    assert.equal(sent.length, 1);
    await grow(1);
    assert.equal(await job.refusal(), null);
    await job.stop();
  }));

test('before the start no receipt is made, and who asks waits for the first look', () =>
  withLog(async ({ d, deps, next, shows, signed, grow }) => {
    const job = createWitnessJob({
      ...{ deps, witnesses: [WITNESS], clock: Date.now, pollMs: 1_000_000, firstLookMs: 60_000 },
      jobs: createJobWatch(),
      log: createLog({ level: 'silent' }),
    });
    let rounds = 0;
    const sequencer = createSequencer({
      ...{ deps: d.deps, writeReceiptFiles: async () => {}, intervalMs: 1_000_000 },
      jobs: createJobWatch(),
      onError: assert.ifError,
      refusal: async () => {
        rounds += 1;
        return job.refusal();
      },
    });
    await grow(3);
    next.push(answered(409, '4\n'));
    shows.note = await signed(4, 'ab'.repeat(32));
    const early = job.refusal();
    sequencer.wake();
    await sequencer.settled();
    // A look at the database, so that one that does not wait has been.
    for (const _ of [1, 2]) assert.equal(await rollbackSeen(deps, [WITNESS]), null);
    assert.equal(rounds, 0);
    job.start();
    sequencer.start();
    assert.match((await early) ?? '', /has seen 4 entries/);
    await sequencer.settled();
    assert.equal(rounds, 1);
    await sequencer.stop();
    await job.stop();
  }));

test('a job that is stopped before its start keeps nobody waiting', () =>
  withLog(async ({ deps }) => {
    const job = createWitnessJob({
      ...{ deps, witnesses: [WITNESS], clock: Date.now, pollMs: 1_000_000, firstLookMs: 60_000 },
      jobs: createJobWatch(),
      log: createLog({ level: 'silent' }),
    });
    const asked = job.refusal();
    await job.stop();
    assert.equal(await asked, null);
  }));
