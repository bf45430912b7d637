import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { ApprovalRequest, GrantRecord } from '@platform/protocol/grant';
import type { KeyEntry } from '@platform/protocol/key-entry';
import { serveConsole } from './console-app.ts';
import {
  approvedAfter,
  heldGrant,
  holders,
  holding,
  keys,
  mandateWith,
  partlyApproved,
  withApproval,
} from './held-grant.ts';
import { pageWithAuthenticator, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const mandate = mandateWith({ approvers: ['cfo', 'guest'], approvals_needed: 2, assurance: 'hardware' });
const held = heldGrant({}, mandate);
const PATH = `/approvals/${held.grant.grant_id}`;

/** Two people with a passkey each, cfo with two; the authority keeps what they sign. */
async function scene(t: TestContext) {
  const enrolled: Record<string, KeyEntry> = { ...keys };
  let record: GrantRecord = held;
  const authority = holding(held, {
    mandate: async () => ok(mandate),
    keys: async () => ok(enrolled),
    grant: async () => ok(record),
    approve: async (_, { signature }: ApprovalRequest) => {
      record =
        record.earlier_approvals === undefined
          ? withApproval(record, signature)
          : approvedAfter(record, signature);
      return ok(record);
    },
  });
  const origin = await serveConsole(t, { authority });
  const passkeys = [
    virtualPasskey({ kid: 'approver_cfo.phone', person: 'cfo', origin }),
    virtualPasskey({ kid: 'approver_cfo.tablet', person: 'cfo', origin }),
    virtualPasskey({ kid: 'approver_guest.phone', person: 'guest', origin }),
  ];
  for (const { entry } of passkeys) enrolled[entry.kid] = entry;
  const { page, authenticator } = await pageWithAuthenticator(t, browser());
  for (const passkey of passkeys) await authenticator.hold(passkey);
  const look = () => page.goto(`${origin}${PATH}`);
  await look();
  const say = async (place: string) => (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
  const approve = async (kid: string) => {
    await page.locator('#typed').fill('2500');
    await page.getByRole('button', { name: `Approve 2,500 EUR with the passkey ${kid}` }).click();
    await page.locator('#answered').waitFor();
    return say('#answered');
  };
  return { page, look, say, approve, status: () => record.status };
}

describe('a route for two people', () => {
  test('the first waits for another person, whose approval completes it', async (t) => {
    const { look, say, approve, status } = await scene(t);
    assert.match(await say('[aria-labelledby=people]'), /2 people.*cfo: nothing yet.*guest: nothing yet/);
    assert.match(
      await say('[aria-labelledby=effect]'),
      /Count as one approval. Nothing is done before one more/,
    );
    assert.match(
      await approve('approver_cfo.phone'),
      /Approved by approver_cfo\.phone\. It waits for another person/,
    );
    assert.equal(status(), 'pending');
    await look();
    assert.match(await say('[aria-labelledby=people]'), /One of two.*cfo approved on .*guest: nothing yet/);
    assert.match(await say('#compared'), /approver_cfo\.phone signed this same action/);
    assert.match(await say('[aria-labelledby=effect]'), /Let the enforcement point do exactly this/);
    assert.match(
      await approve('approver_guest.phone'),
      /Approved by approver_guest\.phone, not executed yet/,
    );
    assert.equal(status(), 'active');
  });

  test('another device of the first has no button, and the page says why', async (t) => {
    const { page, look, say, approve } = await scene(t);
    await approve('approver_cfo.phone');
    await look();
    assert.equal(await page.locator('#approve-ways button').count(), 1);
    assert.match(await say('#approve-ways'), /approver_cfo\.tablet: cfo .*has approved already/);
  });

  test('with one approval, at both widths, light and dark', async (t) => {
    const authority = holding(partlyApproved(held, [holders.cfo.signer]), {
      mandate: async () => ok(mandate),
    });
    const url = await serveConsole(t, { authority });
    await checkPage(browser(), { name: 'approval-two', url: `${url}${PATH}` });
  });

  test('an earlier approval of something else is refused in red', async (t) => {
    const other = heldGrant({ amount: '9500' }, mandate);
    const [earlier] = partlyApproved(other, [holders.cfo.signer]).earlier_approvals ?? [];
    assert.ok(earlier !== undefined);
    const lies = [earlier, { ...earlier, action_hash: held.action_hash }];
    for (const lie of lies) {
      const authority = holding({ ...held, earlier_approvals: [lie] }, { mandate: async () => ok(mandate) });
      const { page } = await pageWithAuthenticator(t, browser());
      await page.goto(`${await serveConsole(t, { authority })}${PATH}`);
      assert.equal(await page.locator('h1').innerText(), 'Do not approve this');
      assert.equal(await page.locator('#typed, [id^=approve-]').count(), 0);
    }
  });
});
