import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { EntryProof } from '@platform/core/objects/directory';
import { DOCUMENT_LIMITS } from '@platform/core/objects/document';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { GrantStanding } from '@platform/core/objects/grant-standing';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { approved, heldGrant, holding, keys, mandateWith, rejected, saying } from './held-grant.ts';
import { press, type } from './open-page.ts';
import { virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const HASH = '0'.repeat(64);

/** An entry of a directory that was changed by these keys. */
function changedEntry({ grant, action }: GrantRecord, signedAt: string, kids: readonly string[]): EntryProof {
  const { beneficiary_id: name = '', to_account: account = '', currency = '' } = action.params;
  const entry: EntryProof['entry'] = {
    entry: {
      type: 'sanad/directory-entry/1',
      deployment: grant.deployment,
      tenant: grant.tenant,
      profile: 'treasury.v1',
      directory: 'beneficiaries',
      sequence: 1,
      previous_entry_hash: HASH,
      change: 'changed',
      name: String(name),
      values: { beneficiary_id: String(name), to_account: String(account), currency: String(currency) },
      label: 'Northwind Ltd',
      size: 1,
      root_hash: HASH,
      signed_at: signedAt,
    },
    entry_hash: HASH,
    signatures: kids.map((kid) => ({ kid, alg: 'ed25519', sig: '0'.repeat(128) })),
  };
  return { entry, index: 0, proof: [], head: entry };
}

const never = { times: 0, is_cut: false, first_at: null, last_at: null };

function standingOf({ grant }: GrantRecord, changes: Partial<GrantStanding> = {}): GrantStanding {
  const sum = { rule: 'daily_max', field: 'amount', day: NOW.slice(0, 10) };
  return {
    grant_id: grant.grant_id,
    sums: [{ ...sum, before: '2790', after: '5290', max: '50000' }],
    uses: { before: 3, max: 50 },
    done: [{ fields: ['beneficiary_id'], ...never }],
    ...changes,
  };
}

/** The text of a page, without its templates. */
async function textOf(t: Parameters<typeof makeConsole>[0], given: Parameters<typeof holding>, path: string) {
  const app = await makeConsole(t, { authority: holding(...given) });
  const { body, statusCode } = await app.inject({ url: path, headers: HTML });
  assert.equal(statusCode, 200);
  return body
    .replaceAll(/<template[\s\S]*?<\/template>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');
}

describe('what a person reads before deciding', () => {
  const held = saying(heldGrant(), { reason: 'Hosting for June.' });
  const PATH = `/approvals/${held.grant.grant_id}`;
  const paid = (times: number, more = {}) => ({
    ...{ fields: ['beneficiary_id'], times, is_cut: false, first_at: '2026-03-03T09:00:00.000Z' },
    ...{ last_at: '2026-05-30T09:00:00.000Z', ...more },
  });

  test('who asks and why, in the agent’s own words, what it does to the total, and what is usual', async (t) => {
    const standing = async () => ok(standingOf(held, { done: [paid(14)] }));
    const text = await textOf(t, [held, { standing }], PATH);
    assert.match(text, /Asked by ?agent-7, \d+ hours ago/);
    assert.match(text, /Its reason ?Hosting for June\./);
    assert.match(text, /Today’s total goes from 2,790 to 5,290 of 50,000 EUR/);
    assert.match(text, /Nothing unusual: paid 14 times since 3 March 2026\./);
  });

  test('what is unusual, most serious first, and how much more', async (t) => {
    const entry = changedEntry(held, '2026-05-29T12:00:00Z', ['approver_guest', 'principal_local']);
    const record = { ...held, directories: { beneficiaries: entry } };
    const sums = standingOf(held).sums.map((sum) => ({ ...sum, before: '44500', after: '47000' }));
    const standing = async () => ok(standingOf(held, { sums, uses: { before: 47, max: 50 } }));
    const text = await textOf(t, [record, { standing }], PATH);
    assert.match(
      text,
      /Account changed 3 days ago, by guest and local\s*First payment to acme\s*Near a limit: 94 % of the day; 1 more/,
    );
    assert.match(text, /Near a limit: use 48 of 50 of the mandate/);
    const later = { ...standingOf(held), done: [paid(2, { last_at: '2026-06-01T09:00:00.000Z' })] };
    const old = {
      ...held,
      directories: { beneficiaries: changedEntry(held, '2026-02-01T12:00:00Z', ['a']) },
    };
    assert.match(await textOf(t, [old, { standing: async () => ok(later) }], PATH), /Nothing unusual/);
  });

  test('a list tells it in a few words, and asks the authority once for all that wait', async (t) => {
    const entry = changedEntry(held, '2026-05-29T12:00:00Z', ['approver_guest']);
    const changed = { ...held, directories: { beneficiaries: entry } };
    const known = [
      heldGrant({ memo: 'Invoice INV-9', reference: 'INV9' }, undefined, { grant_id: 'gr_known' }),
      changed,
    ];
    const last = (...at: readonly (string | null)[]) =>
      [['beneficiary_id'], ['to_account']].map((fields, index) => ({ fields, last_at: at[index] ?? null }));
    const done = [
      last('2026-05-30T09:00:00.000Z', '2026-05-30T09:00:00.000Z'),
      last('2026-05-30T09:00:00.000Z'),
    ];
    let asked = 0;
    const app = await makeConsole(t, {
      authority: holding(held, {
        waiting: async () => ok(known),
        standings: async () => {
          asked += 1;
          return ok(
            known.map(({ grant: { grant_id, tenant } }, index) => ({
              grant_id,
              tenant,
              done: done[index] ?? [],
            })),
          );
        },
      }),
    });
    for (const path of ['/approvals', '/']) {
      const { body } = await app.inject({ url: path, headers: HTML });
      const rows = [
        ...body.replace(/<template[\s\S]*?<\/template>/g, '').matchAll(/data-slot="signs">([^<]*)</g),
      ];
      assert.deepEqual(
        rows.map(([, words]) => words),
        ['Account changed 3 days ago; first payment to this account'],
        path,
      );
    }
    assert.equal(asked, 1);
  });

  test('what is not known is not told as usual', async (t) => {
    const silent = async () => fail('authority_silent', 'It does not answer.');
    const text = await textOf(t, [held, { standing: silent }], PATH);
    assert.match(text, /Whether this is unusual is not known/);
    assert.doesNotMatch(text, /Nothing unusual|total goes from/);
  });
});

describe('on one screen', () => {
  const under = mandateWith();
  const longest = (length: number) => `${'northwind_hosting_services_'.repeat(9).slice(0, length - 1)}x`;
  const most = '999999999999999999.9999';
  const name = longest(128);
  const params = {
    ...{ amount: most, currency: 'USD', beneficiary_id: name, to_account: `a${name.slice(1)}` },
    ...{ memo: 'M'.repeat(512), reference: 'NWH/2026/11-00000081-A/EU/'.repeat(19).slice(0, 256) },
  };
  const files = Array.from({ length: DOCUMENT_LIMITS.count }, (_, index) => ({
    sha256: String(index).repeat(64),
    media_type: 'application/pdf' as const,
    size_bytes: DOCUMENT_LIMITS.bytes,
    name: `${index}${'W'.repeat(DOCUMENT_LIMITS.name - 5)}.pdf`,
  }));
  const long = saying(heldGrant(params, under), {
    agent: name,
    documents: files,
    reason: 'Hosting and traffic. '.repeat(14).slice(0, 280),
  });
  const kids = [`approver_${name.slice(9)}`, `principal_${name.slice(10)}`];
  const longRecord = {
    ...long,
    directories: { beneficiaries: changedEntry(long, '2026-05-29T12:00:00Z', kids) },
  };
  const sums = [
    { ...standingOf(long).sums[0], before: most, after: most, max: most },
  ] as GrantStanding['sums'];
  const longStanding = standingOf(long, { sums, uses: { before: 49, max: 50 } });
  const earlier: GrantRecord = {
    ...heldGrant({ reference: 'INV-900', memo: 'Invoice INV-900' }),
    status: 'redeemed',
  };
  const duplicate = heldGrant({ reference: 'INV-0900', memo: 'Invoice INV-0900' }, under, {
    possible_duplicate_of: { grant_id: 'gr_earlier', why: 'leading_zeros' },
  });
  const again = saying(duplicate, { documents: files });
  const invoice = files.slice(0, 1).map((file) => ({ ...file, name: 'invoice-0000000008.pdf' }));
  const short = saying(heldGrant(), { reason: 'Hosting for June.', documents: invoice });

  /** The lowest edge of all that decides, and what is cut off at the side. */
  const MEASURE = `(() => {
    const all = [...document.querySelectorAll('.one-screen h1, .about dd, .compared td, .unusual li, #typed, #typed-hint, fieldset, .decide .two .way')].filter((one) => one.checkVisibility());
    const edges = all.map((one) => one.getBoundingClientRect());
    return { count: all.length, lowest: Math.max(...edges.map(({ bottom }) => bottom)), widest: document.documentElement.scrollWidth };
  })()`;

  for (const [what, record, standing, kid] of [
    ['an everyday request', short, standingOf(short), 'approver_cfo.phone'],
    ['a probable duplicate beside the earlier one', again, standingOf(again), 'approver_cfo.phone'],
    ['the longest values that are allowed', longRecord, longStanding, `approver_cfo.${name}`.slice(0, 128)],
  ] as const) {
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      test(`${what}: facts, form and both buttons, at ${width} by ${height}`, async (t) => {
        const enrolled = { ...keys };
        const authority = holding(record, {
          standing: async () => ok(standing),
          document: async () => fail('authority_refused', 'It is gone.', { status: 410 }),
          keys: async () => ok(enrolled),
          grant: async (id) => ok(id === 'gr_earlier' ? earlier : record),
        });
        const url = await serveConsole(t, { authority });
        const device = virtualPasskey({ kid, person: 'cfo', origin: url });
        Object.assign(enrolled, { [kid]: device.entry });
        const page = await openPage(t, browser(), { url: `${url}/approvals/${record.grant.grant_id}` });
        await page.setViewportSize({ width, height });
        const faces = [
          () => type(page, '#typed', ''),
          () => type(page, '#typed', '2.400,00'),
          () => type(page, '#typed', String(record.action.params.amount)),
          // The table of both takes the place of the reasons.
          ...(record === again ? [] : [() => press(page, '#reject-open')]),
        ];
        for (const turn of faces) {
          await turn();
          const { count, lowest, widest } = (await page.evaluate(MEASURE)) as Record<string, number>;
          assert.ok((count ?? 0) >= 9, `${count} parts`);
          assert.ok((lowest ?? height + 1) <= height, `the lowest part ends at ${lowest} of ${height}`);
          assert.ok((widest ?? width + 1) <= width, `${widest} of ${width}`);
        }
      });
    }
  }
});

describe('the inbox', () => {
  const other = mandateWith({ approvers: ['guest'] });
  const mine = heldGrant();
  const theirs: GrantRecord = { ...heldGrant({ amount: '9600' }, other), status: 'pending' };
  const second = { ...theirs, grant: { ...theirs.grant, grant_id: 'gr_second', contract_id: 'ic_other' } };
  const answeredBefore = {
    ...approved(mine, 'approver_cfo'),
    approval: { action_hash: HASH, approved_at: NOW, signature: { ...mine.signature, kid: 'approver_cfo' } },
  };
  const said = {
    type: 'sanad/rejection/1',
    deployment: mine.grant.deployment,
    grant_id: mine.grant.grant_id,
    reason: 'x',
  } as const;
  const rejection = rejected(mine, {
    rejection: said,
    rejection_hash: HASH,
    signature: { ...mine.signature, kid: 'approver_guest' },
  });
  const given = {
    waiting: async () => ok([mine, second]),
    mandate: async (id: string) => ok(id === 'ic_other' ? other : mandateWith()),
    grants: async () => ok({ items: [answeredBefore, rejection], isWhole: true }),
  };
  const authority = holding(mine, given);

  test('for me and for others, by who says to read, with the count in the navigation', async (t) => {
    const app = await makeConsole(t, { authority });
    const chosen = await app.inject({ url: '/approvals?me=cfo', headers: HTML });
    assert.equal(chosen.statusCode, 303);
    const cookie = String(chosen.headers['set-cookie']).split(';')[0] ?? '';
    const { body } = await app.inject({ url: '/approvals', headers: { ...HTML, cookie } });
    assert.match(body, /<h1[^>]*>1 request needs your approval/);
    assert.match(body, /Approvals <strong>1<\/strong>/);
    assert.match(body, /id="waiting-list">(?:(?!<\/ul>)[\s\S])*2,500\.00/);
    assert.match(
      body,
      /id="others-list">(?:(?!<\/ul>)[\s\S])*9,600\.00(?:(?!<\/ul>)[\s\S])*waits for <bdi[^>]*>guest/,
    );
    const text = body.replaceAll(/<[^>]*>/g, '');
    assert.match(text, /Answered today[\s\S]*12:01 Pay 2,500\.00[^\n]*guest rejected/);
    assert.match(text, /12:00 Pay 2,500\.00[^\n]* you approved; /);
    const all = (await app.inject({ url: '/approvals', headers: HTML })).body;
    assert.match(all, /2 requests need approval/);
    assert.match(all, /Approvals <strong>2<\/strong>/);
    const forged = { ...HTML, cookie: 'sanad_reader=<script>' };
    assert.match((await app.inject({ url: '/approvals', headers: forged })).body, /2 requests need approval/);
  });

  test('the queue goes on with the oldest of the reader, and ends at the list', async (t) => {
    const app = await makeConsole(t, { authority });
    const next = async (me: string) => {
      const headers = { ...HTML, cookie: `sanad_reader=${me}` };
      return (await app.inject({ url: '/approvals/next', headers })).headers.location;
    };
    assert.equal(await next('cfo'), `/approvals/${mine.grant.grant_id}`);
    assert.equal(await next('guest'), '/approvals/gr_second');
    assert.equal(await next('nobody'), '/approvals');
    const headers = { ...HTML, cookie: 'sanad_reader=cfo' };
    const { body } = await app.inject({ url: `/approvals/${mine.grant.grant_id}`, headers });
    assert.match(body.replaceAll(/<[^>]*>/g, ''), /Approvals, 1 of 1 for you/);
  });

  test('at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority });
    const cookie = { name: 'sanad_reader', value: 'cfo' };
    await checkPage(browser(), { name: 'approvals-inbox', url: `${url}/approvals`, cookie });
  });
});
