import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertEvent } from '../../src/alerts/alert-event.ts';
import { alertMail } from '../../src/alerts/alert-mail.ts';

const ORIGIN = 'https://screen.example';
const DATA: AlertEvent['data'] = {
  symbol: 'APH',
  name: 'Amphenol',
  rules: 'current',
  as_of: '2026-02-25',
  before: 'compliant',
  after: 'questionable',
  chosen: { methodologies: ['ftse', 'msci'], before: 'compliant', after: 'non_compliant' },
  shares: [],
  checks: [{ methodology: 'msci', ratio: 'debt_to_total_assets', from: 'pass', to: 'fail' }],
  cause: 'filing',
  figure: { name: 'long term debt', from: null, to: 1200 },
  filing: {
    accession: '0000820313-26-000007',
    source_url: 'https://www.sec.gov/Archives/aph.htm',
    form: '10-K',
    period_end: null,
  },
  missing: null,
  stale: null,
  engine_version: '1',
  link: `${ORIGIN}/portal/report/APH`,
};
const EVENT: AlertEvent = { type: 'verdict.changed', timestamp: '2026-02-25T12:00:00Z', data: DATA };

/** Shows what is isolated, which no editor shows. */
const shown = (text: string) => text.replaceAll('\u2066', '<').replaceAll('\u2069', '>');

test('an alert is mailed in the language of its account', () => {
  const { subject, text } = alertMail(EVENT, ORIGIN, 'ar');
  assert.equal(shown(subject), '<Amphenol (APH)>: الحكم من «متوافق» إلى «غير متوافق» وفق <FTSE> و<MSCI>');
  assert.deepEqual(shown(text).split('\n').slice(1), [
    'في <2026-02-25>.',
    'وفق جميع المنهجيات الخمس: محل نظر.',
    'الدين إلى إجمالي الأصول (<MSCI>): كان يجتاز، والآن لا يجتاز.',
    'السبب إفصاح.',
    '<long term debt>: كان لا شيء، والآن 1,200.',
    '<10-K> <0000820313-26-000007>: https://www.sec.gov/Archives/aph.htm',
    '',
    'https://screen.example/portal/report/APH',
    '',
    'لإيقاف هذه الرسائل: https://screen.example/portal/alerts',
    '',
  ]);
  assert.match(
    alertMail(EVENT, ORIGIN, 'en').text,
    /^Amphenol \(APH\): compliant, now non-compliant by FTSE and MSCI\nAs of 2026-02-25\.\n/,
  );
});

test('no kind of alert has English words in an Arabic mail', () => {
  const kinds: readonly AlertEvent[] = [
    { ...EVENT, type: 'check.changed' },
    {
      ...EVENT,
      type: 'share.changed',
      data: {
        ...DATA,
        cause: 'holdings',
        shares: [
          { name: 'compliant', from: 80, to: 70.5 },
          { name: 'msci', from: 60, to: 50 },
        ],
      },
    },
    {
      ...EVENT,
      type: 'verdict.stale',
      data: { ...DATA, cause: 'time', stale: { since: '2026-02-25', why: 'report_late' } },
    },
    { ...EVENT, data: { ...DATA, chosen: null, cause: 'data', missing: 'the debt', filing: null } },
  ];
  for (const event of kinds) {
    const { text } = alertMail(event, ORIGIN, 'ar');
    const rest = text.replace(/\u2066[^\u2066\u2069]*\u2069/g, '').replace(/https:\S+/g, '');
    assert.doesNotMatch(rest, /[A-Za-z]/);
  }
});
