import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { send } from '../../client.ts';
import { headed, look, type Office, open, type Person } from './office.ts';

const VERIFY = join(REPOSITORY, 'bin/sanad-verify.cjs');

/** What was paid is found by what a person knows of it, saved as a table, and read as a statement. */
export async function findPayments({ people: { treasurer } }: Office): Promise<void> {
  const { page } = treasurer;
  await open(treasurer, 'Receipts');
  assert.match(await page.locator('main').innerText(), /Paid 2,450\.50 USD to alnoor/);
  await look(treasurer, 'receipts');
  await search(treasurer, { reference: 'NWH-2026-84' });
  await look(treasurer, 'receipts-by-reference');
  await search(treasurer, { reference: '', amount: '$4,200.00' });
  await look(treasurer, 'receipts-by-amount');
  await search(treasurer, { amount: '', payee: 'northwind_hosting_europe' });
  await look(treasurer, 'receipts-by-payee');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /CSV/ }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  assert.match(lines[0] ?? '', /payee.*amount.*currency.*reference/);
  assert.equal(lines.length - 1, 5, lines.join('\n'));
}

async function search({ page }: Person, fields: Readonly<Record<string, string>>): Promise<void> {
  const details = page.locator('details', { has: page.locator('form.filter') });
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  for (const [name, value] of Object.entries(fields))
    await page.locator(`form.filter [name=${name}]`).fill(value);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForLoadState();
}

/** The month agrees with the bank’s own list, and its file shows that without us: `sanad-verify` asks nobody. */
export async function readStatement({ d, people: { treasurer } }: Office): Promise<void> {
  const { page } = treasurer;
  await open(treasurer, 'Statements');
  await look(treasurer, 'statements');
  const month = new Date().toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  await page.getByRole('main').getByRole('link', { name: month }).first().click();
  await headed(treasurer, /^Statement of acct_operating/);
  const told = await page.locator('main').innerText();
  assert.match(told, /NWH-2026-82/);
  assert.match(told, /Receipts and the bank’s list agree up to /);
  const [, payments = '', paid = ''] = /(\d+) payments, ([\d,.]+) USD/.exec(told) ?? [];
  await look(treasurer, 'statement');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'File to verify offline' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const keys = join(d.folder, 'pinned-keys.json');
  await writeFile(keys, (await send(`${d.urls.authority}/.well-known/keys.json`)).text);
  const good = await verified(d.folder, text, keys);
  assert.equal(good.code, 4, good.words);
  assert.match(good.words, /HOLDS AS A SIMULATION, SO FAR/);
  assert.ok(good.words.includes(`${paid} USD in ${payments} payments`), good.words);
  assert.doesNotMatch(good.words, /Differences|Only the file vouches/);
  const changed = text.replace('"amount":"2450.5', '"amount":"2460.5');
  assert.notEqual(changed, text);
  const bad = await verified(d.folder, changed, keys);
  assert.equal(bad.code, 1, bad.words);
  assert.match(bad.words, /FAILED/);
}

interface Verified {
  /** The exit code. */
  readonly code: unknown;
  readonly words: string;
}

/** What `sanad-verify` says of a file, as a process of its own. */
async function verified(folder: string, text: string, keys: string): Promise<Verified> {
  const file = join(folder, 'statement.jsonl');
  await writeFile(file, text);
  return new Promise((resolve) => {
    execFile(process.execPath, [VERIFY, file, '--keys', keys], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, words: (stdout + stderr).replaceAll(/\s+/g, ' ') });
    });
  });
}
