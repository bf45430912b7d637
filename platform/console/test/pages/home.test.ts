import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { GrantRecord } from '@platform/protocol/grant';
import type { MandateRecord } from '@platform/protocol/mandate';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { fakeAuthority, vector } from './fake-authority.ts';

const browser = useBrowser();
const ALL = ['executed', 'second', 'denied'].map(vector);
const executed = vector('executed');
const { who, what, how, why, signatures, status } = executed;

const mandate: MandateRecord = {
  contract: who.contract,
  contract_hash: who.contract_hash,
  signature: signatures.principal,
  status: 'active',
  registered_at: executed.when.proposed_at,
  revocation: null,
};

const grant = (changes: Partial<GrantRecord>, params: Record<string, string> = {}): GrantRecord => ({
  grant: { ...how.grant, expires_at: '2026-06-01T12:52:00.000Z' },
  grant_hash: how.grant_hash,
  signature: how.grant_signature,
  action: { ...what.action, params: { ...what.action.params, ...params } },
  action_hash: what.action_hash,
  decision: why.decision,
  status: 'pending',
  ending: null,
  approval: null,
  redemption_id: null,
  redeemed_at: null,
  receipt_id: null,
  ...changes,
});

const head = {
  tree_head: { ...(status.log?.tree_head as NonNullable<typeof status.log>['tree_head']) },
  tree_head_hash: '0'.repeat(64),
  signature: signatures.pep,
};

const busy = fakeAuthority(ALL, {
  mandates: async () => ok([mandate]),
  waiting: async () => ok([grant({})]),
  grantsOf: async () =>
    ok([
      grant({}, { amount: '40' }),
      grant({ status: 'redeemed' }, { amount: '250' }),
      grant({ status: 'denied' }, { amount: '9000' }),
    ]),
  logHead: async () => ok(head),
});

const HTML = { accept: 'text/html' };

describe('the first page', () => {
  test('at both widths, light and dark', async (t) => {
    await checkPage(browser(), { name: 'home', url: await serveConsole(t, { authority: busy }) });
  });

  test('of a deployment in which nothing has happened', async (t) => {
    await checkPage(browser(), { name: 'home-empty', url: await serveConsole(t) });
  });

  test('tells what waits, what is left and who answers', async (t) => {
    const app = await makeConsole(t, { authority: busy });
    const text = (await app.inject({ url: '/', headers: HTML })).body
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ');
    assert.match(text, /One request waits for a person/);
    assert.match(text, /52 minutes left/);
    // 40 waiting and 250 spent hold their place in the day’s sum; what was denied does not.
    const limit = Number(who.contract.rules.daily_max);
    assert.match(text, new RegExp(`${limit - 290}(?: \\w+)? left today 250 spent, 40 waiting`));
    assert.match(text, /1 of \d+ used, 1 waiting/);
    assert.match(text, /The authority answers\./);
    assert.match(text, /The gateway does not answer\./);
  });

  test('yesterday’s sums do not count today', async (t) => {
    const app = await makeConsole(t, { authority: busy, now: () => NOW.replace('06-01', '06-02') });
    const { body } = await app.inject({ url: '/', headers: HTML });
    assert.match(body, /left today<\/strong> <span class="note">0 spent</);
  });

  test('says so when the authority does not answer', async (t) => {
    const authority = fakeAuthority([], {
      mandates: async () =>
        fail('authority_silent', 'The authority at http://127.0.0.1:8001 does not answer.'),
    });
    const app = await makeConsole(t, { authority });
    const answer = await app.inject({ url: '/', headers: HTML });
    assert.equal(answer.statusCode, 504);
    assert.match(answer.body, /The authority does not answer/);
  });
});
