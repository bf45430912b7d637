import assert from 'node:assert/strict';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { send, transferInputs } from '../../client.ts';
import { headed, look, type Office, open, type Person, PROFILE } from './office.ts';
import { MANDATES } from './payments.ts';

/** How a ceremony is cut off after two of its signatures. */
type Cut = 'the key is refused' | 'the page is loaded again';

/** A lower limit ends the four mandates; one ceremony signs them anew, though it is cut off in its middle. */
export async function publishAndRenew(office: Office, cut: Cut): Promise<string> {
  const { treasurer } = office.people;
  const { page } = treasurer;
  await publish(treasurer);
  await page.locator('#onwards').click();
  await headed(treasurer, /mandates ended with the new policy/);
  const list = page.locator('[data-renewal]');
  for (const name of MANDATES) await list.filter({ hasText: name }).getByRole('checkbox').waitFor();
  await page.locator('#typed').waitFor();
  await look(treasurer, 'renew');
  await page.locator('#typed').fill('$86,000.00');
  await look(treasurer, 'renew-typed');
  await afterTwo(treasurer, cut === 'the key is refused' ? () => treasurer.verifies(false) : null);
  await page
    .getByRole('button', { name: `Sign four mandates anew with the passkey ${treasurer.kid}` })
    .click();
  if (cut === 'the key is refused') {
    await page.locator('#renew-problem', { hasText: 'was not used' }).waitFor();
    await look(treasurer, 'renew-cut');
    await treasurer.verifies(true);
    await page.getByRole('button', { name: `with the passkey ${treasurer.kid}` }).click();
    await headed(treasurer, /^Four mandates are in force again/);
  } else {
    await page.locator('[data-renewal] .state', { hasText: 'In force' }).nth(1).waitFor();
    await page.reload();
    await look(treasurer, 'renew-cut');
    await page.locator('#typed').fill('41.000,00');
    await page.getByRole('button', { name: /^Sign two mandates anew with the passkey/ }).click();
    await headed(treasurer, /^Two mandates are in force again/);
  }
  await look(treasurer, 'renewed');
  return checkRenewed(office);
}

/** After two mandates were taken, something happens before the third is signed; or the page ends there. */
async function afterTwo({ page }: Person, happens: (() => Promise<void>) | null): Promise<void> {
  let taken = 0;
  await page.route('**/mandates/register', async (route) => {
    taken += 1;
    if (taken > 2 && happens === null) return route.abort();
    await route.fulfill({ response: await route.fetch() });
    if (taken === 2) await happens?.();
  });
  page.once('load', () => void page.unroute('**/mandates/register'));
}

async function publish(person: Person): Promise<void> {
  const { page, kid } = person;
  // Where keys are enrolled, nobody is signed in, so that the page has no navigation.
  await page.goto(new URL('/', page.url()).href);
  await open(person, 'Policy');
  await page.locator(`a[href="/policy/${PROFILE}"]`).first().click();
  await look(person, 'policy');
  await page.getByRole('link', { name: 'Write a new version' }).click();
  await page.locator('[name=rule_amount_max]').fill('8000');
  await page.locator('[name=reason]').fill('Smaller payments');
  await look(person, 'policy-draft');
  await page.locator('form.asking button').click();
  await page.locator('#typed').waitFor();
  await look(person, 'policy-to-sign');
  await page.locator('#typed').fill('4');
  await page.getByRole('button', { name: `with the passkey ${kid}` }).click();
  await page.locator('#done').waitFor();
  await look(person, 'policy-published');
}

async function checkRenewed({ d, client }: Office): Promise<string> {
  const { body } = await send<readonly MandateRecord[]>(`${d.urls.authority}/contracts`);
  const active = body.filter(({ status, contract }) => status === 'active' && contract.profile === PROFILE);
  assert.deepEqual(active.map(({ contract }) => contract.name).toSorted(), MANDATES.toSorted());
  for (const { contract } of active) assert.equal(contract.rules.amount_max, '8000');
  const mandate = active.find(({ contract }) => contract.name === MANDATES[0])?.contract.contract_id ?? '';
  const { body: paid } = await client.pay(
    transferInputs({ beneficiary_id: 'alnoor', to_account: 'acct_alnoor', amount: '40' }),
    { mandate },
  );
  assert.equal(paid.status, 'executed', JSON.stringify(paid));
  return mandate;
}

/** The mandate that an earlier version ended is signed anew from its own page. */
export async function renewOne({ d, people: { treasurer } }: Office): Promise<void> {
  const { page } = treasurer;
  await open(treasurer, 'Mandates');
  await look(treasurer, 'mandates');
  await page.goto(`${new URL(page.url()).origin}/mandates/${d.mandates.treasury}`);
  await look(treasurer, 'ended-mandate');
  await page.getByRole('link', { name: /anew/ }).click();
  await headed(treasurer, /^Sign .* anew\?/);
  await look(treasurer, 'renew-one');
  const [sum = ''] = /[\d,]+(?= USD a day)/.exec(await page.locator('.bound').innerText()) ?? [];
  await page.locator('#typed').fill(sum);
  await page.getByRole('button', { name: /^Sign one mandate anew with the passkey/ }).click();
  await headed(treasurer, /^One mandate is in force again/);
}
