import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createJobWatch } from '@common/kit/jobs';
import { createLog } from '@common/kit/log';
import { askWitness, rollbackSeen } from '@platform/authority/witnesses/ask-witness';
import type { WitnessAnswer } from '@platform/authority/witnesses/judge-claim';
import { createWitnessJob } from '@platform/authority/witnesses/witnesses.job';
import { ANA, answered, lineBy, textOf, WITNESS, withLog } from '../support/witnessed-log.ts';

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
      ...{ deps, witnesses: [WITNESS], clock: () => nowMs, pollMs: 5, firstLookMs: 60_000 },
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
