import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Receipt } from '@platform/core/objects/receipt';
import { MAX_GIVEN_BYTES } from '@platform/core/verify/judge';
import { published, readPublished, run, temporaryFolder } from '../run.ts';

const PROGRAM = new URL('../../src/main.ts', import.meta.url);
/** Of receipts that one thread gets at once. */
const AT_ONCE = 50;
/** Enough for two threads, whose start is worth it. */
const OTHERS = 400;

/** Good receipts, changed ones, files that are none, one that is too large, and a record that is not believed. */
function folderOfMany(t: TestContext): string {
  const folder = temporaryFolder(t);
  const receipts = join(folder, 'receipts');
  mkdirSync(receipts);
  mkdirSync(join(folder, 'pruned'));
  const name = (letter: string, number: number) => `rcpt_${letter}${String(number).padStart(3, '0')}.json`;
  const executed = JSON.stringify(readPublished<Receipt>('executed.json'));
  const second = JSON.stringify(readPublished<Receipt>('second.json'));
  // The receipt before `second` is another than that it names, and in another thread's part.
  for (let number = 0; number < AT_ONCE - 1; number += 1)
    copyFileSync(published('executed.json'), join(receipts, name('a', number)));
  writeFileSync(join(receipts, name('a', AT_ONCE)), executed.replace('"agent":"', '"agent":"x'));
  writeFileSync(join(receipts, name('b', 0)), second);
  for (let number = 0; number < OTHERS; number += 1) {
    const text = number % 2 === 0 ? executed : second;
    const other = text.replaceAll('tn_demo', `tn_other${number % 7}`).replace('"sequence":1', '"sequence":9');
    writeFileSync(join(receipts, name('c', number)), number % 3 > 0 ? other.slice(0, -number - 1) : other);
  }
  writeFileSync(join(receipts, name('d', 0)), executed + ' '.repeat(MAX_GIVEN_BYTES));
  writeFileSync(join(receipts, name('d', 1)), '[]');
  writeFileSync(join(folder, 'pruned', 'evt_1.json'), '{}');
  return folder;
}

describe('sanad-verify --dir in several threads', () => {
  test('finds in a folder of all kinds of files what one thread finds, in the same order', async (t) => {
    const folder = folderOfMany(t);
    const argv = ['--dir', folder, '--keys', published('keys.json')];
    const alone = await run(argv);
    const together = await run(argv, { threads: { most: 2, program: PROGRAM } });
    assert.ok(together.out === alone.out, 'the two answers differ');
    assert.deepEqual([together.code, together.err], [1, '']);
    const words = alone.out.replaceAll(/\s+/g, ' ');
    for (const said of [
      /rcpt_a050\.json \(rcpt_\w+\): check 2/,
      /rcpt_b000\.json \(rcpt_\w+\): check 7, receipt chain: the file given/,
      /numbers 1 to 8 of tn_other3 are missing/,
      /have the same number 0 in the chain of tn_demo/,
      /rcpt_d000\.json has more than \d+ bytes/,
      /rcpt_d001\.json is not a receipt/,
      /evt_1\.json does not count/,
    ])
      assert.ok(said.test(words), String(said));
  });

  test('starts threads for many receipts alone, and hides no failure of theirs', async (t) => {
    const threads = { most: 2, program: new URL('./nowhere.ts', import.meta.url) };
    await assert.rejects(run(['--dir', folderOfMany(t)], { threads }), /nowhere\.ts/);
    const few = temporaryFolder(t);
    copyFileSync(published('executed.json'), join(few, 'rcpt_1.json'));
    assert.equal((await run(['--dir', few], { threads })).code, 3);
  });
});
