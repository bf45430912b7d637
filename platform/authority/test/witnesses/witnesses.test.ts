import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { nodeCrypto } from '@common/evidence/node';
import { createJobWatch } from '@common/kit/jobs';
import { createLog } from '@common/kit/telemetry/log';
import { withTempDir } from '@common/kit/testing';
import { createSequencer } from '@platform/authority/jobs/sequencer';
import { askWitness, rollbackSeen } from '@platform/authority/witnesses/ask-witness';
import type { Witness, WitnessAnswer } from '@platform/authority/witnesses/judge-claim';
import { readWitnesses } from '@platform/authority/witnesses/open-witnesses';
import { readLags } from '@platform/authority/witnesses/witness-lag';
import { createWitnessJob } from '@platform/authority/witnesses/witnesses.job';
import { formatNoteKey, KEY_TYPES } from '@platform/core/log/note/note-key';
import { noteSigner } from '@platform/core/testing/note-signer';
import { onBothEngines } from '../support/engines.ts';
import { ANA, answered, lineBy, textOf, WITNESS, withLog } from '../support/witnessed-log.ts';

test('LOG_WITNESSES is a policy whose witnesses have addresses, or is refused', () =>
  withTempDir(async (folder) => {
    const file = join(folder, 'witnesses.policy');
    const { key } = noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner);
    const line = `witness ana ${formatNoteKey(key)}`;
    const read = async (text: string) => {
      await writeFile(file, text);
      const witnesses = await readWitnesses(file);
      return witnesses.ok ? witnesses.value.witnesses : witnesses.error.message;
    };
    assert.deepEqual(await readWitnesses(undefined), { ok: true, value: { witnesses: [], quorum: null } });
    const url = 'https://witness.example/w';
    assert.deepEqual(await read(`${line} ${url}\nquorum ana\n`), [{ name: 'ana', key, url }]);
    for (const bad of [
      '',
      'ftp://witness.example',
      'https://a:b@witness.example',
      'https://w.example/?a=b',
    ]) {
      assert.match(String(await read(`${line} ${bad}\nquorum ana\n`)), /LOG_WITNESSES: /, bad);
    }
    assert.match(String(await read(`${line}\nquorum ana\n`)), /the witness ana needs its address/);
    assert.match(String(await read('nonsense\n')), /LOG_WITNESSES: .* Line 1: /);
    const missing = await readWitnesses(join(folder, 'none'));
    assert.match(missing.ok ? '' : missing.error.message, /LOG_WITNESSES: .*none cannot be read/);
  }));

const BOB: Witness = {
  name: 'bob',
  url: 'https://bob.example',
  key: noteSigner(nodeCrypto, 'bob.example', KEY_TYPES.cosigner).key,
};
const BOTH = { threshold: 2, members: ['ana', 'bob'] };

// This runs every statement of `createWitnessMemory`.
onBothEngines('a lag', {
  'begins with the first head that was not cosigned, and ends with the newest': (d) =>
    withLog(async ({ deps, grow, cosignAs }) => {
      const lags = (quorum: typeof BOTH | null = BOTH) =>
        readLags({ ...deps, clock: d.deps.clock }, { witnesses: [WITNESS, BOB], quorum });
      assert.deepEqual(await lags(), { lags: {}, quorum: 0 }, 'before the first head');
      await grow(1);
      d.advance(60);
      assert.deepEqual(await lags(), { lags: { ana: 60, bob: 60 }, quorum: 60 });
      await askWitness(deps, WITNESS);
      assert.deepEqual(await lags(), { lags: { ana: 0, bob: 60 }, quorum: 60 });
      await cosignAs(BOB.key);
      assert.deepEqual(await lags(), { lags: { ana: 0, bob: 0 }, quorum: 0 });
      await grow(1);
      d.advance(5);
      await grow(1);
      d.advance(5);
      await cosignAs(BOB.key);
      assert.deepEqual(await lags(), { lags: { ana: 10, bob: 0 }, quorum: 10 });
      await askWitness(deps, WITNESS);
      assert.deepEqual(await lags(), { lags: { ana: 0, bob: 0 }, quorum: 0 });
      await grow(1);
      d.advance(7);
      assert.deepEqual(await lags(null), { lags: { ana: 7, bob: 7 }, quorum: 0 }, 'the own word is enough');
    }, d),
});

test('a witness that only says what it has signed is late all the same', () =>
  withLog(async ({ d, deps, next, grow }) => {
    await grow(1);
    await grow(1);
    d.advance(9);
    next.push({ kind: 'answered', status: 409, text: '2\n' }, { kind: 'answered', status: 503, text: '' });
    assert.equal((await askWitness(deps, WITNESS)).kind, 'failed');
    assert.deepEqual(
      (await readLags({ ...deps, clock: d.deps.clock }, { witnesses: [WITNESS], quorum: null })).lags,
      {
        ana: 9,
      },
    );
  }));

const OTHER_ROOT = 'ab'.repeat(32);

test('a size that this log never published is an alarm, and neither stops it nor is taken over', () =>
  withLog(async ({ deps, sent, next, shows, signed, grow, shown }) => {
    await grow(3);
    assert.equal((await askWitness(deps, WITNESS)).kind, 'cosigned');
    await grow(4);
    const bare = await shown();
    const forged = (await signed(9, OTHER_ROOT)).replace(/ [^ ]+\n$/, ` ${'A'.repeat(91)}=\n`);
    for (const [claimed, note] of [
      [9, null],
      [Number.MAX_SAFE_INTEGER, null],
      // Below the log's size, and never its size.
      [5, null],
      [9, 'nonsense'],
      [9, forged],
      // Signed by the witness alone, or a head that was published long ago.
      [9, `${textOf(forged)}\n${lineBy(ANA, textOf(forged))}`],
      [9, bare],
    ] as const) {
      shows.note = note;
      next.push(answered(409, `${claimed}\n`));
      const asked = await askWitness(deps, WITNESS);
      assert.ok(asked.kind === 'alarm', `${claimed} ${note}`);
      assert.match(
        asked.message,
        new RegExp(`^The witness ana .* has signed ${claimed} entries .* \\(its newest has 7\\)`),
      );
      assert.match(asked.message, /a fork, or a lie/);
      assert.equal(asked.evidence.shown, note === bare ? bare : null);
      assert.equal(await rollbackSeen(deps, [WITNESS]), null);
      assert.ok(sent.at(-1)?.startsWith('old 3\n'), 'the proof begins where it did');
    }
    // It comes to its senses.
    assert.deepEqual(await askWitness(deps, WITNESS), { kind: 'cosigned', size: 7 });
  }));

test('goes on from a head that is not kept here, if the witness shows that it is this log’s', () =>
  withLog(async ({ d, deps, sent, witness, shows, signed, grow }) => {
    // What a restored log does not know any more: a head of 5 entries.
    await grow(5);
    const { root_hash: root } = (await d.deps.store.treeHead(5))?.tree_head ?? { root_hash: '' };
    const lost = await signed(5, root);
    await grow(2);
    d.deps.store.checkpoint = withoutCheckpoint(d.deps.store.checkpoint, 5);
    shows.note = lost;
    Object.assign(witness, { size: 5, root });
    assert.deepEqual(await askWitness(deps, WITNESS), { kind: 'cosigned', size: 7 });
    assert.ok(sent.at(-1)?.startsWith('old 5\n'));
  }));

function withoutCheckpoint<Found>(
  read: (origin: string, size: number | null) => Promise<Found | null>,
  lost: number,
) {
  return async (origin: string, size: number | null) => (size === lost ? null : read(origin, size));
}

test('two histories under the log’s signature are an alarm with both, after 409 and after 422', () =>
  withLog(async ({ deps, next, shows, signed, grow, shown }) => {
    await grow(3);
    const ours = await shown();
    await grow(1);
    shows.note = await signed(3, OTHER_ROOT);
    const lies: readonly WitnessAnswer[] = [answered(409, '2\n'), answered(422, '')];
    for (const answer of lies) {
      next.push(answer);
      const asked = await askWitness(deps, WITNESS);
      assert.ok(asked.kind === 'alarm');
      assert.match(asked.message, /shows a checkpoint of 3 entries .* the log forked/);
      assert.deepEqual(asked.evidence, { shown: shows.note, ours });
      assert.equal(await rollbackSeen(deps, [WITNESS]), null, 'it has forked already');
    }
    // A refusal together with more than there is: rolled back.
    shows.note = await signed(9, OTHER_ROOT);
    next.push(answered(422, ''));
    assert.equal((await askWitness(deps, WITNESS)).kind, 'ahead');
    assert.match((await rollbackSeen(deps, [WITNESS])) ?? '', /has seen 9 entries/);
  }));

test('the job tells an alarm once, with both checkpoints, and waits longer each time', () =>
  withLog(async ({ deps, sent, next, grow }) => {
    const lines: string[] = [];
    let nowMs = 0;
    const job = createWitnessJob({
      deps,
      witnesses: [WITNESS],
      clock: () => nowMs,
      pollMs: 5,
      firstLookMs: 60_000,
      jobs: createJobWatch(),
      log: createLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } }),
    });
    await grow(3);
    for (const _ of [1, 2]) next.push(answered(409, '4\n'));
    job.start();
    assert.equal(await job.refusal(), null);
    assert.equal(sent.length, 1);
    nowMs += 10;
    while (sent.length < 2) await setTimeout(1);
    await job.stop();
    assert.equal(lines.filter((line) => line.includes('a fork, or a lie')).length, 1);
    const told = JSON.parse(lines[0] ?? '');
    assert.equal(told.witness, 'ana');
    assert.equal(told.shown, null);
    assert.match(told.ours, /\n3\n/);
  }));

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
      deps,
      witnesses: [WITNESS],
      clock: Date.now,
      pollMs: 1_000_000,
      firstLookMs: 60_000,
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
      deps,
      witnesses: [WITNESS],
      clock: Date.now,
      pollMs: 1_000_000,
      firstLookMs: 60_000,
      jobs: createJobWatch(),
      log: createLog({ level: 'silent' }),
    });
    let rounds = 0;
    const sequencer = createSequencer({
      deps: d.deps,
      writeReceiptFiles: async () => {},
      intervalMs: 1_000_000,
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
    assert.ok(rounds > 0);
    await sequencer.stop();
    await job.stop();
  }));

test('a job that is stopped before its start keeps nobody waiting', () =>
  withLog(async ({ deps }) => {
    const job = createWitnessJob({
      deps,
      witnesses: [WITNESS],
      clock: Date.now,
      pollMs: 1_000_000,
      firstLookMs: 60_000,
      jobs: createJobWatch(),
      log: createLog({ level: 'silent' }),
    });
    const asked = job.refusal();
    await job.stop();
    assert.equal(await asked, null);
  }));
