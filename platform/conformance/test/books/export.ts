import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { checkCoseReceipt } from '@platform/core/exports/cose-receipt';
import { checkSign1, readSign1 } from '@platform/core/exports/sign1';
import { settle } from '../../audit.ts';
import { sha256, transferInputs } from '../../client.ts';
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

  test('one receipt as a payment of AP2, and as a statement of SCITT that names its entry', async () => {
    const { d, client } = used();
    const { body: paid } = await client.pay();
    await settle(d);
    const [id = ''] = (await d.sanad('receipt', 'list', '--grant', String(paid.grant_id))).split(' ');
    const exported = async (as: string) => {
      const out = join(d.folder, `one.${as}`);
      const said = await d.sanad('receipt', 'export', id, '--as', as, '--out', out);
      return { said, read: (name: string) => readFile(join(out, name)) };
    };
    const ap2 = await exported('ap2');
    const receipt = JSON.parse((await ap2.read('receipt.json')).toString('utf8'));
    const mandate = JSON.parse((await ap2.read('payment_mandate.json')).toString('utf8'));
    const paidBy = JSON.parse((await ap2.read('payment_receipt.json')).toString('utf8'));
    assert.equal(mandate.payment_instrument.id, 'acct_operating');
    assert.deepEqual([paidBy.status, paidBy.payment_id], ['Success', paid.grant_id]);

    const scitt = await exported('scitt');
    const entry = sha256((await scitt.read('preimage.json')).toString('utf8'));
    assert.equal(mandate.sanad.receipt_sha256, entry);
    assert.ok(scitt.said.includes(`leaf ${receipt.status.log.leaf_index} of `) && scitt.said.includes(entry));
    const pem = createPublicKey(await scitt.read('log-key.pub')).export({ format: 'jwk' });
    const key = new Uint8Array(Buffer.from(pem.x ?? '', 'base64url'));
    const raw = Buffer.from(entry, 'hex');
    const proven = unwrap(checkCoseReceipt(nodeCrypto, await scitt.read('receipt.cose'), raw, key));
    assert.equal(proven.index, receipt.status.log.leaf_index);
    const statement = unwrap(readSign1(await scitt.read('statement.cose')));
    assert.ok(checkSign1(nodeCrypto, statement, raw, key).ok);
    assert.deepEqual(statement.payload, new Uint8Array(raw));
  });

  test('a receipt that does not verify, and one of a denial, are exported as nothing', async () => {
    const { d, client } = used();
    const { body: denied } = await client.pay(transferInputs({ amount: '900000' }));
    await settle(d);
    const [id = ''] = (await d.sanad('receipt', 'list', '--grant', String(denied.grant_id))).split(' ');
    await assert.rejects(d.sanad('receipt', 'export', id, '--as', 'ap2'), /Nobody authorised this payment/);
    const file = join(d.folder, 'changed.json');
    await d.sanad('receipt', 'get', id, '--out', file);
    await writeFile(file, (await readFile(file, 'utf8')).replace('900000', '900001'));
    await assert.rejects(d.sanad('receipt', 'export', file, '--as', 'scitt'), /opens nothing here/);
  });

  test('an existing folder is left alone', async () => {
    const { d } = used();
    await assert.rejects(d.sanad('receipt', 'export', folder), /exists already/);
  });
});
