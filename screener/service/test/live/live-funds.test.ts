import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fundTickers, NORTHWIND } from '@screener/edgar/testing/synthetic-filer';
import { DAY, MINUTE } from '../app-under-test.ts';
import { FACTS, FUND_TICKERS, type LiveApp, makeLiveApp, SUBMISSIONS, TICKERS } from './live-app.ts';

const FEED = '/cgi-bin/browse-edgar?action=getcompany&CIK=S000099001&type=NPORT-P&output=atom';
const ACCESSION = '0001999100-26-000007';
const DOCUMENT = '/Archives/edgar/data/1999100/000199910026000007/primary_doc.xml';
const AMENDED = '/Archives/edgar/data/1999100/000199910026000009/primary_doc.xml';

const utf8 = (text: string) => new TextEncoder().encode(text);

function feed(...filings: readonly (readonly [string, string, string])[]): Uint8Array {
  const entries = filings.map(
    ([accession, filed, form]) => `<entry><content type="text/xml">
      <accession-number>${accession}</accession-number><filing-date>${filed}</filing-date>
      <filing-href>https://www.sec.gov/Archives/edgar/data/1999100/${accession.replaceAll('-', '')}/${accession}-index.htm</filing-href>
      <filing-type>${form}</filing-type></content></entry>`,
  );
  return utf8(
    `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`,
  );
}

/** Northwind with 990 of 1,000, by its ticker. */
function report(
  periodEnd: string,
  changes: { readonly series?: string; readonly form?: string } = {},
): Uint8Array {
  const { series = 'S000099001', form = 'NPORT-P' } = changes;
  return utf8(`<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><headerData><submissionType>${form}</submissionType></headerData>
<formData><genInfo><regName>Made Up Trust</regName><regCik>0001999100</regCik><seriesName>Made Up Equity ETF</seriesName>
<seriesId>${series}</seriesId><repPdEnd>2026-06-30</repPdEnd><repPdDate>${periodEnd}</repPdDate><isFinalFiling>N</isFinalFiling></genInfo>
<fundInfo><totAssets>1000</totAssets><totLiabs>0</totLiabs><netAssets>1000</netAssets></fundInfo>
<invstOrSecs><invstOrSec><name>${NORTHWIND.name}</name><title>x</title><cusip>N/A</cusip>
<identifiers><ticker value="${NORTHWIND.symbol}"/></identifiers><curCd>USD</curCd><valUSD>1000</valUSD><pctVal>100</pctVal>
<payoffProfile>Long</payoffProfile><assetCat>EC</assetCat><issuerCat>CORP</issuerCat></invstOrSec></invstOrSecs>
</formData></edgarSubmission>`);
}

async function makeFundApp(t: Parameters<typeof makeLiveApp>[0]): Promise<LiveApp> {
  const app = await makeLiveApp(t);
  app.sec.put(
    FEED,
    feed([ACCESSION, '2026-02-27', 'NPORT-P'], ['0001999100-25-000003', '2025-11-28', 'NPORT-P']),
  );
  app.sec.put(DOCUMENT, report('2025-12-31'));
  return app;
}

describe('funds in live mode', () => {
  test('the newest report is fetched, cited and weighed by the stored companies', async (t) => {
    const app = await makeFundApp(t);
    await app.screen(NORTHWIND.symbol);
    const answer = await app.screen('MADE');
    assert.deepEqual(app.asked(), [TICKERS, FACTS, SUBMISSIONS, FUND_TICKERS, FEED, DOCUMENT]);
    assert.equal(answer.compliance, 'compliant');
    assert.equal(answer.data_source, 'sec_live');
    assert.equal(answer.as_of, '2026-03-02');
    assert.equal(answer.facts_through, '2026-02-27');
    const found = answer.etf_look_through;
    assert.deepEqual(
      [found?.report?.accession, found?.report?.filed, found?.coverage_pct],
      [ACCESSION, '2026-02-27', 100],
    );
    const url = `https://www.sec.gov/Archives/edgar/data/1999100/000199910026000007/${ACCESSION}-index.htm`;
    assert.deepEqual([answer.evidence[0]?.accession, answer.evidence[0]?.source_url], [ACCESSION, url]);
    assert.ok(answer.approximations.some(({ id }) => id === 'holdings_from_facts_at_hand'));
  });

  test('the SEC is asked again after a day, and an amendment is used', async (t) => {
    const app = await makeFundApp(t);
    await app.screen('MADE');
    const asked = app.asked().length;
    await app.screen('MADE?rules=classic');
    assert.equal(app.asked().length, asked);
    app.clock.advance(DAY);
    app.sec.put(
      FEED,
      feed(['0001999100-26-000009', '2026-03-03', 'NPORT-P/A'], [ACCESSION, '2026-02-27', 'NPORT-P']),
    );
    app.sec.put(AMENDED, report('2025-12-31', { form: 'NPORT-P/A' }));
    const answer = await app.screen('MADE');
    assert.equal(answer.etf_look_through?.report?.form, 'NPORT-P/A');
    assert.equal(answer.etf_look_through?.report?.accession, '0001999100-26-000009');
  });

  test('holdings of another series never pass as the fund’s', async (t) => {
    const app = await makeFundApp(t);
    app.sec.put(DOCUMENT, report('2025-12-31', { series: 'S000099002' }));
    const answer = await app.get('/v1/screen/MADE');
    assert.equal(answer.status, 503);
    assert.match(answer.body, /S000099002, not of S000099001/);
  });

  test('a fund that filed nothing is an answer; a web page instead of a report is a refusal', async (t) => {
    const app = await makeFundApp(t);
    app.sec.put(FEED, feed());
    const nothing = await app.screen('MADE');
    assert.deepEqual(
      nothing.missing.map(({ code }) => code),
      ['holdings_not_at_hand'],
    );
    const broken = await makeFundApp(t);
    broken.sec.always(DOCUMENT, { kind: 'html_ok' });
    assert.equal((await broken.get('/v1/screen/MADE')).status, 503);
    broken.sec.always(DOCUMENT, null);
    broken.clock.advance(MINUTE);
    assert.equal((await broken.screen('MADE')).etf_look_through?.report?.accession, ACCESSION);
  });

  test('a stored report is used while the SEC cannot be asked', async (t) => {
    const app = await makeFundApp(t);
    await app.screen('MADE');
    app.clock.advance(2 * DAY);
    app.sec.always('*', { kind: 'throttle_page' });
    const answer = await app.screen('MADE');
    assert.equal(answer.etf_look_through?.report?.accession, ACCESSION);
  });

  test('a truncated document is requested once more', async (t) => {
    const app = await makeFundApp(t);
    app.sec.script(DOCUMENT, [{ kind: 'truncated' }]);
    assert.equal((await app.screen('MADE')).etf_look_through?.report?.accession, ACCESSION);
    assert.equal(app.asked().filter((path) => path === DOCUMENT).length, 2);
  });

  test('a company’s ticker means the company, even if a fund once had it', async (t) => {
    const app = await makeFundApp(t);
    app.sec.put(FUND_TICKERS, fundTickers(NORTHWIND.symbol));
    const unknown = await app.get('/v1/screen/NONE');
    assert.equal(unknown.status, 404);
    assert.equal((await app.screen(NORTHWIND.symbol)).etf_look_through, undefined);
  });
});
