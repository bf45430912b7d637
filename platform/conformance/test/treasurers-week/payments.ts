import assert from 'node:assert/strict';
import { route, transferInputs } from '../../client.ts';
import { headed, look, type Office, open, type Person, PROFILE } from './office.ts';
import { SUPPLIERS } from './payees.ts';

export const MANDATES = [
  'Supplier payments',
  'Subscriptions',
  'Logistics',
  'Travel and expenses of the whole company in Europe',
];

/** The treasurer’s mandates, each with a name; amal is asked above 1,000. */
export async function registerMandates({ client }: Office, version: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, name] of MANDATES.entries()) {
    ids.push(
      await client.register({
        name,
        policy_version: `${PROFILE}@${version}`,
        rules: { amount_max: '9000', daily_max: String(20_000 + 1_000 * index), threshold: '1000' },
        limits: { runtime_max_s: 3_600, use_count_max: 200 },
        approval: { routes: [route('amal', 'hardware')] },
      }),
    );
  }
  return ids;
}

interface Asked {
  readonly payee: keyof typeof SUPPLIERS;
  readonly amount: string;
  readonly reference: string;
  readonly reason?: string;
  readonly account?: string;
}

/** The agent asks for a payment, as a program does. */
export async function propose({ client }: Office, mandate: string, asked: Asked): Promise<string> {
  const { name, account } = SUPPLIERS[asked.payee];
  const inputs = {
    ...{ beneficiary_id: name, to_account: asked.account ?? account },
    ...{ amount: asked.amount, memo: `Invoice ${asked.reference}`, reason: asked.reason ?? 'Due this week' },
  };
  const { body } = await client.pay(transferInputs(inputs), { mandate });
  assert.equal(body.status, 'pending', `${JSON.stringify(body)}`);
  return String(body.grant_id);
}

async function paid({ client }: Office, mandate: string, grantId: string): Promise<void> {
  const { body } = await client.present(grantId, { mandate });
  assert.equal(body.status, 'executed', JSON.stringify(body));
}

/** What is new is held, whatever its amount, until a person has approved one. */
export async function firstPayment(office: Office, mandate: string): Promise<void> {
  const { approver } = office.people;
  const id = await propose(office, mandate, { payee: 'hosting', amount: '240', reference: 'NWH-2026-81' });
  await open(approver, 'Approvals');
  await headed(approver, /^1 request needs your approval/);
  await look(approver, 'inbox-first');
  await approver.page.getByRole('link', { name: 'Review it' }).click();
  await headed(approver, /Pay 240\.00 USD/);
  await approver.page.locator('#typed').waitFor();
  assert.match(await approver.page.locator('main').innerText(), /first payment/i);
  await look(approver, 'first-payment');
  await approve(approver, '240');
  await look(approver, 'first-payment-approved');
  await paid(office, mandate, id);
}

async function approve({ page, kid }: Person, typed: string): Promise<void> {
  await page.locator('#typed').fill(typed);
  await page
    .getByRole('button', { name: new RegExp(`^Approve [\\d,.]+ USD with the passkey ${kid}`) })
    .click();
  await page.locator('#answered', { hasText: `Approved by ${kid}, not paid yet` }).waitFor();
}

/** The changed account is held again, and the page says so. */
export async function changedAccount(office: Office, mandate: string, account: string): Promise<void> {
  const { approver } = office.people;
  const asked = { payee: 'logistics', amount: '90', reference: 'IL-7', account } as const;
  const id = await propose(office, mandate, asked);
  await open(approver, 'Approvals');
  await approver.page.getByRole('link', { name: 'Review it' }).click();
  await approver.page.locator('#typed').waitFor();
  assert.match(await approver.page.locator('main').innerText(), /account changed|changed account/i);
  await look(approver, 'changed-account');
  await approve(approver, '90,00');
  await paid(office, mandate, id);
}

/** Each as a person types it; the third is not owed. */
const ROW: readonly (readonly [asked: Asked, typed: string | null])[] = [
  [
    { payee: 'hosting', amount: '4200', reference: 'NWH-2026-82', reason: 'Hosting for December' },
    '$4,200.00',
  ],
  [{ payee: 'trade', amount: '2450.50', reference: 'فاتورة-١٢' }, '2.450,50'],
  [{ payee: 'hosting', amount: '2600', reference: 'NWH-2026-83' }, null],
  [{ payee: 'trade', amount: '1999.99', reference: 'ALN-13' }, 'USD 1 999.99'],
  [{ payee: 'hosting', amount: '1050', reference: 'NWH-2026-84' }, '1050'],
];

/** Five requests wait in the morning; the queue goes on to the next until none is left. */
export async function fiveInARow(office: Office, mandate: string): Promise<void> {
  const { approver } = office.people;
  const { page } = approver;
  const ids: string[] = [];
  for (const [asked] of ROW) ids.push(await propose(office, mandate, asked));
  await open(approver, 'Approvals');
  await headed(approver, /^5 requests need your approval/);
  await look(approver, 'inbox-five');
  assert.equal(await page.getByText('Who are you?').count(), 0, 'they signed in');
  await page.getByRole('link', { name: /^Review the five/ }).click();
  for (const [index, [, typed]] of ROW.entries()) {
    await page.locator('#typed').waitFor();
    assert.equal(page.url().split('/').at(-1), ids[index], 'oldest first');
    await look(approver, `row-${index + 1}`);
    const count = await page.locator('.pinned').textContent();
    assert.equal(count?.trim(), `Approvals ${ROW.length - index}`);
    if (typed === null) await reject(approver);
    else await approve(approver, typed);
    await look(approver, `row-${index + 1}-answered`);
    const left = ROW.length - 1 - index;
    if (left > 0) await page.getByRole('link', { name: `Next request, ${left} left` }).click();
    if (typed !== null) await paid(office, mandate, ids[index] ?? '');
  }
  await open(approver, 'Approvals');
  await headed(approver, /^Nothing needs your approval/);
  await look(approver, 'inbox-answered');
}

async function reject({ page, kid }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByLabel('We do not owe this').check();
  await page.getByRole('button', { name: `Reject with the passkey ${kid}` }).click();
  await page.locator('#answered', { hasText: `Rejected by ${kid}` }).waitFor();
}
