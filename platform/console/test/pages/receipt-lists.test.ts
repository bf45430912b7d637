import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { Receipt } from '@platform/protocol/receipt';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority, vector } from './fake-authority.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const executed = vector('executed');
const denied = vector('denied');

/** A receipt at a place in the log: every third is a denial, every hundredth on another day. */
function receiptAt(place: number): Receipt {
  const from = place % 3 === 0 ? denied : executed;
  const day = place % 100 === 0 ? '2026-05-01' : '2026-06-01';
  return {
    ...from,
    receipt_id: `rcpt_${String(place).padStart(24, '0')}`,
    when: { ...from.when, decided_at: `${day}T12:00:00.000Z` },
    status: {
      ...from.status,
      log: { ...(executed.status.log as object), leaf_index: place } as Receipt['status']['log'],
    },
  };
}

/** An authority whose log has so many receipts, and what it was asked for. */
function withLog(size: number) {
  const asked: { readonly before: string | null; readonly limit: number }[] = [];
  const authority = fakeAuthority([], {
    receiptPage: async ({ before, limit }) => {
      asked.push({ before, limit });
      const end = before === null ? size : Number(before);
      const start = Math.max(0, end - limit);
      const receipts = Array.from({ length: end - start }, (_, index) => receiptAt(end - 1 - index));
      return ok({ receipts, earlier: start === 0 ? null : String(start) });
    },
  });
  return { authority, asked };
}

async function get(t: TestContext, authority: Authority, url: string) {
  const answer = await (await makeConsole(t, { authority })).inject({ url, headers: HTML });
  return { ...answer, body: answer.body, shown: answer.body.match(/data-receipt="/g)?.length ?? 0 };
}

const linkIn = (body: string, words: string) =>
  new RegExp(`<a href="([^"]*)">${words}`).exec(body)?.[1]?.replaceAll('&amp;', '&');

describe('receipts of great length', () => {
  test('are looked at up to a bound, and the page says where it goes on', async (t) => {
    const { authority, asked } = withLog(400);
    const long = fakeAuthority([], {
      receiptPage: async (query) => {
        const page = await authority.receiptPage(query);
        if (!page.ok) return page;
        const padding = 'x'.repeat(300_000);
        const receipts = page.value.receipts.map((one) => ({ ...one, padding }));
        return ok({ ...page.value, receipts });
      },
    });
    const { body, statusCode } = await get(t, long, '/receipts?outcome=denied');
    assert.equal(statusCode, 200);
    const lookedAt = asked.reduce((sum, { limit }) => sum + limit, 0);
    assert.ok(lookedAt >= 50 && lookedAt <= 80, `${lookedAt} of 300 kB each`);
    assert.match(body, new RegExp(`${lookedAt} (?:that )?were looked at`));
    assert.match(body, new RegExp(`before=${400 - lookedAt}`));
  });
});

describe('the list of receipts', () => {
  test('a list that was looked for, at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: withLog(400).authority });
    await checkPage(browser(), {
      name: 'receipts-filtered',
      url: `${url}/receipts?outcome=denied&day=2026-05-01`,
    });
  });

  test('a page is asked for in pieces that an answer can hold, and the pages join', async (t) => {
    const { authority, asked } = withLog(120);
    const seen = new Set<string>();
    let next: string | undefined = '/receipts';
    for (let page = 0; next !== undefined; page += 1) {
      assert.ok(page < 5);
      const { body } = await get(t, authority, next);
      for (const [, id = ''] of body.matchAll(/data-receipt="(\w+)"/g)) seen.add(id);
      next = linkIn(body, 'Earlier receipts');
    }
    assert.equal(seen.size, 120);
    assert.ok(asked.every(({ limit }) => limit <= 20));
  });

  test('is narrowed by outcome, day, plugin, mandate and level, together', async (t) => {
    const { authority } = withLog(300);
    const shown = async (query: string) => (await get(t, authority, `/receipts?${query}`)).shown;
    assert.equal(await shown('outcome=denied'), 50);
    // 0, 100 and 200; of them, 0 alone is a denial.
    assert.equal(await shown('day=2026-05-01'), 3);
    assert.equal(await shown('day=2026-05-01&outcome=denied'), 1);
    assert.equal(await shown('day=2026-05-01&outcome=denied&plugin=treasury&level=L1-sim'), 1);
    assert.equal(await shown('day=2026-05-01&plugin=records'), 0);
    assert.equal(await shown('day=2026-05-01&level=L1-declared'), 0);
    assert.equal(await shown(`day=2026-05-01&mandate=${executed.who.contract.contract_id}`), 3);
    assert.equal(await shown('mandate=ic_another'), 0);
    assert.equal(await shown('mandate=&plugin=&outcome=&day=&level='), 50);
  });

  test('looks at so many and no more, says so, and goes on from there with the same filter', async (t) => {
    const { authority, asked } = withLog(700);
    const first = await get(t, authority, '/receipts?day=2026-05-01&outcome=executed');
    assert.equal(asked.length, 15);
    assert.match(first.body, /300 were looked at for this page/);
    const next = linkIn(first.body, 'Look further back') ?? '';
    assert.equal(next, '/receipts?outcome=executed&day=2026-05-01&before=400');
    const second = await get(t, authority, next);
    assert.equal(
      linkIn(second.body, 'Look further back'),
      '/receipts?outcome=executed&day=2026-05-01&before=100',
    );
  });

  test('what is no filter is refused', async (t) => {
    for (const query of ['outcome=paid', 'day=yesterday', 'level=L2', 'mandate=x', 'colour=red']) {
      const { statusCode } = await get(t, withLog(1).authority, `/receipts?${query}`);
      assert.equal(statusCode, 422, query);
    }
    const { body } = await get(t, withLog(1).authority, '/receipts?outcome=paid&day=');
    assert.match(
      body,
      /query\.outcome: must be &quot;executed&quot; or &quot;denied&quot; or &quot;refused&quot; or &quot;expired&quot;/,
    );
  });
});

describe('files of receipts', () => {
  test('JSON Lines: each receipt as it is, those of the filter alone, and the way to the rest', async (t) => {
    const { authority } = withLog(700);
    const app = await makeConsole(t, { authority });
    const file = await app.inject('/receipts/receipts.jsonl?outcome=denied');
    assert.match(file.headers['content-disposition'] as string, /^attachment; filename="receipts\.jsonl"$/);
    assert.match(file.headers['content-type'] as string, /^application\/jsonl/);
    const lines = file.body.trimEnd().split('\n');
    assert.equal(lines.length, 100);
    assert.deepEqual(JSON.parse(lines[0] ?? ''), JSON.parse(JSON.stringify(receiptAt(699))));
    assert.equal(file.headers.link, '</receipts/receipts.jsonl?outcome=denied&before=400>; rel="prev"');
    assert.equal((await app.inject('/receipts/receipts.jsonl?before=100')).headers.link, undefined);
  });

  test('CSV: a row for each, and nothing in it is run as a formula', async (t) => {
    const hostile: Receipt = {
      ...executed,
      who: { ...executed.who, agent: '=HYPERLINK("http://evil.example","x")', approver: '@SUM(1)' },
    };
    const app = await makeConsole(t, { authority: fakeAuthority([hostile]) });
    const file = await app.inject('/receipts/receipts.csv');
    assert.match(file.headers['content-type'] as string, /^text\/csv/);
    const [head = '', row = ''] = file.body.split('\r\n');
    assert.match(head, /^receipt_id,decided_at,outcome,/);
    assert.ok(row.startsWith(`${executed.receipt_id},`));
    assert.ok(row.includes(`"'=HYPERLINK(""http://evil.example"",""x"")"`), row);
    assert.ok(row.includes(`,'@SUM(1),`), row);
  });
});
