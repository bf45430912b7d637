import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOTICE_KINDS, type NoticeContent } from '@platform/core/objects/notice';
import { NOTICE_WORDS, noticeDetails, noticeTitle, unlinked } from '../src/notices.ts';

const grant = { grant_id: 'gr_1', action_hash: 'a' };
const directory = { tenant: 'tn_1', profile: 'treasury.v1', directory: 'beneficiaries', sequence: 3 };
const limit = { tenant: 'tn_1', contract_id: 'ic_0000cafe' };

/** What is said of each kind: without details, and with them. */
const ROWS: readonly (readonly [NoticeContent, title: string, details: string | null])[] = [
  [
    { type: 'approval.requested', about: grant, told: {} },
    'A request needs approval',
    'Pay 2,500.00 to acme for INV-80.',
  ],
  [
    { type: 'approval.reminder', about: grant, told: {} },
    'A request still needs approval',
    'Pay 2,500.00 to acme for INV-80.',
  ],
  [
    { type: 'grant.in_doubt', about: grant, told: {} },
    'A principal must decide what a request counts as',
    'Pay 2,500.00 to acme for INV-80.',
  ],
  [
    { type: 'grant.outcome_unknown', about: { ...grant, redeemed_at: '2026-03-02T09:00:00.000Z' }, told: {} },
    'The outcome of a request has been unknown for ten minutes',
    'Pay 2,500.00 to acme for INV-80: begun on 2 March 2026 at 09:00 UTC, and nobody has reported how it ended.',
  ],
  [
    { type: 'effect.returned', about: grant, told: {} },
    'What was accepted failed or came back later',
    'Pay 2,500.00 to acme for INV-80.',
  ],
  [
    {
      type: 'limit.near',
      about: { ...limit, limit: 'daily_max', day: '2026-03-02' },
      told: { profile: 'treasury.v1', mandate: 'Suppliers', used: '41000', max: '50000.00', currency: 'USD' },
    },
    'A limit has reached 80 %',
    'Suppliers, daily max: 41,000.00 of 50,000.00 USD on 2 March 2026.',
  ],
  [
    {
      type: 'limit.near',
      about: { ...limit, limit: 'uses' },
      told: { profile: 'treasury.v1', used: '40', max: '50' },
    },
    'A limit has reached 80 %',
    'treasury, …cafe, uses: 40 of 50.',
  ],
  [
    {
      type: 'directory.changed',
      about: { ...directory, change: 'changed' },
      told: { name: 'acme', by: ['clerk_lina', 'approver_cfo'] },
    },
    'A payee was changed',
    'clerk_lina and approver_cfo changed acme.',
  ],
  [
    {
      type: 'key.marked',
      about: { kid: 'approver_cfo' },
      told: { by: 'principal_amina', person: 'cfo', since: '2026-03-02T09:00:00Z' },
    },
    'A key was reported lost or stolen',
    'principal_amina reported approver_cfo of cfo: what it signed since 2 March 2026 at 09:00 UTC does not count.',
  ],
  [
    {
      type: 'profile.published',
      about: { profile: 'treasury.v1', version: '1.4.0' },
      told: { by: 'principal_amina' },
    },
    'A new version of a policy was published',
    'treasury.v1 1.4.0, signed by principal_amina.',
  ],
  [
    {
      type: 'reconciliation.differs',
      about: { tenant: 'tn_1', period: '2026-02' },
      told: { account: 'acct_main', differences: 3 },
    },
    'A statement differs from the counterparty’s list',
    'acct_main, 2026-02: 3 differences.',
  ],
  [
    { type: 'notices.left_out', about: { left_out: 1980 }, told: {} },
    '1,980 more notices were left out',
    null,
  ],
  [{ type: 'notices.left_out', about: { left_out: 1 }, told: {} }, '1 more notice was left out', null],
  [{ type: 'test', about: {}, told: {} }, 'A test of notices', null],
];

describe('notices', () => {
  for (const [content, title, details] of ROWS) {
    test(`${content.type}: ${title}`, () => {
      assert.equal(noticeTitle(content), title);
      assert.equal(noticeDetails(content, 'Pay 2,500.00 to acme for INV-80'), details);
    });
  }

  test('each kind has words, here and in lists', () => {
    const types = new Set(ROWS.map(([{ type }]) => type));
    for (const kind of NOTICE_KINDS) assert.ok(types.has(kind) && NOTICE_WORDS[kind].length > 0, kind);
  });
});

test('nothing of a stranger’s is a link or hides anything; amounts and references stay as they are', () => {
  for (const [given, harmless] of [
    ['https://evil.example/pay?x=1', 'https[:]//evil[.]example/pay?x=1'],
    ['www.evil.example', 'www[.]evil[.]example'],
    ['cfo@evil.example', 'cfo@evil[.]example'],
    ['http://10.0.0.1/', 'http[:]//10.0.0.1/'],
    ['evil。example', 'evil[.]example'],
    ['xn--e1awd7f.4u.example', 'xn--e1awd7f.4u[.]example'],
    ['a\r\nBcc: x', 'a\\u{d}\\u{a}Bcc: x'],
    ['\u202e08-VNI\u2069', '\\u{202e}08-VNI\\u{2069}'],
    ['12.50 of 1,000.00', '12.50 of 1,000.00'],
    ['INV-80.', 'INV-80.'],
    ['Acme Ltd. of Oslo', 'Acme Ltd. of Oslo'],
  ] as const) {
    assert.equal(unlinked(given), harmless);
  }
});
