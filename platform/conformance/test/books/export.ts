import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { settle } from '../../audit.ts';
import { transferInputs } from '../../client.ts';
import { verifier } from '../support/commands.ts';
import { used } from './deployment.ts';

/** One page of `GET /receipts`, which `receipt list` shows. */
const PAGE = 100;

describe('all receipts, exported and verified offline', () => {
  let count = 0;
  let folder = '';
  let keys = '';
  before(async () => {
    const { d, client } = used();
    // A denial has a receipt like anything else; the tests before this one have made some.
    const denied = transferInputs({ amount: '900000' });
    await Promise.all(Array.from({ length: PAGE }, () => client.pay(denied)));
    await settle(d);
    count = (await d.sanad('receipt', 'list', '--all')).trim().split('\n').length;
    assert.ok(count > PAGE);
    folder = join(d.folder, 'export');
    keys = join(folder, 'keys.json');
    const said = await d.sanad('receipt', 'export', folder);
    assert.match(said, /sanad-verify --dir/);
  });

  test('sanad receipt list shows the newest 100, with --all every one', async () => {
    const { d } = used();
    // Columns are as wide as what a list shows.
    const listed = async (...more: readonly string[]) =>
      (await d.sanad('receipt', 'list', ...more)).replaceAll(/ +/g, ' ').trim().split('\n');
    const [page, all] = [await listed(), await listed('--all')];
    assert.equal(page.length, PAGE);
    assert.equal(all.length, count);
    assert.deepEqual(all.slice(0, PAGE), page);
  });

  test('the folder verifies in one command', async () => {
    assert.equal((await readdir(join(folder, 'receipts'))).length, count);
    const { code, text: out } = await verifier('--dir', folder, '--keys', keys);
    assert.equal(code, 0, out);
    assert.match(out, new RegExp(`HOLDS AS A SIMULATION: all ${count} receipts, under keys that you trust`));
    assert.match(out, new RegExp(`numbers 0 to ${count - 1} \\(from the first on\\)`));
  });

  test('an existing folder is left alone', async () => {
    const { d } = used();
    await assert.rejects(d.sanad('receipt', 'export', folder), /exists already/);
  });
});
