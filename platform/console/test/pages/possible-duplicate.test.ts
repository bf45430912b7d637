import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { heldGrant, holding } from './held-grant.ts';
import { press, textAt, type } from './open-page.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };

describe('a request that may repeat an earlier one', () => {
  const EARLIER = 'gr_000000000000000000000007';
  const before = heldGrant({ reference: 'INV-900' });
  const earlier: GrantRecord = {
    ...before,
    status: 'redeemed',
    receipt_id: 'rcpt_1',
    grant: { ...before.grant, grant_id: EARLIER },
  };
  const again = heldGrant({ reference: 'INV-0900', amount: '2600' }, undefined, {
    possible_duplicate_of: { grant_id: EARLIER, why: 'leading_zeros' },
  });
  const PATH = `/approvals/${again.grant.grant_id}`;
  const reading = (other: Awaited<ReturnType<Authority['grant']>>): Authority =>
    holding(again, { grant: async (id) => (id === EARLIER ? other : ok(again)) });

  test('stands beside it, with what differs underlined, at both widths', async (t) => {
    const app = await makeConsole(t, { authority: reading(ok(earlier)) });
    const { body } = await app.inject({ url: PATH, headers: HTML });
    const text = body.replaceAll(/<[^>]*>/g, '');
    assert.match(text, /Probably a duplicate: pay 2,600\.00/);
    assert.match(text, /Probably a duplicate of gr_\w+: the references differ by leading zeros\./);
    assert.match(text, /Asked nowEarlier[\s\S]*Proof[\s\S]*The whole request/, 'both stand before the proof');
    assert.match(body, /INV-<span class="differs">0<\/span>900/);
    assert.match(text, /Amount\s*2,600\s*2,500/);
    assert.match(text, /acme\s*acme, same/);
    assert.match(text, /State\s*waiting\s*paid/);
    const url = await serveConsole(t, { authority: reading(ok(earlier)) });
    await checkPage(browser(), { name: 'approval-duplicate', url: `${url}${PATH}` });
    const page = await openPage(t, browser(), { url: `${url}${PATH}` });
    await type(page, '#typed', '2600');
    assert.match(await textAt(page, '#approve-choose'), /^Approve 2,600 EUR as a separate payment/);
    assert.equal(await textAt(page, '#reject-open'), 'Reject as duplicate…');
    await press(page, '#reject-open');
    const chosen = "document.querySelector('[name=why]:checked + label').innerText";
    assert.equal(await page.evaluate(chosen), 'It is paid or done already');
  });

  test('stands alone where the earlier one cannot be read', async (t) => {
    const authority = reading(fail('authority_silent', 'It does not answer.'));
    const { body } = await (await makeConsole(t, { authority })).inject({ url: PATH, headers: HTML });
    assert.match(body, /Probably a duplicate[\s\S]*The earlier request cannot be read now/);
  });
});
