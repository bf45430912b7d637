import assert from 'node:assert/strict';
import { unwrap } from '@common/base/result';
import { MAX_ANSWER_BYTES, MAX_PAGE_BYTES } from '@platform/core/objects/answer-size';
import type { EventRecord } from '@platform/core/objects/event';
import { type Approval, GrantRecord } from '@platform/core/objects/grant';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { transfer } from './support/actions.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

/** All pages of a list, by its `Link` headers alone; at most twenty. */
async function pagesOf<Item>(d: Deployment, path: string, rel: 'next' | 'prev' = 'next'): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let url: string | undefined = path; url !== undefined && pages.length < 20; ) {
    const answer: Awaited<ReturnType<typeof d.app.inject>> = await d.app.inject({ url });
    assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
    pages.push(answer.json());
    const link: unknown = answer.headers.link;
    url = typeof link === 'string' ? new RegExp(`^<([^>]+)>; rel="${rel}"$`).exec(link)?.[1] : undefined;
    assert.equal(url === undefined, link === undefined, `not a link: ${String(link)}`);
  }
  return pages;
}

/** Each payment names another invoice, so that none is a duplicate. */
function payment(number: number, amount = '10') {
  return transfer({ amount, memo: `invoice ${number}` });
}

async function execute(d: Deployment, grant: GrantRecord): Promise<void> {
  assert.equal((await d.redeem(grant)).status, 200);
  assert.equal((await d.report(grant)).status, 201);
}

/** Of a route that needs eight people, seven of them: all that a passkey's signature may be. */
const LARGEST_APPROVALS: readonly Approval[] = Array.from({ length: 7 }, (_, index) => ({
  action_hash: '0'.repeat(64),
  approved_at: '2026-03-02T09:00:00.000Z',
  signature: {
    kid: `approver${index}`.padEnd(128, 'a'),
    alg: 'webauthn',
    sig: '0'.repeat(128),
    authenticator_data: 'A'.repeat(2_048),
    client_data_json: 'A'.repeat(4_096),
  },
}));

const idsOf = (pages: readonly (readonly GrantRecord[])[]) => pages.flat().map(({ grant }) => grant.grant_id);

function isCutByLength(pages: readonly (readonly unknown[])[]): void {
  assert.ok(pages.length > 1 && pages.length < 20, `${pages.length} pages`);
  for (const page of pages) {
    assert.ok(page.length > 0);
    assert.ok(Buffer.byteLength(JSON.stringify(page)) <= MAX_PAGE_BYTES);
  }
}

onBothEngines('lists by pages', {
  'grants: every one once, newest first, also those of one instant': async (d) => {
    const mandate = await d.register();
    const made: string[] = [];
    for (let number = 0; number < 7; number++) {
      if (number % 3 === 0) d.advance(1);
      made.push((await d.propose(mandate, payment(number))).grant.grant_id);
    }
    const pages = await pagesOf<GrantRecord>(d, '/grants?limit=3');
    assert.deepEqual(
      pages.map((page) => page.length),
      [3, 3, 1],
    );
    const ids = idsOf(pages);
    assert.deepEqual([...ids].sort(), [...made].sort());
    assert.equal(ids[0], made[6]);
    assert.deepEqual(idsOf(await pagesOf(d, '/grants')), ids);
    assert.deepEqual(idsOf(await pagesOf(d, `/grants?limit=2&contract_id=${mandate}&status=active`)), ids);
  },

  'a grant proposed while somebody reads the pages shifts none of them': async (d) => {
    const mandate = await d.register();
    for (let number = 0; number < 4; number++) {
      d.advance(1);
      await d.propose(mandate, payment(number));
    }
    const first = await d.app.inject({ url: '/grants?limit=2' });
    const seen = first.json<GrantRecord[]>().map(({ grant }) => grant.grant_id);
    d.advance(1);
    await d.propose(mandate, payment(9));
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const rest = (await d.get<GrantRecord[]>(next)).body.map(({ grant }) => grant.grant_id);
    assert.equal(new Set([...seen, ...rest]).size, 4);
  },

  'grants that are over, though nobody has recorded it, are found among the expired ones, page by page':
    async (d) => {
      const mandate = await d.register({ limits: { runtime_max_s: 60, use_count_max: 100 } });
      const made: string[] = [];
      for (let number = 0; number < 5; number++) {
        d.advance(1);
        made.push((await d.propose(mandate, payment(number))).grant.grant_id);
      }
      d.advance(58);
      const expired = await pagesOf<GrantRecord>(d, '/grants?status=expired&limit=1');
      assert.deepEqual(idsOf(expired), made.slice(0, 3).reverse());
      assert.deepEqual(idsOf(await pagesOf(d, '/grants?status=active&limit=1')), made.slice(3).reverse());
    },

  'a page of the largest lawful grants is read whole: it ends by its length, and the next goes on': async (
    d,
  ) => {
    const approvers = Array.from({ length: 8 }, (_, index) => `approver${index}`);
    const route = { approver_type: 'officer', approvers, wait_s: 3_600, notify: ['app'] };
    const routes = [{ ...route, assurance: 'signature', approvals_needed: 8 }] as const;
    const rules = { amount_max: '5000', daily_max: '10000', threshold: '1' };
    const mandate = await d.register({ rules, approval: { routes: [...routes] } as Mandate['approval'] });
    const made: string[] = [];
    for (let number = 0; number < 25; number++) {
      const params = transfer({
        amount: '10',
        memo: `${number} ${'界'.repeat(500)}`,
      });
      const { grant } = await d.propose(mandate, params);
      await d.deps.store.atomically((unit) =>
        unit.keepApprovals({ grant, earlier_approvals: [...LARGEST_APPROVALS] }),
      );
      made.push(grant.grant_id);
    }
    const answer = await d.app.inject({ url: '/grants?limit=200' });
    const one = answer.rawPayload.length / answer.json<unknown[]>().length;
    assert.ok(one > 45_000, `a grant of ${one} bytes`);
    assert.ok(answer.rawPayload.length > MAX_PAGE_BYTES - 2 * one, 'as many as there is room for');
    const pages = await pagesOf<GrantRecord>(d, '/grants?limit=200');
    for (const page of pages) {
      assert.ok(Value.Check(Type.Array(GrantRecord), page));
      assert.ok(Buffer.byteLength(JSON.stringify(page)) <= MAX_ANSWER_BYTES);
    }
    assert.ok(pages.length > 1);
    assert.deepEqual([...idsOf(pages)].sort(), [...made].sort());
    assert.equal(new Set(idsOf(pages)).size, made.length);
  },

  'receipts: the newest first page, older ones by rel="prev", each in the order of the log': async (d) => {
    const mandate = await d.register();
    for (let number = 0; number < 5; number++) await execute(d, await d.propose(mandate, payment(number)));
    const pages = await pagesOf<Receipt>(d, '/receipts?limit=2&tenant=tn_test', 'prev');
    const sequences = pages.map((page) => page.map(({ bundle }) => bundle.sequence));
    assert.deepEqual(sequences, [[3, 4], [1, 2], [0]]);
  },

  'mandates, the evidence chain and tree heads': async (d) => {
    const made: string[] = [];
    for (let number = 0; number < 3; number++) made.push(await d.register());
    const mandates = await pagesOf<MandateRecord>(d, '/contracts?limit=2');
    assert.deepEqual(
      mandates
        .flat()
        .map(({ contract }) => contract.contract_id)
        .sort(),
      [...made].sort(),
    );
    await execute(d, await d.propose(made[0] ?? '', payment(1)));
    await execute(d, await d.propose(made[0] ?? '', payment(2)));
    const events = (await pagesOf<EventRecord>(d, '/events?limit=2')).flat();
    assert.deepEqual(
      events.map(({ event }) => event.sequence),
      events.map((_, index) => index),
    );
    const { body: head } = await d.get<{ length: number }>('/events/head');
    assert.equal(events.length, head.length);
    const heads = await pagesOf<{ tree_head: { tree_size: number } }>(d, '/log/heads?limit=1');
    assert.deepEqual(
      heads.flat().map(({ tree_head }) => tree_head.tree_size),
      [2, 1],
    );
  },

  'receipts, profiles and events of great length: a page ends by it, and the next goes on': async (d) => {
    // A profile of some 100 kB, which is in each receipt under it.
    const beneficiaries = Array.from({ length: 900 }, (_, index) => ({
      beneficiary_id: index === 0 ? 'acme' : `payee_${index}_${'x'.repeat(40)}`,
      to_account: index === 0 ? 'acct_acme' : `acct_${index}`,
      currency: 'USD',
    }));
    const { profile } = unwrap(await d.deps.readProfile('treasury.v1'));
    for (let version = 1; version <= 6; version++) {
      d.publish('treasury.v1', { version: `1.0.${version}`, rules: { ...profile.rules, beneficiaries } });
      await d.deps.readProfile('treasury.v1');
    }
    const mandate = await d.register({ policy_version: 'treasury.v1@1.0.6' });
    for (let number = 0; number < 6; number++) await execute(d, await d.propose(mandate, payment(number)));
    const receipts = await pagesOf<Receipt>(d, '/receipts?limit=100', 'prev');
    isCutByLength(receipts);
    const places = receipts.map((page) => page.map(({ status }) => status.log?.leaf_index));
    assert.deepEqual(places.toReversed().flat(), [0, 1, 2, 3, 4, 5]);
    const versions = await pagesOf<SignedProfile>(d, '/profiles/treasury.v1/versions?limit=100');
    isCutByLength(versions);
    assert.deepEqual(
      versions.flat().map((one) => one.profile.version),
      ['1.0.6', '1.0.5', '1.0.4', '1.0.3', '1.0.2', '1.0.1', '1.0.0'].slice(0, versions.flat().length),
    );
    assert.ok(versions.flat().length >= 6);
    const { store } = d.deps;
    const whole = store.events.bind(store);
    const events: typeof whole = async (...query) =>
      (await whole(...query)).map((one) => ({ ...one, body: { padding: 'x'.repeat(100_000) } }));
    Object.assign(store, { events });
    const listed = await pagesOf<EventRecord>(d, '/events?limit=100');
    isCutByLength(listed);
    assert.deepEqual(
      listed.flat().map(({ event }) => event.sequence),
      listed.flat().map((_, index) => index),
    );
    assert.equal(listed.flat().length, (await d.deps.store.eventHead()).sequence);
  },

  'a cursor that no page gave is refused': onSqlite(async (d) => {
    for (const cursor of ['x', '2026-03-02T09:00:00.000Z', "2026-03-02T09:00:00.000Z~gr_1'--"]) {
      const answer = await d.get(`/grants?cursor=${encodeURIComponent(cursor)}`);
      assert.equal(answer.status, 422, cursor);
    }
  }),
});
