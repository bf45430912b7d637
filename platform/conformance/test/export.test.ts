import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import type { Receipt } from '@platform/protocol/receipt';
import { transferInputs } from '../client.ts';
import { until } from '../wait.ts';
import { useDeployment } from './support/use-deployment.ts';

/** More than one page of `GET /receipts`, which `receipt list` shows. */
const PAYMENTS = 103;

interface Ended {
  readonly code: number;
  readonly out: string;
}

function sanadVerify(...args: readonly string[]): Promise<Ended> {
  const program = join(REPOSITORY, 'platform/verifier/src/main.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr });
    });
  });
}

describe('all receipts, exported and verified offline', () => {
  const used = useDeployment();
  let folder = '';
  let keys = '';
  before(async () => {
    const { d, client } = used();
    const mandate = await client.register({ limits: { runtime_max_s: 300, use_count_max: 1_000 } });
    for (let number = 0; number < PAYMENTS; number++) {
      await client.pay(transferInputs({ amount: '1', memo: `invoice ${number}` }), { mandate });
    }
    await until('every receipt', async () => {
      const page = await d.sanad('receipt', 'list', '--all');
      return page.trim().split('\n').length >= PAYMENTS ? true : null;
    });
    folder = join(d.folder, 'export');
    keys = join(folder, 'keys.json');
    const said = await d.sanad('receipt', 'export', folder);
    assert.match(said, /sanad-verify --dir/);
  });

  test('sanad receipt list shows the newest 100, with --all every one', async () => {
    const { d } = used();
    const lines = async (...more: readonly string[]) =>
      (await d.sanad('receipt', 'list', ...more)).trim().split('\n');
    assert.equal((await lines()).length, 100);
    assert.equal((await lines('--all')).length, PAYMENTS);
    assert.deepEqual((await lines('--all')).slice(-100), await lines());
  });

  test('the folder verifies in one command', async () => {
    assert.equal((await readdir(join(folder, 'receipts'))).length, PAYMENTS);
    const { code, out } = await sanadVerify('--dir', folder, '--keys', keys);
    assert.equal(code, 0, out);
    assert.match(
      out,
      new RegExp(`HOLDS AS A SIMULATION: all ${PAYMENTS} receipts, under keys that you trust`),
    );
    assert.match(out, new RegExp(`numbers 0 to ${PAYMENTS - 1} \\(from the first on\\)`));
  });

  test('one receipt taken out, or one digit changed, is found', async () => {
    const names = await readdir(join(folder, 'receipts'));
    const receipts = await Promise.all(
      names.map(async (name) => {
        const file = join(folder, 'receipts', name);
        const text = await readFile(file, 'utf8');
        return { file, text, receipt: JSON.parse(text) as Receipt };
      }),
    );
    const victim = receipts.find(({ receipt }) => receipt.bundle.sequence === 50);
    assert.ok(victim);
    await rename(victim.file, `${victim.file}.away`);
    const gap = await sanadVerify('--dir', folder, '--keys', keys);
    assert.equal(gap.code, 1);
    assert.match(gap.out, /number 50 of \S+ is missing/);
    await writeFile(victim.file, victim.text.replace('"amount": "1"', '"amount": "9"'));
    const changed = await sanadVerify('--dir', folder, '--keys', keys);
    assert.equal(changed.code, 1);
    assert.match(changed.out, new RegExp(victim.receipt.receipt_id));
    await rm(`${victim.file}.away`);
    await writeFile(victim.file, victim.text);
    assert.equal((await sanadVerify('--dir', folder, '--keys', keys)).code, 0);
  });

  test('an existing folder is left alone', async () => {
    const { d } = used();
    await assert.rejects(d.sanad('receipt', 'export', folder), /exists already/);
  });
});
