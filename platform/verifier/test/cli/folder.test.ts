import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Receipt } from '@platform/protocol/receipt';
import { published, readPublished, run, temporaryFolder } from '../run.ts';

const NAMES = ['executed'] as const;

/** The published receipts, as `sanad receipt export` lays them out. */
function exportOf(t: TestContext, names: readonly string[] = NAMES): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'receipts'));
  for (const name of names) {
    copyFileSync(published(`${name}.json`), join(folder, 'receipts', `rcpt_${name}.json`));
  }
  return folder;
}

describe('sanad-verify --dir', () => {
  test('under pinned keys, and where its chain begins', async (t) => {
    const { code, out } = await run(['--dir', exportOf(t), '--keys', published('keys.json')]);
    assert.equal(code, 0, out);
    assert.match(out, /VERIFIED: the one receipt, under keys that you pinned\./);
    assert.match(out, /number 0 \(from the first on\)/);
  });

  test('without keys it is self-consistent, and says which keys are not pinned', async (t) => {
    const { code, out } = await run(['--dir', exportOf(t)]);
    assert.equal(code, 0);
    assert.match(out, /SELF-CONSISTENT: the one receipt/);
    assert.match(out, /Not pinned: .*authority/);
  });

  test('a receipt taken out of the middle is missed', async (t) => {
    const folder = exportOf(t, ['executed']);
    const second = JSON.stringify(readPublished<Receipt>('second.json'));
    const moved = second.replace('"sequence":1', '"sequence":3');
    writeFileSync(join(folder, 'receipts', 'rcpt_third.json'), moved);
    const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')]);
    assert.equal(code, 1);
    assert.match(out, /numbers 1 to 2 of tn_\w+ are missing/);
  });

  test('two receipts that name different logs of one size are told apart', async (t) => {
    const folder = exportOf(t, ['executed', 'revoked-before']);
    const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')]);
    assert.equal(code, 1);
    assert.match(out, /names another root for the log/);
  });

  test('one changed letter fails the receipt and is named with its check', async (t) => {
    const folder = exportOf(t);
    const receipt = readPublished<Receipt>('executed.json');
    const changed = JSON.stringify(receipt).replace('"agent":"', '"agent":"x');
    writeFileSync(join(folder, 'receipts', 'rcpt_executed.json'), changed);
    const { code, out } = await run(['--dir', folder, '--keys', published('keys.json')]);
    assert.equal(code, 1);
    assert.match(out, /rcpt_executed\.json\s+\(rcpt_\w+\):\s+check 2/);
  });

  test('a second receipt with the same number is refused', async (t) => {
    const folder = exportOf(t);
    copyFileSync(published('executed.json'), join(folder, 'receipts', 'rcpt_again.json'));
    const { code, out } = await run(['--dir', folder]);
    assert.equal(code, 1);
    assert.match(out, /have the same number/);
  });

  test('a folder without receipts, or options that do not go together, are unusable', async (t) => {
    const empty = temporaryFolder(t);
    assert.equal((await run(['--dir', empty])).code, 2);
    assert.equal((await run(['--dir', join(empty, 'nowhere')])).code, 2);
    assert.equal((await run([])).code, 2);
    const both = await run([published('executed.json'), '--dir', empty]);
    assert.equal(both.code, 2);
    assert.match(both.err, /--dir goes only with --keys and --as-of/);
  });
});
