import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '../../src/objects/receipt.ts';
import { LIES } from '../verify/hostile/lies.ts';
import { seeded } from '../verify/hostile/random.ts';
import { draftOf, FORGERIES, resign } from '../verify/hostile/resign.ts';
import { tell } from '../verify/story.ts';
import { MADE } from './made-disputes.ts';
import { fileAbout, judged, listOf } from './made-files.ts';
import { OMISSIONS } from './stolen-disputes.ts';

/** The operator’s keys. The gateway has none, and the log’s own signs checkpoints, which no dispute rests on. */
const KEYS = ['authority', 'pep', 'service'] as const;

/** Every how many forgeries one is judged: all of them in the long search. */
const EVERY = Number(process.env.EVERY_FORGERY ?? 29);

const PROVEN: readonly string[] = ['outside', 'failed'];

/** Payments that were made, and are outside what the person signed. */
const OUTSIDE = Object.entries(MADE).filter(
  ([, [{ receipt, ground }, answer]]) =>
    answer === 'outside' && ground !== 'performance' && (receipt as Receipt).what.outcome === 'executed',
);

test('no single key of the operator turns a payment from outside to inside, whatever it signs anew', () => {
  assert.ok(OUTSIDE.length >= 20);
  const answers = new Map<string, number>();
  let number = 0;
  for (const [name, [file]] of OUTSIDE) {
    for (const [lie, change] of Object.entries(LIES)) {
      for (const key of KEYS) {
        for (const forgery of FORGERIES) {
          number += 1;
          if (number % EVERY !== 0) continue;
          const draft = draftOf(file.receipt as Receipt);
          change(draft, seeded(number));
          const receipt = resign(draft, { held: [key], forgery, careful: true });
          const { answer } = judged({ ...file, receipt });
          // Who holds the enforcement point’s key can say that it sent nothing, and no more than say it.
          const possible = receipt.what.outcome === 'executed' ? PROVEN : [...PROVEN, 'refused'];
          assert.ok(possible.includes(answer), `${name}, ${lie}, ${key} ${forgery}: ${answer}`);
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
        }
      }
    }
  }
  assert.ok((answers.get('failed') ?? 0) > 0);
});

test('nor do all of them together, while the rules, the approver and the bank are not theirs', () => {
  for (const [name, [file]] of OUTSIDE) {
    const draft = draftOf(file.receipt as Receipt);
    draft.why.decision.detail = 'as the principal wished';
    const receipt = resign(draft, { held: [...KEYS], forgery: 'leave', careful: true });
    assert.match(judged({ ...file, receipt }).answer, /^(outside|failed)$/, name);
  }
});

for (const [what, [receipt, beside, keys]] of Object.entries(OMISSIONS)) {
  test(`without ${what}, a payment is not inside`, () => {
    assert.notEqual(judged(fileAbout(receipt, beside), keys).answer, 'inside');
  });
}

test('the word of the enforcement point alone that something was done decides nothing', () => {
  const receipt = tell({ outcome: 'refused' });
  const file = fileAbout(receipt, { ground: 'performance', movements: [listOf(receipt, ['250'])] });
  assert.notEqual(judged(file).answer, 'inside');
});
