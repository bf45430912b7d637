import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dailyIndexPath, parseDailyIndex } from '../src/daily-index.ts';
import { createSecClient } from '../src/sec-client/sec-client.ts';
import { type Behaviour, fakeDailyIndex, startFakeSec } from '../src/testing/fake-sec.ts';

const DAY = '2026-08-24';
const RULE = '-'.repeat(80);
const HEAD = `Description:           Daily Index of EDGAR Dissemination Feed
Last Data Received:    Aug 24, 2026
Comments:              webmaster@sec.gov
Anonymous FTP:         ftp://ftp.sec.gov/edgar/
 
CIK|Company Name|Form Type|Date Filed|File Name
${RULE}
`;
const row = (cik: string, form: string, date = '20260824') =>
  `${cik}|SOME FILER /ON/|${form}|${date}|edgar/data/${cik}/0001104659-26-100300.txt\n`;
const read = (text: string) => parseDailyIndex(new TextEncoder().encode(text), DAY);

describe('the SEC’s index of a day', () => {
  test('is kept by year and quarter', () => {
    assert.equal(dailyIndexPath('2026-08-24'), '2026/QTR3/master.20260824.idx');
    assert.equal(dailyIndexPath('2026-01-02'), '2026/QTR1/master.20260102.idx');
    assert.equal(dailyIndexPath('2026-12-31'), '2026/QTR4/master.20261231.idx');
  });

  test('names the filers of periodic reports and their amendments, once each', () => {
    const forms = ['10-K', '10-Q/A', '20-F', '40-F', '6-K', '10-K', '8-K', '4', 'S-8', 'NPORT-P', '10-D'];
    const text = HEAD + forms.map((form, index) => row(String(1000 + (index % 5)), form)).join('');
    const ciks = read(text);
    assert.deepEqual(ciks.ok && [...ciks.value].sort(), [
      ...['0000001000', '0000001001', '0000001002', '0000001003', '0000001004'],
    ]);
    const others = read(HEAD + row('7', '8-K') + row('8', 'NT 10-K'));
    assert.equal(others.ok && others.value.size, 0);
  });

  test('dates with hyphens, as older files have them, and names in Latin-1', () => {
    const bytes = Buffer.from(
      HEAD + row('320193', '10-K', '2026-08-24').replace('SOME', 'CAF\u00c9'),
      'latin1',
    );
    const ciks = parseDailyIndex(bytes, DAY);
    assert.deepEqual(ciks.ok && [...ciks.value], ['0000320193']);
  });

  test('a report may be indexed some days later, a letter of the SEC months later', () => {
    const ciks = read(
      HEAD + row('1', '10-K', '20260817') + row('2', 'UPLOAD', '20260301') + row('3', 'CORRESP', '20251231'),
    );
    assert.deepEqual(ciks.ok && [...ciks.value], ['0000000001']);
  });

  const refused: Readonly<Record<string, string>> = {
    'an end inside a row': (HEAD + row('1', '10-K')).slice(0, -5),
    'other columns': HEAD.replace('Form Type', 'Form') + row('1', '10-K'),
    'a row with a field too few': `${HEAD}1|A|10-K|20260824\n`,
    'a row without a CIK': HEAD + row('x', '10-K'),
    'a date that does not exist': HEAD + row('1', '10-K', '20260832'),
    'a report filed long before': HEAD + row('1', '10-K') + row('2', '10-Q', '19990401'),
    'a report filed eight days before': HEAD + row('1', '10-K', '20260816'),
    'a report filed after it': HEAD + row('1', '10-K', '20260901'),
    'a header and no row': HEAD,
    'a header and an empty line': `${HEAD}\r\n`,
    'a web page': '<html><body>Undeclared Automated Tool</body></html>\n',
    'no rule below the columns': HEAD.replace(RULE, '') + row('1', '10-K'),
  };
  for (const [what, text] of Object.entries(refused)) {
    test(`${what} is refused whole`, () => assert.equal(read(text).ok, false));
  }
});

describe('fetching it', () => {
  const outcomes: Readonly<Record<string, readonly [Behaviour, string]>> = {
    'a day that the archive does not have': [{ kind: 'access_denied_xml' }, 'not_found'],
    'a day that the site does not have': [{ kind: 'status', status: 404 }, 'not_found'],
    'the throttle page': [{ kind: 'throttle_page' }, 'sec_throttled'],
    'a cut body': [{ kind: 'truncated' }, 'sec_truncated'],
    'a web page under 200': [{ kind: 'html_ok' }, 'sec_unexpected_content'],
  };
  for (const [what, [behaviour, code]] of Object.entries(outcomes)) {
    test(`${what}: ${code}`, async () => {
      const [path, bytes] = fakeDailyIndex(DAY, [[320_193, '10-Q']]);
      await using sec = await startFakeSec({ documents: [[path, bytes]] });
      const client = createSecClient({
        userAgent: 'Sanad Tests tests@example.com',
        baseUrls: sec.baseUrls,
        sleep: async () => undefined,
      });
      assert.ok(client.ok);
      const whole = await client.value.dailyIndex(DAY);
      assert.deepEqual(whole.ok && [...whole.value.bytes], [...bytes]);
      assert.equal(sec.requests[0]?.headers['accept-encoding'], 'identity');
      sec.always(path, behaviour);
      const answer = await client.value.dailyIndex(DAY);
      assert.equal(!answer.ok && answer.error.code, code);
    });
  }
});
