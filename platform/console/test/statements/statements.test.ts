import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { rowOf } from '@platform/core/row/row-of';
import { statementOf } from '../../src/statements/statement.ts';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from '../pages/console-app.ts';
import { fakeAuthority, vector } from '../pages/fake-authority.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const SAMPLE = rowOf(vector('executed'));

function row(patch: Partial<ReceiptRow>): ReceiptRow {
  return { ...SAMPLE, account: 'acct_operating', tenant: 'tn_local', approved_by: [], ...patch };
}

/** A month in each of its states, newest first. */
const MONTH: readonly ReceiptRow[] = [
  row({
    receipt_id: 'rcpt_6',
    outcome: 'denied',
    reason: 'amount_over_limit',
    amount: '12000',
    reference: 'INV-671',
  }),
  row({ receipt_id: 'rcpt_5', amount: '0.20', reference: 'INV-5', approved_by: ['cfo', 'deputy'] }),
  row({ receipt_id: 'rcpt_4', outcome: 'denied', reason: 'approver_rejected', rejected_by: 'cfo' }),
  row({ receipt_id: 'rcpt_3', currency: 'USD', amount: '7', payee: 'globex', reference: null }),
  row({ receipt_id: 'rcpt_2', outcome: 'expired', reason: 'grant_expired' }),
  row({ receipt_id: 'rcpt_1', amount: '1000.1' }),
];

/** An authority that answers every search with these rows, in pages, and what it was asked for. */
function withRows(rows: readonly ReceiptRow[]) {
  const asked: Parameters<Authority['receiptRows']>[0][] = [];
  const authority = fakeAuthority([], {
    receiptRows: async (place) => {
      asked.push(place);
      const start = place.before === null ? 0 : Number(place.before);
      const end = start + place.limit;
      return ok({
        rows: rows.slice(start, end),
        earlier: end >= rows.length ? null : String(end),
        behind: 0,
      });
    },
  });
  return { authority, asked };
}

const PAGE = '/statements/month?tenant=tn_local&account=acct_operating&month=2026-06';

test('sums are exact and by currency, and every receipt stands in one place', () => {
  const { currencies, held, refused, approved } = statementOf(MONTH);
  assert.deepEqual(
    currencies.map(({ currency, movements, paid }) => [
      currency,
      movements.map(({ paid: sum }) => sum),
      paid,
    ]),
    [
      ['EUR', ['1000.1', '1000.3'], '1000.3'],
      ['USD', ['7'], '7'],
    ],
  );
  assert.deepEqual(
    [held, refused].map((rows) => rows.map(({ receipt_id: id }) => id)),
    [['rcpt_2', 'rcpt_4'], ['rcpt_6']],
  );
  assert.equal(approved, 1);
});

describe('statements', () => {
  test('the month of an account, at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: withRows(MONTH).authority });
    await checkPage(browser(), { name: 'statement', url: `${url}${PAGE}` });
    await checkPage(browser(), { name: 'statements', url: `${url}/statements` });
  });

  test('asks for the days of the month, and its files are of the same receipts', async (t) => {
    const { authority, asked } = withRows(MONTH);
    const app = await makeConsole(t, { authority });
    const { body } = await app.inject({ url: PAGE.replace('06', '02'), headers: HTML });
    const days = { from: '2026-02-01', to: '2026-02-28' };
    assert.deepEqual(asked[0]?.search, { tenant: 'tn_local', account: 'acct_operating', ...days });
    assert.match(
      body,
      /href="\/receipts\/receipts\.csv\?from=2026-02-01&amp;to=2026-02-28&amp;tenant=tn_local&amp;account=acct_operating"/,
    );
    assert.match(body, /2 payments, 1,000\.30 EUR and 1 payment, 7\.00 USD\./);
    assert.match(body, /3 were held for a person; 1 was approved and paid/);
    for (const month of ['2026-13', '2026', 'x'])
      assert.equal((await app.inject(PAGE.replace('2026-06', month))).statusCode, 422, month);
  });

  test('10,000 movements are all there, and none is shown if one page of them cannot be read', async (t) => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      row({ receipt_id: `rcpt_${index}`, amount: '0.01' }),
    );
    const { authority } = withRows(many);
    const app = await makeConsole(t, { authority });
    const { body } = await app.inject({ url: PAGE, headers: HTML });
    assert.equal(body.match(/href="\/receipts\/rcpt_/g)?.length, 10_000);
    assert.match(body, /10000 payments, 100\.00 EUR/);
    const broken = await makeConsole(t, {
      authority: fakeAuthority([], {
        receiptRows: async (place) =>
          place.before === null ? authority.receiptRows(place) : fail('authority_silent', 'no answer'),
      }),
    });
    assert.equal((await broken.inject({ url: PAGE, headers: HTML })).statusCode, 503);
  });

  test('nothing asked of an account is said as such', async (t) => {
    const app = await makeConsole(t, { authority: withRows([]).authority });
    for (const url of [PAGE, '/statements']) {
      const { statusCode, body } = await app.inject({ url, headers: HTML });
      assert.equal(statusCode, 200);
      await assertValid(body);
    }
  });
});
