import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listed } from '@common/base/english';
import type { ScreenDeps } from '@screener/service/use-cases/screen-ticker';
import { NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import { PAGE } from '@screener/words/face';
import { basisInWords, verdictInTime } from '@screener/words/time';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { type AppUnderTest, clockAt } from '../../../service/test/app-under-test.ts';
import { FACTS, makeLiveApp } from '../../../service/test/live/live-app.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { shownName } from '../../src/parts/shown-name.ts';
import { signInReader } from '../accounts/signed-in.ts';
import { makeApp } from '../app-under-test.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);

/** The service as a signed-in reader sees it. */
async function open(t: TestContext, changes: Partial<ScreenDeps['store']> = {}) {
  const access = await openTestAccess(t, undefined, clock);
  const deps = snapshot.shared();
  return read(await makeApp(t, { ...deps, store: { ...deps.store, ...changes } }, undefined, access));
}

async function read(service: AppUnderTest) {
  const cookie = await signInReader(service.app);
  const get = async (path: string) => {
    const url = `/portal/report/${path}`;
    const { statusCode, headers, body } = await service.app.inject({
      url,
      cookies: { [cookie.name]: cookie.value },
    });
    return { status: statusCode, headers, body, text: textOf(body) };
  };
  return { ...service, get };
}

/** What a reader sees of a page’s main part. */
function textOf(page: string): string {
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
  return main
    .replaceAll(/<(?:style|svg)[\s\S]*?<\/(?:style|svg)>/g, ' ')
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#39;/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

const percent = (fraction: number) => (fraction * 100).toFixed(2);

describe('GET /portal/report/{ticker}', () => {
  test('is for signed-in readers: others are led to the sign-in page and back', async (t) => {
    const { app } = await open(t);
    for (const path of [
      ...['AAPL?rules=classic', 'AAPL/export.json', 'AAPL/export.csv', 'AAPL/recompute.html'],
    ]) {
      const answer = await app.inject(`/portal/report/${path}`);
      assert.equal(answer.statusCode, 303);
      const next = encodeURIComponent(`/portal/report/${path}`);
      assert.equal(answer.headers.location, `/portal?next=${next}`);
    }
  });

  test('is kept by nobody, and has nothing inline', async (t) => {
    const { get } = await open(t);
    const { status, headers, body } = await get('AAPL');
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers.etag, undefined);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.doesNotMatch(body, /<script(?! type="module" src="\/assets\/)|<style|\sstyle=|\son\w+=/);
    assert.ok(gzipSync(body).length < 60_000);
  });

  test('prints the figures of the API: verdict, every ratio, every filed figure', async (t) => {
    const { get, screen } = await open(t);
    for (const symbol of ['AAPL', 'MSFT', 'NVDA', 'PG', 'SNOW', 'APH', 'LPA', 'TSM']) {
      const answer = await screen(symbol);
      const { status, text, body } = await get(symbol);
      assert.equal(status, 200, symbol);
      assert.ok(text.includes(`${shownName(answer.name)} ${verdictInTime(answer, PAGE)}`), symbol);
      assert.ok(text.includes(basisInWords(answer, PAGE)), symbol);
      for (const { low, high } of answer.methodologies.flatMap(({ checks }) => checks)) {
        if (high === null) continue;
        const from = low === 0 ? '0' : percent(low);
        const shown = percent(low) === percent(high) ? percent(high) : `${from}–${percent(high)}`;
        assert.ok(text.includes(` ${shown}% `), `${symbol}: ${shown}`);
      }
      for (const { xbrl_tag: tag, accession } of answer.evidence) {
        assert.ok(text.includes(tag.replace(/^us-gaap:/, '')), `${symbol}: ${tag}`);
        assert.ok(accession === null || text.includes(accession), `${symbol}: ${accession}`);
      }
      assert.equal(
        body.match(/<tr id="e\d+">/g)?.length,
        answer.evidence.length + (answer.market_data.id === null ? 0 : 1),
      );
    }
  });

  test('every small number leads somewhere on the page', async (t) => {
    const { get } = await open(t);
    for (const path of ['AAPL', 'TSM', 'META', 'JPM', 'AAPL?overlays=all']) {
      const { body } = await get(path);
      const ids = new Set([...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
      for (const [, target] of body.matchAll(/href="#([^"]+)"/g))
        assert.ok(ids.has(target), `${path}: ${target}`);
    }
  });

  test('shows Apple’s debt as a sum that can be redone by hand', async (t) => {
    const { get } = await open(t);
    const { text } = await get('AAPL?as_of=2026-03-15');
    // 10-Q for 2025-12-27, accession 0000320193-26-000006, in millions.
    for (const part of [
      'CommercialPaper 1 1,997',
      'LongTermDebtCurrent 2 11,827',
      'LongTermDebtNoncurrent 3 76,685',
      'Debt 90,509',
      'Millions of US dollars',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.equal(1_997 + 11_827 + 76_685, 90_509);
  });

  test('takes a date and a rule set, and keeps them in its links', async (t) => {
    const { get, screen } = await open(t);
    const { body, text } = await get('AAPL?as_of=2022-05-15&rules=classic');
    const answer = await screen('AAPL?as_of=2022-05-15&rules=classic');
    assert.ok(text.includes(`was ${answer.compliance} on 15 May 2022`));
    assert.match(body, /name="as_of" type="date" value="2022-05-15"/);
    assert.match(body, /<option value="classic" selected>/);
    assert.match(body, /href="\/portal\/report\/AAPL\/export\.csv\?as_of=2022-05-15&amp;rules=classic"/);
    assert.match(body, /<input type="hidden" name="as_of" value="2022-05-15">/);
  });

  test('by chosen methodologies: their verdict first, all five beside it, the choice in its links', async (t) => {
    const { get } = await open(t);
    const { body, text } = await get('APH?methodologies=aaoifi');
    assert.match(text, /Amphenol Corp was compliant/);
    assert.match(text, /By AAOIFI\. By all five methodologies: questionable\./);
    assert.match(body, /<dl class="cells methods">\s*<div class="chosen"><dt>AAOIFI/);
    assert.match(body, /export\.csv\?methodologies=aaoifi/);
    assert.match(body, /<option value="aaoifi" selected>/);
    assert.match((await get('APH?methodologies=ftse,msci')).text, /was non-compliant .*FTSE and MSCI/);
    assert.equal((await get('APH?methodologies=shafi')).status, 422);
  });

  test('shows balances in the currency of the price beside those of the report, and the rates behind them', async (t) => {
    const { get } = await open(t);
    const { text, body } = await get('TSM');
    assert.match(text, /TWD 986\.5 bn – 2\.04 tn [\d–, ]+\(\$22\.8–93\.6 bn\) ÷ \$860\.9 bn/);
    assert.match(text, /Exchange rates from TWD to USD ?, as published x1 TWD for one USD average of/);
    assert.match(text, /32\.5743 TWD for one USD\. No rate of that day is at hand/);
    assert.match(body, /href="https:\/\/fred\.stlouisfed\.org\/series\/EXTAUS"/);
    assert.match(text, /USD 860,944,756,868/);
  });

  test('a verdict that is open says what is missing and what is still possible', async (t) => {
    const { get, screen } = await open(t, { rates: async () => [] });
    const { text } = await get('TSM');
    const { methodologies } = await screen('TSM');
    const named = (is: string) => methodologies.filter(({ status }) => status === is).map(({ name }) => name);
    assert.match(text, /neither a pass nor a fail/);
    const undecided = listed(named('unknown'));
    assert.ok(text.includes('Compliant is ruled out: FTSE Yasaar and MSCI Islamic fail.'));
    assert.ok(text.includes(`questionable if ${undecided} pass`), text);
    assert.ok(text.includes(`non-compliant if any of ${undecided} fails`), text);
    const { body } = await get('COST');
    assert.match(
      body,
      /The last verdict was questionable, on <a href="\/portal\/report\/COST\?as_of=2021-06-03">/,
    );
  });

  test('without facts it is short, and asks nothing of its reader', async (t) => {
    const { get } = await open(t);
    const { status, text, body } = await get('META');
    assert.equal(status, 200);
    assert.match(
      text,
      /Meta Platforms, Inc\. has no verdict We have no financial data for this company yet\./,
    );
    assert.match(text, /What you can do .*ask the operator.* Tell me when there is a verdict/);
    assert.match(text, /What we do know Business/);
    assert.doesNotMatch(body, /npm run/);
    assert.doesNotMatch(text, /The arithmetic|Evidence|Purification|The score/);
  });

  test('a company whose later reports are not here: said once, in the words of its reader', async (t) => {
    const { get } = await open(t);
    const { text } = await get('TSLA');
    assert.match(
      text,
      /Tesla, Inc\. has no verdict We have no report newer than 30 September 2022, and do not judge/,
    );
    assert.match(text, /What you can do The SEC has what is missing, but this server is not connected to it/);
    assert.match(text, /Debt no recent report/);
    assert.doesNotMatch(text, /filed in between|What is missing|Price none/);
    const { text: past } = await get('AMZN?as_of=2022-06-30');
    assert.match(past, /Amazon\.com Inc has no verdict for 30 June 2022/);
  });

  test('a stale answer has no green mark, and its reason is of the past', async (t) => {
    const { get } = await open(t);
    const { body, text } = await get('AAPL');
    assert.match(text, /was compliant on \d+ April 2026 The business passed, and so did all 5 methodologies/);
    const beforeHistory = body.slice(body.indexOf('<main'), body.indexOf('id="history"'));
    assert.doesNotMatch(beforeHistory.slice(0, beforeHistory.indexOf('id="assumed"')), /class="marked pass"/);
  });

  test('figures that a reader enters: judged without colour, never as evidence', async (t) => {
    const { get } = await open(t);
    assert.match(
      (await get('TSLA')).body,
      /<a href="\/portal\/report\/TSLA\/figures">Enter the figures yourself/,
    );
    const empty = await get('TSLA/figures');
    assert.match(empty.text, /Enter the figures of Tesla, Inc\. yourself/);
    const all =
      'cash=16,139&current_securities=20424&noncurrent_securities=0&receivables=4418&total_assets=122070&debt=8213&revenue=97690&interest_income=1569&market_cap=1200000';
    const judged = await get(`TSLA/figures?${all}`);
    assert.equal(judged.status, 200);
    assert.match(
      judged.text,
      /By your figures, Tesla, Inc\. is compliant Computed from what you entered, not from filings/,
    );
    assert.doesNotMatch(judged.body, /marked pass|id="evidence"/);
    const open_ = await get('TSLA/figures?debt=8213');
    assert.match(open_.text, /has no verdict .* It could still be compliant, questionable or non-compliant/);
    const wrong = await get('TSLA/figures?debt=-5&revenue=0&total_assets=1&cash=2');
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /not negative.*greater than zero/);
    assert.match(wrong.body, /value="-5"/);
    assert.match(wrong.text, /less than cash, securities and receivables together/);
    for (const [ticker, to] of [
      ['AAPL', '/portal/report/AAPL'],
      ['SPUS', '/portal/report/SPUS'],
    ] as const) {
      assert.equal((await get(`${ticker}/figures`)).headers.location, to);
    }
  });

  test('a former ticker leads to the present one', async (t) => {
    const { get } = await open(t);
    const { status, headers } = await get('FB?rules=classic');
    assert.deepEqual([status, headers.location], [302, '/portal/report/META?rules=classic']);
    const { status: gone, text } = await get('TWTR');
    assert.equal(gone, 404);
    assert.match(text, /This listing has ended Twitter, Inc\. \(TWTR\) is no longer listed/);
  });

  test('a prohibited business needs no figures', async (t) => {
    const { get } = await open(t);
    const { text } = await get('MO');
    assert.match(text, /was non-compliant on \d+ \w+ \d{4} The core business is prohibited/);
    assert.match(text, /What the company does fails/);
    assert.doesNotMatch(text, /The arithmetic|Evidence/);
  });

  test('overlays stand apart from the verdict, and only if asked for', async (t) => {
    const { get } = await open(t);
    assert.match((await get('AAPL')).body, /href="\/portal\/report\/AAPL\?overlays=all#overlays"/);
    const { text } = await get('AAPL?overlays=tobacco,alcohol');
    assert.match(text, /Tobacco Not flagged by SIC 3571/);
    assert.doesNotMatch(text, /Gambling/);
  });
});

describe('the calculator', () => {
  test('gives both methods, at least and at most, without script', async (t) => {
    const { get } = await open(t);
    const { status, text, body } = await get('AAPL?as_of=2026-03-15&shares=100&dividends=103');
    assert.equal(status, 200);
    assert.match(text, /By share \(AAOIFI 3\/4\/6\) 100 shares × 0–0\.789012 0\.00 78\.91/);
    assert.match(text, /By dividend 103 × 0–2\.66% 0\.00 2\.74/);
    assert.match(body, /<form class="form" method="get" action="\/portal\/report\/AAPL#purification">/);
    const sold = await get('AAPL?as_of=2026-03-15&shares=100&until=2025-06-30');
    assert.match(sold.text, /not held at the period end 0\.00 0\.00/);
  });

  test('keeps wrong input, with its error beside the field', async (t) => {
    const { get } = await open(t);
    for (const typed of ['many', '-5', '"><script>alert(1)</script>', '1e9']) {
      const { status, body, headers } = await get(`AAPL?shares=${encodeURIComponent(typed)}&until=soon`);
      assert.equal(status, 422);
      assert.equal(headers['cache-control'], 'no-store');
      assert.doesNotMatch(body, /<script>/);
      assert.match(body, /id="shares"[^>]*aria-invalid="true" aria-describedby="shares-error"/);
      const [, kept = ''] = /id="shares"[^>]*value="([^"]*)"/.exec(body) ?? [];
      assert.equal(kept.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'), typed);
      assert.match(body, /id="until" name="until" type="text" value="soon"/);
    }
  });
});

describe('a report that cannot be given', () => {
  const cases: readonly (readonly [path: string, status: number, says: RegExp])[] = [
    ['no-such-ticker-at-all', 400, /This is not a ticker/],
    ['%20', 400, /This is not a ticker/],
    ['%3Cscript%3E', 400, /This is not a ticker/],
    ['ZZZZZ', 404, /No company or fund with this ticker/],
    ['AAPL?as_of=yesterday', 422, /There is no report for this date.*The date must be an existing date/],
    ['AAPL?as_of=2031-01-01', 422, /There is no report for this date/],
    ['AAPL?rules=strict', 422, /There are no such rules/],
    ['AAPL?overlays=astrology', 422, /There is no such overlay/],
  ];
  for (const [path, status, says] of cases) {
    test(`${path}: ${status}`, async (t) => {
      const { get } = await open(t);
      const answer = await get(path);
      assert.equal(answer.status, status);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(answer.text, says);
      const [ticker = '', query = ''] = path.split('?');
      assert.equal((await get(`${ticker}/export.csv${query && `?${query}`}`)).status, status);
    });
  }

  test('repeated and overlong parameters are refused as a page', async (t) => {
    const { get } = await open(t);
    for (const query of [
      'as_of=2024-01-01&as_of=2025-01-01',
      `overlays=${'x'.repeat(401)}`,
      'shares=%00',
      'shares=%ff',
    ]) {
      const { status, headers } = await get(`AAPL?${query}`);
      assert.equal(status, 422, query);
      assert.match(String(headers['content-type']), /^text\/html/);
    }
  });

  test('an unknown ticker gets proposals that lead to their reports', async (t) => {
    const { get } = await open(t);
    const { status, body } = await get('AAPLE');
    assert.equal(status, 404);
    assert.match(body, /<a href="\/portal\/report\/AAPL">/);
  });

  test('the SEC is not reached: 503 with the time to wait', async (t) => {
    const live = await makeLiveApp(t, undefined, makeApp);
    const { get } = await read(live);
    live.sec.script(FACTS, [{ kind: 'throttle_page' }]);
    const { status, headers, text } = await get(NORTHWIND.symbol);
    assert.equal(status, 503);
    assert.equal(headers['retry-after'], '600');
    assert.match(text, /The SEC is not available right now/);
  });
});

describe('the exports', () => {
  test('JSON is the data of the API', async (t) => {
    const { get, screen } = await open(t);
    const { status, headers, body } = await get('AAPL/export.json?as_of=2026-03-15');
    assert.equal(status, 200);
    assert.equal(headers['content-disposition'], 'attachment; filename="AAPL-2026-03-15.json"');
    assert.equal(headers['cache-control'], 'no-store');
    assert.deepEqual(JSON.parse(body), await screen('AAPL?as_of=2026-03-15'));
    const { overlays } = JSON.parse((await get('AAPL/export.json?overlays=tobacco')).body);
    assert.equal(overlays.tobacco.flagged, false);
  });

  test('the file that recomputes itself is of the report’s date; of a fund without a report there is none', async (t) => {
    const { get } = await open(t);
    const { status, headers, body } = await get('AAPL/recompute.html?as_of=2026-03-15');
    assert.equal(status, 200);
    assert.equal(headers['content-disposition'], 'attachment; filename="AAPL-2026-03-15.html"');
    assert.match(body, /<th scope="row" data-line>As of<\/th><td><span data-line>2026-03-15</);
    const none = await get('SPUS/recompute.html?as_of=2015-03-15');
    assert.equal(none.status, 404);
    assert.match(none.text, /This report cannot be computed again/);
  });

  test('CSV is a file of checks and evidence', async (t) => {
    const { get } = await open(t);
    const { headers, body } = await get('aapl/export.csv?as_of=2026-03-15');
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.equal(headers['content-disposition'], 'attachment; filename="AAPL-2026-03-15.csv"');
    assert.match(body, /^row,symbol,as_of,today,stale_since,rules,/);
    assert.match(body, /\r\nevidence,AAPL,2026-03-15,2030-06-15,,current,/);
  });
});
