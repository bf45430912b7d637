import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addMonths } from '@common/base/calendar';
import { fail, ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { SignedMovementPage } from '@platform/core/objects/movement';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { rowOf } from '@platform/core/row/row-of';
import { statementPeriod } from '@platform/core/statement/period';
import { receiptStatement } from '../../src/statements/statement.ts';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from '../pages/console-app.ts';
import { fakeAuthority, vector } from '../pages/fake-authority.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const SAMPLE = rowOf(unwrap(openReceipt(nodeCrypto, vector('executed'))));

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

/** A page of the bank's list: the payment of `SAMPLE`, and a fee. */
const LIST: SignedMovementPage = {
  page: {
    type: 'sanad/movements/1',
    deployment: 'dp_0123456789abcdef01234567',
    tenant: 'tn_local',
    account: 'acct_operating',
    ...statementPeriod('2026-06').movements,
    after: null,
    plugin: 'treasury',
    counterparty: 'bank',
    currency: 'EUR',
    opening: '5000',
    closing: '3987.5',
    movements: [
      {
        movement_id: 'txn_1',
        booked_at: '2026-06-02T09:00:00Z',
        ...{ direction: 'out', amount: '1000', balance: '4000', text: null },
        other_account: SAMPLE.payee_account,
        reference: SAMPLE.reference,
        idempotency_key: SAMPLE.idempotency_key,
      },
      {
        movement_id: 'fee_1',
        booked_at: '2026-06-03T09:00:00Z',
        ...{ direction: 'out', amount: '12.5', balance: '3987.5', text: 'Account fee' },
        ...{ other_account: null, reference: null, idempotency_key: null },
      },
    ],
    more: false,
    listed_at: '2026-07-01T09:00:00Z',
  },
  page_hash: 'a'.repeat(64),
  signature: { kid: 'pep', alg: 'ed25519', sig: 'ab' },
};

const PAGE = '/statements/month?tenant=tn_local&account=acct_operating&month=2026-06';

test('sums are exact and by currency, and every receipt stands in one place', () => {
  const { currencies, held, refused, approved } = receiptStatement(MONTH, statementPeriod('2026-06'));
  assert.deepEqual(
    currencies.map(({ currency, payments, paid }) => [currency, payments.map(({ paid: sum }) => sum), paid]),
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
    const { authority } = withRows([
      row({ amount: '1001', approved_by: ['cfo'] }),
      row({ idempotency_key: 'idem_pay_2' }),
    ]);
    const listing = await serveConsole(t, { authority: { ...authority, movements: async () => ok(LIST) } });
    await checkPage(browser(), { name: 'statement-compared', url: `${listing}${PAGE}` });
  });

  test('asks for the days of the month and around it, and shows those of the month', async (t) => {
    const { authority, asked } = withRows(MONTH);
    const app = await makeConsole(t, { authority });
    const { body } = await app.inject({ url: PAGE.replace('06', '02'), headers: HTML });
    const days = { from: '2026-01-31', to: '2026-03-07' };
    assert.deepEqual(asked[0]?.search, { tenant: 'tn_local', account: 'acct_operating', ...days });
    assert.match(body, /Nothing was asked of this account in this month/);
    const { body: june } = await app.inject({ url: PAGE, headers: HTML });
    assert.match(june, /2 payments, 1,000\.30 EUR and 1 payment, 7\.00 USD\./);
    assert.match(june, /3 were held for a person; 1 was approved and paid/);
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

  test('a month is compared with the counterparty’s list: sums, what is not by Sanad, and differences', async (t) => {
    const paid = row({ receipt_id: 'rcpt_1', amount: '1000', approved_by: ['cfo'] });
    const other = row({ ...paid, receipt_id: 'rcpt_2', idempotency_key: 'idem_pay_2', amount: '7' });
    const { authority } = withRows([other, paid]);
    const app = await makeConsole(t, { authority: { ...authority, movements: async () => ok(LIST) } });
    const { body } = await app.inject({ url: PAGE, headers: HTML });
    await assertValid(body);
    const text = body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const words of [
      '1 payment, 1,000.00 EUR. One difference between the receipts and the bank’s list.',
      'Opening, 1 June 5,000.00',
      '1 payment −1,000.00',
      'Closing, by the receipts 4,000.00',
      '1 movement without a receipt −12.50',
      'Closing, by the bank’s list 3,987.50',
      '1 payment is in both lists, the same in each.',
      '1 movement is not by Sanad: no agent asked for it.',
      'A receipt says that 7.00 EUR was paid; the bank’s list has no such movement.',
    ])
      assert.ok(text.includes(words), `${words} in ${text}`);
    const { body: csv } = await app.inject(PAGE.replace('month?', 'month.csv?'));
    assert.deepEqual(
      csv.split('\r\n').map((line) => line.split(',').slice(0, 2).join(' ')),
      [
        'kind date',
        'opening 2026-06-01',
        'payment 2026-06-02T09:00:00Z',
        'movement 2026-06-03T09:00:00Z',
        'difference ',
        'closing 2026-07-01',
        '',
      ],
    );
  });

  test('a month that is not over has no closing balance, and says as of when it is', async (t) => {
    const soFar = { ...LIST, page: { ...LIST.page, listed_at: '2026-06-20T09:00:00.000Z' } };
    const { authority } = withRows([row({ amount: '1000' })]);
    const app = await makeConsole(t, { authority: { ...authority, movements: async () => ok(soFar) } });
    const { body } = await app.inject({ url: PAGE, headers: HTML });
    await assertValid(body);
    const text = body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const words of [
      'June 2026, so far The month is not over: this is as of 20 June 2026 at 09:00 UTC. 1 payment, 1,000.00 EUR.',
      'So far, by the receipts 4,000.00',
      'So far, by the bank’s list 3,987.50',
    ])
      assert.ok(text.includes(words), `${words} in ${text}`);
    assert.doesNotMatch(text, /closing/i);
    const { body: csv } = await app.inject(PAGE.replace('month?', 'month.csv?'));
    assert.match(csv, /\r\nso far,2026-06-20T09:00:00\.000Z,/);
    assert.doesNotMatch(csv, /closing/);
  });

  test('a month that has not begun is refused, and none leads to it', async (t) => {
    const app = await makeConsole(t, { authority: withRows([]).authority });
    const at = (month: string, ending = '') =>
      app.inject({
        url: PAGE.replace('2026-06', month).replace('month?', `month${ending}?`),
        headers: HTML,
      });
    const present = NOW.slice(0, 7);
    const next = addMonths(`${present}-01`, 1).slice(0, 7);
    for (const ending of ['', '.csv', '.jsonl']) {
      const { statusCode, body } = await at(next, ending);
      assert.equal(statusCode, 422, ending);
      assert.match(body, new RegExp(`${next} has not begun`));
    }
    const { body } = await at(present);
    assert.match(body, /Nothing was asked of this account in this month so far\./);
    assert.ok(!body.includes(`month=${next}`));
  });

  test('a search that lacks receipts gives no statement', async (t) => {
    const { authority } = withRows(MONTH);
    const behind: Authority['receiptRows'] = async (place) => {
      const page = await authority.receiptRows(place);
      return page.ok ? ok({ ...page.value, behind: 3 }) : page;
    };
    const app = await makeConsole(t, { authority: { ...authority, receiptRows: behind } });
    for (const url of [PAGE, PAGE.replace('month?', 'month.csv?'), PAGE.replace('month?', 'month.jsonl?')])
      assert.equal((await app.inject({ url, headers: HTML })).statusCode, 503, url);
  });

  test('two payees of one name are told apart, on the page and in the file', async (t) => {
    const { authority } = withRows([row({ payee_account: 'acct_umbrella', payee_entry: 'umbrella' })]);
    const app = await makeConsole(t, { authority });
    const { body } = await app.inject({ url: PAGE, headers: HTML });
    assert.match(body, /acme \(umbrella\)/);
    const { body: csv } = await app.inject(PAGE.replace('month?', 'month.csv?'));
    assert.match(csv, /^kind,date,payee,payee_account,payee_entry,reference,/);
    assert.match(csv, /\npayment,[^,]+,acme,acct_umbrella,umbrella,/);
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
