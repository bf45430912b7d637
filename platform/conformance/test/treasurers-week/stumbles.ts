import assert from 'node:assert/strict';
import { look, type Office } from './office.ts';
import { propose } from './payments.ts';

/** What happens to people in the middle of a decision: nothing typed is lost, nothing happens twice, and the page says why. */
export async function stumbleOnApproval(office: Office, mandate: string): Promise<void> {
  const { approver } = office.people;
  const { page, kid } = approver;
  const id = await propose(office, mandate, { payee: 'hosting', amount: '1300', reference: 'NWH-2026-90' });
  const address = `${office.console}/approvals/${id}`;
  const approve = page.getByRole('button', { name: `Approve 1,300 USD with the passkey ${kid}` });
  await page.goto(address);
  await page.locator('#typed').fill('1,300.00');
  // A second tab, in which the same request is open.
  const second = await page.context().newPage();
  await second.goto(address);
  await second.locator('#typed').waitFor();
  // The session ends, until the person signs in again in another tab.
  const session = await page.context().cookies();
  await page.context().clearCookies();
  await approve.click();
  await page.locator('#approve-problem', { hasText: 'Your session is over.' }).waitFor();
  await look(approver, 'session-over');
  await page.context().addCookies(session);
  // The finger is not recognised.
  await approver.verifies(false);
  await approve.click();
  await page.locator('#approve-problem', { hasText: 'was not used' }).waitFor();
  await look(approver, 'finger-refused');
  await approver.verifies(true);
  assert.equal(await page.locator('#typed').inputValue(), '1,300.00');
  let sent = 0;
  page.on('request', (request) => {
    sent += request.method() === 'POST' && request.url().endsWith('/approve') ? 1 : 0;
  });
  await approve.dblclick();
  await page.locator('#answered', { hasText: `Approved by ${kid}` }).waitFor();
  assert.equal(sent, 1, 'pressed twice, signed once');
  await second.goto(address);
  await second.waitForURL('**/grants/**');
  await page.goto(`${office.console}/approvals`);
  await page.goBack();
  await look(approver, 'back-to-answered');
  assert.equal(await page.locator('#typed').count(), 0, 'nothing to sign is left behind');
  await second.close();
  await office.client.present(id, { mandate });
}
