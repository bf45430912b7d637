import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { createSearchEntering } from '../src/search/enter-receipts.ts';
import { createSearchStore } from '../src/store/sql-search.ts';
import { pruneReceipts } from '../src/use-cases/prune-receipts.ts';
import { transfer } from './support/actions.ts';
import { outcome } from './support/deployment-test.ts';
import { ALONE, add, draft, withDirectory } from './support/directories.ts';
import { onBothEngines, onSqlite } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

const GLOBEX = { beneficiary_id: 'globex', to_account: 'acct_globex' };

/** Executes a payment, with an approval where it is held. */
async function pay(d: Deployment, mandate: string, patch: Record<string, unknown>): Promise<string> {
  d.advance(60);
  const grant = await d.propose(mandate, transfer(patch));
  if (grant.status === 'denied') return grant.grant.grant_id;
  const approved =
    grant.status === 'pending' ? (await d.approve(grant)).body : (grant as GrantRecord | unknown);
  assert.equal((await d.redeem(approved as GrantRecord)).status, 200);
  assert.equal((await d.report(approved as GrantRecord)).status, 201);
  return grant.grant.grant_id;
}

/** The ids of the grants whose receipts are found, oldest first. */
async function found(d: Deployment, query: string): Promise<string[]> {
  const { status, body } = await d.get<Receipt[]>(`/receipts?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  const rows = await d.get<ReceiptRow[]>(`/receipts/rows?${query}`);
  const ids = body.map(({ what }) => what.action.grant_id);
  assert.deepEqual(
    rows.body.map(({ grant_id }) => grant_id),
    ids,
  );
  return ids;
}

const BEHIND = 'x-service-search-behind';

function searchOf(d: Deployment) {
  const search = createSearchStore(d.database);
  return { search, entering: createSearchEntering({ store: d.deps.store, search }) };
}

/** As a deployment is that had no search. */
async function forget({ database: { db } }: Deployment): Promise<void> {
  for (const table of ['receipt_term', 'receipt_row'] as const) await db.deleteFrom(table).execute();
  await db.updateTable('search_state').set({ next_leaf: 0 }).execute();
}

async function pagesOf(d: Deployment, path: string): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let url: string | undefined = path; url !== undefined && pages.length < 20; ) {
    const answer: Awaited<ReturnType<typeof d.app.inject>> = await d.app.inject({ url });
    assert.equal(answer.statusCode, 200, answer.body);
    pages.push(answer.json());
    url = /^<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  return pages;
}

onBothEngines('the search', {
  'receipts by each of their parts, and by several together': async (d) => {
    const mandate = await d.register();
    const small = await pay(d, mandate, { amount: '250', reference: 'INV-640', memo: 'Invoice of October' });
    const large = await pay(d, mandate, { amount: '4200.50', reference: 'INV-81', memo: 'steel', ...GLOBEX });
    const denied = await pay(d, mandate, { amount: '9000', reference: 'INV-99', memo: 'too much' });
    const other = await d.register({ agent: 'agent_two' });
    const late = await pay(d, other, { amount: '30', reference: 'R-7', memo: 'رقم ٧' });
    for (const [query, wanted] of [
      ['payee=acme', [small, denied, late]],
      ['payee=acct_globex', [large]],
      ['payee=Globex', [large]],
      ['payee=mallory', []],
      ['amount=4200.5', [large]],
      ['amount=250&payee=acme', [small]],
      ['amount_from=31&amount_to=4200.50', [small, large]],
      ['amount_from=5000&outcome=executed', []],
      ['currency=USD&amount_from=5000', [denied]],
      ['reference=invoice%20inv%20640', [small]],
      ['reference=INV-64', []],
      ['text=OCTOBER%20inv', [small]],
      ['text=7', [late]],
      ['text=octob', []],
      ['outcome=denied', [denied]],
      ['person=cfo', [large]],
      ['person=amina&outcome=executed', [small, large, late]],
      ['key=approver_cfo', [large]],
      ['agent=agent_two', [late]],
      [`contract_id=${other}`, [late]],
      ['tenant=tn_test&agent=agent_two', [late]],
      ['plugin=records', []],
      [`text=${large}`, [large]],
      [`text=rcpt_${late.slice(3)}`, [late]],
      ['from=2026-03-02&to=2026-03-02&payee=globex', [large]],
      ['to=2026-03-01', []],
      ['from=2026-03-03', []],
    ] as const)
      assert.deepEqual(await found(d, query), wanted, query);
    const [row] = (await d.get<ReceiptRow[]>('/receipts/rows?payee=globex')).body;
    const { payee, account, amount, currency, reference, text, approved_by, outcome } = row as ReceiptRow;
    assert.deepEqual(
      { payee, account, amount, currency, reference, text, approved_by, outcome },
      {
        payee: 'globex',
        account: null,
        amount: '4200.5',
        currency: 'USD',
        reference: 'INV-81',
        text: 'steel',
        approved_by: ['cfo'],
        outcome: 'executed',
      },
    );
    assert.equal((await d.get('/receipts?from=2026-02-30')).status, 422);
    assert.equal((await d.get('/receipts?payee=acme&before=3')).status, 422);
  },

  'is not behind for leaves of the log that are no receipts': async (d) => {
    const lacks = async () => (await d.app.inject({ url: '/receipts?outcome=executed' })).headers;
    const { entering } = searchOf(d);
    withDirectory(d, ALONE);
    assert.equal((await add(d, draft(d, 'added', 'acme'))).status, 201);
    assert.equal((await lacks())[BEHIND], undefined, 'no receipt at all');
    const paid = await pay(d, await d.register(), { amount: '250' });
    assert.equal((await add(d, draft(d, 'added', 'globex'))).status, 201);
    assert.deepEqual(await found(d, 'outcome=executed'), [paid]);
    assert.equal((await lacks())[BEHIND], undefined, 'entries after the newest receipt');
    await forget(d);
    assert.equal(await searchOf(d).search.behind(), 1, 'one receipt among three leaves');
    await entering.run();
    assert.equal(await searchOf(d).search.behind(), 0);
  },

  'by pages: every one once, newest first, whatever is made meanwhile': async (d) => {
    const mandate = await d.register();
    const made: string[] = [];
    for (let number = 0; number < 5; number += 1) made.push(await pay(d, mandate, { amount: '10' }));
    await pay(d, mandate, { amount: '10', ...GLOBEX });
    for (const query of ['payee=acme', 'payee=acme&amount=10', 'amount_to=10&payee=acme']) {
      const pages = (await pagesOf(d, `/receipts?${query}&limit=2`)) as Receipt[][];
      const ids = pages.map((page) => page.map(({ what }) => what.action.grant_id));
      assert.deepEqual(ids.slice(0, 3), [made.slice(3), made.slice(1, 3), made.slice(0, 1)], query);
    }
    const first = await d.app.inject({ url: '/receipts?payee=acme&limit=2' });
    await pay(d, mandate, { amount: '11' });
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const { body } = await d.get<Receipt[]>(next);
    assert.deepEqual(
      body.map(({ what }) => what.action.grant_id),
      made.slice(1, 3),
    );
  },

  'grants: those that wait stand among those that ended, every one once': async (d) => {
    const mandate = await d.register();
    const first = await pay(d, mandate, { amount: '20' });
    d.advance(60);
    const waiting = await d.propose(mandate, transfer({ amount: '2000', reference: 'INV-81' }));
    const last = await pay(d, mandate, { amount: '21' });
    await pay(d, mandate, { amount: '22', ...GLOBEX });
    const wanted = [last, waiting.grant.grant_id, first];
    for (const limit of [10, 1, 2]) {
      const pages = (await pagesOf(d, `/grants?payee=acme&limit=${limit}`)) as GrantRecord[][];
      assert.deepEqual(
        pages.flat().map(({ grant }) => grant.grant_id),
        wanted,
      );
    }
    for (const query of ['text=inv-81', 'amount_from=1000', 'status=pending&person=amina'])
      assert.deepEqual(
        (await d.get<GrantRecord[]>(`/grants?${query}`)).body.map(({ grant }) => grant.grant_id),
        [waiting.grant.grant_id],
        query,
      );
  },

  'mandates by words, people and agent': async (d) => {
    const one = await d.register({ agent: 'agent_one' });
    const two = await d.register({ agent: 'agent_two', scope: ['bank.readBalance'] });
    for (const [query, wanted] of [
      ['agent=agent_two', [two]],
      ['text=executetransfer', [one]],
      ['person=cfo&agent=agent_one', [one]],
      ['key=principal_amina&from=2026-03-03', []],
      ['tenant=tn_other', []],
    ] as const)
      assert.deepEqual(
        (await d.get<MandateRecord[]>(`/contracts?${query}`)).body.map(
          ({ contract }) => contract.contract_id,
        ),
        wanted,
        query,
      );
  },

  'nothing for a text without a word: it is refused, and does not find everything': onSqlite(async (d) => {
    await pay(d, await d.register(), { amount: '250' });
    for (const place of ['receipts/rows', 'grants', 'contracts'])
      for (const text of ['%', '_', '😀', ' - ']) {
        const answer = await d.get(`/${place}?text=${encodeURIComponent(text)}`);
        assert.deepEqual(outcome(answer), [422, 'search_invalid'], `${place}: ${text}`);
      }
  }),

  'a body that is deleted leaves nothing in the search; what an earlier version made is entered later':
    onSqlite(async (d) => {
      const mandate = await d.register();
      const paid = await pay(d, mandate, { amount: '250' });
      assert.deepEqual(await found(d, 'payee=acme'), [paid]);
      const { db } = d.database;
      await forget(d);
      const { entering } = searchOf(d);
      await entering.run();
      await entering.run();
      assert.deepEqual(await found(d, 'payee=acme'), [paid]);
      d.advance(3_651 * 86_400);
      assert.equal(await pruneReceipts(d.deps), 1);
      assert.deepEqual(await found(d, 'payee=acme'), []);
      for (const table of ['receipt_term', 'receipt_row'] as const)
        assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
      await db.updateTable('search_state').set({ next_leaf: 0 }).execute();
      assert.deepEqual(await found(d, 'payee=acme'), []);
    }),
});

test('an old log is entered in steps; meanwhile a search answers, and says how many it lacks', async () => {
  const leaves = 1_000;
  let next = 0;
  const entering = createSearchEntering({
    store: {
      receiptsByLeaf: async (from, limit) =>
        Array.from({ length: Math.min(limit, leaves - from) }, (_, index) => ({
          leafIndex: from + index,
          entry: '',
          receipt: null,
        })),
    },
    search: {
      nextLeaf: async () => next,
      enter: async (from, to) => {
        assert.equal(from, next);
        next = to;
        return true;
      },
    },
  });
  await entering.freshen();
  assert.ok(next > 0 && next < leaves, `${next}`);
  await Promise.all([entering.run(), entering.freshen()]);
  assert.equal(next, leaves);
});
