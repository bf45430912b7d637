import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '@common/kit/log';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { createSequencer } from '@platform/authority/jobs/sequencer';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { growLog } from '@platform/authority/use-cases/grow-log';
import {
  type AskDeps,
  askWitness,
  rollbackSeen,
  type Witness,
  type WitnessAnswer,
} from '@platform/authority/witnesses/ask-witness';
import { createWitnessJob } from '@platform/authority/witnesses/witnesses.job';
import { createWitnessMemory } from '@platform/authority/witnesses/witnesses.sql';
import { leafHash, verifyConsistency } from '@platform/proof/merkle/tree';
import { nodeCrypto } from '@platform/proof/node';
import { parseCheckpoint } from '@platform/proof/note/checkpoint';
import { KEY_TYPES } from '@platform/proof/note/note-key';
import { formatSignatureLine, parseNote } from '@platform/proof/note/signed-note';
import { cosign, type NoteSigner, noteSigner } from '@platform/proof/testing/note-signer';
import { type Deployment, openDeployment } from '../support/deployment.ts';

const ANA = noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner);
const WITNESS: Witness = { name: 'ana', key: ANA.key, url: 'https://witness.example' };

interface Asking {
  readonly d: Deployment;
  readonly deps: AskDeps;
  /** Bodies that were sent. */
  readonly sent: string[];
  /** Answers to the next requests, instead of the witness’s own. */
  readonly next: WitnessAnswer[];
  /** What the witness has signed last. */
  readonly witness: { size: number; root: string };
  grow(count: number): Promise<void>;
  shown(): Promise<string>;
}

/** An authority’s log, and a witness that keeps to the protocol unless a test says otherwise. */
async function withLog(work: (asking: Asking) => Promise<void>): Promise<void> {
  const d = await openDeployment();
  const opened = await openMigrated<AuthoritySchema>('TEST', 'sqlite::memory:', MIGRATIONS);
  assert.ok(opened.ok);
  const sent: string[] = [];
  const next: WitnessAnswer[] = [];
  const witness = { size: 0, root: '' };
  let leaves = 0;
  try {
    await work({
      ...{ d, sent, next, witness },
      deps: {
        ...d.deps,
        memory: createWitnessMemory(opened.value),
        async addCheckpoint(url, body) {
          assert.equal(url, WITNESS.url);
          sent.push(body);
          return next.shift() ?? answerOf(witness, body);
        },
      },
      async grow(count) {
        const added = Array.from({ length: count }, () => {
          leaves += 1;
          return leafHash(nodeCrypto, Buffer.from(`leaf ${leaves}`));
        });
        await d.deps.store.atomically((unit) => growLog(d.deps, unit, added));
      },
      shown: async () => (await d.app.inject({ url: '/checkpoint' })).body,
    });
  } finally {
    await d.close();
    await opened.value.close();
  }
}

/** C2SP tlog-witness, for bodies that are well-formed. */
function answerOf(witness: { size: number; root: string }, body: string): WitnessAnswer {
  const end = body.indexOf('\n\n');
  const [old = '', ...hashes] = body.slice(0, end).split('\n');
  const note = parseNote(body.slice(end + 2));
  assert.ok(note.ok);
  const checkpoint = parseCheckpoint(note.value.text);
  assert.ok(checkpoint.ok);
  const { size, root } = checkpoint.value;
  if (old !== `old ${witness.size}`) return answered(409, `${witness.size}\n`);
  const proof = hashes.map((hash) => Buffer.from(hash, 'base64').toString('hex'));
  const claim = { from: witness.size, to: size, fromRoot: witness.root, toRoot: root, proof };
  const continues = witness.size === 0 ? proof.length === 0 : verifyConsistency(nodeCrypto, claim);
  if (!continues) return answered(422, 'no');
  Object.assign(witness, { size, root });
  return answered(200, lineBy(ANA, note.value.text));
}

const answered = (status: number, text: string): WitnessAnswer => ({ kind: 'answered', status, text });
const lineBy = (signer: NoteSigner, text: string, timeS = 1_800_000_000) =>
  formatSignatureLine(cosign(signer, text, timeS));
const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1);

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
  withLog(async ({ deps, next, grow }) => {
    await grow(3);
    next.push(answered(409, '4\n'));
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
    await grow(5);
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
  withLog(async ({ deps, sent, next, grow }) => {
    const job = createWitnessJob({
      ...{ deps, witnesses: [WITNESS], clock: Date.now, pollMs: 1_000_000, firstLookMs: 60_000 },
      log: createLog({ level: 'silent' }),
    });
    await grow(3);
    next.push(answered(409, '4\n'));
    job.start();
    assert.match((await job.refusal()) ?? '', /has seen 4 entries/);
    assert.equal(sent.length, 1);
    await grow(1);
    assert.equal(await job.refusal(), null);
    await job.stop();
  }));

test('before the start no receipt is made, and who asks waits for the first look', () =>
  withLog(async ({ d, deps, next, grow }) => {
    const job = createWitnessJob({
      ...{ deps, witnesses: [WITNESS], clock: Date.now, pollMs: 1_000_000, firstLookMs: 60_000 },
      log: createLog({ level: 'silent' }),
    });
    let rounds = 0;
    const sequencer = createSequencer({
      ...{ deps: d.deps, writeReceiptFiles: async () => {}, intervalMs: 1_000_000 },
      onError: assert.ifError,
      refusal: async () => {
        rounds += 1;
        return job.refusal();
      },
    });
    await grow(3);
    next.push(answered(409, '4\n'));
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
      log: createLog({ level: 'silent' }),
    });
    const asked = job.refusal();
    await job.stop();
    assert.equal(await asked, null);
  }));
