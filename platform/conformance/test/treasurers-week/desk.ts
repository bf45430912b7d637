import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { headed, look, type Office, open, type Person } from './office.ts';

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

/**
 * The month’s statement. It is verified offline, and compared with the bank’s own list, where a statement has a file and
 * the bank serves one.
 */
export async function readStatement({ people: { treasurer } }: Office): Promise<void> {
  const { page } = treasurer;
  await open(treasurer, 'Statements');
  await look(treasurer, 'statements');
  const month = new Date().toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  await page.getByRole('main').getByRole('link', { name: month }).first().click();
  await headed(treasurer, /^Statement of acct_operating/);
  assert.match(await page.locator('main').innerText(), /NWH-2026-82/);
  await look(treasurer, 'statement');
}
