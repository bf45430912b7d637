import assert from 'node:assert/strict';
import { headed, look, type Office, open, type Person, PROFILE } from './office.ts';

interface Supplier {
  readonly label: string;
  readonly name: string;
  readonly account: string;
}

/** A name as long as they come, one from right to left, and an everyday one. */
export const SUPPLIERS = {
  hosting: {
    label: 'Northwind Hosting, Traffic and Managed Services (Europe) GmbH',
    name: 'northwind_hosting_europe',
    account: 'acct_northwind_eu_0042',
  },
  trade: { label: 'شركة النور للتجارة والخدمات اللوجستية', name: 'alnoor', account: 'acct_alnoor' },
  logistics: { label: 'Initrode Logistics GmbH', name: 'initrode', account: 'acct_initrode' },
} as const satisfies Readonly<Record<string, Supplier>>;

/** Payees are one of the directories of the deployment, which has accounts and others besides. */
async function openPayees(person: Person): Promise<void> {
  await open(person, 'Payees');
  await headed(person, /^What agents may pay and use/);
  await person.page.locator(`main a[href$="/${PROFILE}/beneficiaries"]`).click();
  await headed(person, /approved payees/);
}

/** What a heading says of a supplier, whose name may have brackets and stops in it. */
const spoken = (label: string, what: string) =>
  new RegExp(`${label.replace(/[^\p{L}\p{N} ]/gu, '.')}.* ${what}`, 'u');

const lastFour = (account: string) => account.slice(-4);

/** A clerk signs what a supplier sent, and a second person what they read on their own paper. */
export async function addSuppliers({ people: { clerk, second } }: Office): Promise<void> {
  for (const supplier of Object.values(SUPPLIERS)) {
    await openPayees(clerk);
    await clerk.page.getByRole('link', { name: 'Add a payee' }).click();
    await look(clerk, `add-${supplier.name}-empty`);
    await fill(clerk, supplier);
    assert.equal(
      await clerk.page.getByRole('button', { name: 'clerk_omar' }).count(),
      0,
      'a colleague’s key',
    );
    await look(clerk, `add-${supplier.name}`);
    await sign(clerk);
    await headed(clerk, spoken(supplier.label, 'waits'));
    await look(clerk, `add-${supplier.name}-signed`);
  }
  for (const supplier of Object.values(SUPPLIERS)) await confirm(second, supplier, 'a new payee');
  await openPayees(second);
  await headed(second, /^6 approved payees/);
  await look(second, 'payees');
}

async function fill({ page }: Person, { label, name, account }: Supplier): Promise<void> {
  const field = (words: string) => page.getByRole('textbox', { name: words, exact: true });
  await field('Name').fill(label);
  if ((await field('Payee id').inputValue()) !== name) await field('Payee id').fill(name);
  await field('Account').fill(account);
  await page.getByLabel('Currency').selectOption('USD');
  await page.getByLabel(/^Last 4 characters/).fill(lastFour(account));
  await page.getByLabel('Where from').fill('Contract of 20 November, page 2');
}

async function sign({ page, kid }: Person): Promise<void> {
  await page.getByRole('button', { name: `Sign this entry with the passkey ${kid}` }).click();
}

async function confirm(person: Person, { label, name, account }: Supplier, what: string): Promise<void> {
  const { page } = person;
  await openPayees(person);
  await look(person, `payees-${name}-waits`);
  await page.locator('.payees li', { hasText: name }).getByRole('link', { name: 'Review' }).click();
  await headed(person, new RegExp(`${name}.*${what}|${what}.*${name}`));
  await page.getByLabel(/^Last 4 characters/).fill(lastFour(account));
  await look(person, `confirm-${name}`);
  await sign(person);
  await headed(person, spoken(label, 'is in force'));
  await look(person, `confirm-${name}-signed`);
}

/** The supplier moved to another bank: what was in force counts until the second person has signed. */
export async function changeAccount({ people: { clerk, second } }: Office): Promise<Supplier> {
  const changed = { ...SUPPLIERS.logistics, account: 'acct_initrode_new_bank' };
  await openPayees(clerk);
  await clerk.page
    .locator('.payees li', { hasText: changed.name })
    .getByRole('link', { name: 'Change' })
    .click();
  await headed(clerk, /^Change the payee .*initrode/i);
  assert.equal(
    await clerk.page.getByRole('textbox', { name: 'Account', exact: true }).inputValue(),
    'acct_initrode',
  );
  await fill(clerk, changed);
  await look(clerk, 'change');
  await sign(clerk);
  await headed(clerk, spoken(changed.label, 'waits'));
  await confirm(second, changed, 'changed');
  return changed;
}
