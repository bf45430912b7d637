import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { type HeldLine, readHoldings } from '@screener/sources/holdings/read-holdings';
import { openMemory, openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt, DAY } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { bytesOfHoldings } from '../../src/parts/hidden-list.http.ts';
import { signIn } from '../accounts/signed-in.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));
const browser = useBrowser();
const PATH = '/portal/portfolio';

describe('the portfolio', () => {
  async function post(t: TestContext, path: string, holdings: string, headers: Record<string, string> = {}) {
    const { app } = await makeApp(t, snapshot.shared());
    const payload = new URLSearchParams({ holdings }).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    return app.inject({ method: 'POST', url: path, headers: { ...form, ...headers }, payload });
  }

  test('what needs a decision comes first: forbidden, then without a verdict; what is kept apart comes last', async (t) => {
    const { statusCode, headers, body } = await post(
      t,
      PATH,
      'SNOW $50\nAAPL $600\nJPM $300\ncash 5000\n<script>qq 1',
    );
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store']);
    const order = [
      'One of your three is',
      'Two need',
      '>JPM<',
      '>SNOW<',
      'Compliant: one',
      '>AAPL<',
      'Kept apart',
    ];
    const places = order.map((text) => body.indexOf(text));
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    assert.ok(!places.includes(-1), JSON.stringify(places));
    // Every value here is given, so no closing price is named.
    assert.doesNotMatch(body, /class="when">[^\n]*closing/);
    const { body: priced } = await post(t, PATH, 'AAPL 4');
    assert.match(
      priced,
      /As of <time[^>]*>[^<]*<\/time>; closing prices of <time datetime="2026-0[1-5][^>]*>[^<]*<\/time>\./,
    );
    // Its verdict is of an earlier day, and the page says of which.
    assert.match(body, /Non-compliant on 30 May 2025: .*SNOW/s);
    // Typed text is text.
    assert.ok(!body.includes('<script>qq'));
    assert.match(
      body,
      /Shares of value: compliant 63\.2%, questionable 0\.0%, non-compliant 31\.6%, no verdict 5\.3%/,
    );
  });

  test('a page gives a list back twice at most, within the memory that was reserved for it', async (t) => {
    const row = `AAPL,1,x${'"'.repeat(1_980)}\n`;
    const holdings = `Symbol,Quantity,Note\n${row.repeat(200)}`;
    const reserved = bytesOfHoldings({ body: { holdings } });
    assert.ok(reserved > 10 * holdings.length, 'a quote takes six bytes');
    for (const path of [PATH, '/portal/purification', '/portal/zakat']) {
      const { app } = await makeApp(t, snapshot.shared());
      const payload = new URLSearchParams({ holdings, gold: '115' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { statusCode, body } = await app.inject({ method: 'POST', url: path, headers, payload });
      assert.equal(statusCode, 200, path);
      assert.equal(body.match(/<textarea/g)?.length, 2, path);
      assert.ok(Buffer.byteLength(body) < reserved + 100_000, `${path}: ${body.length}`);
    }
  });

  test('of a list that is too long, the page says how long it may be, in whatever letters', async (t) => {
    const { statusCode, body } = await post(t, PATH, '€'.repeat(MOST.characters + 1));
    assert.equal(statusCode, 422);
    assert.match(body, new RegExp(`id="holdings-error">.* ${MOST.characters} characters`));
  });

  test('by the methodologies that the reader follows, with the verdict by all beside it', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const by = async (...methodologies: readonly string[]) => {
      const form = [['holdings', 'APH $100'], ...methodologies.map((id) => ['methodologies', id])];
      const { body } = await app.inject({
        method: 'POST',
        url: PATH,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload: new URLSearchParams(form).toString(),
      });
      return body;
    };
    assert.match(await by(), /<h1>Your one holding is .*questionable.*By all five methodologies\. /s);
    const own = await by('aaoifi');
    assert.match(own, /<h1>Your one holding is .*compliant.*By AAOIFI\. /s);
    assert.match(own, /value="aaoifi" checked/);
    assert.match(own, /<input type="hidden" name="methodologies" value="aaoifi">/);
    assert.match(
      await by('msci', 'ftse'),
      /non-compliant.*By FTSE and MSCI\. .*By all five methodologies: questionable/s,
    );
  });

  test('as a table for spreadsheets, with a column for each methodology', async (t) => {
    const typed = 'AAPL $600\nSNOW $400\n=cmd 5\nKO 7 sold 2025-03-01';
    const { headers, body } = await post(t, `${PATH}.csv`, typed);
    assert.match(String(headers['content-disposition']), /portfolio\.csv/);
    const [titles = '', apple = '', snow = '', apart = '', sold = ''] = body.split('\r\n');
    assert.match(titles, /^symbol,name,quantity,value_usd,.*,compliance_today,.*,aaoifi_today,/);
    assert.match(apple, /^AAPL,Apple Inc\.,,600,given,,60,compliant,/);
    // What counts today is first; the verdict of an earlier day stands with its day.
    assert.match(snow, /^SNOW,.*,40,not_screenable,.*,non_compliant,non_compliant,2025-05-30,2025-/);
    assert.match(snow, /(,unknown){5}$/);
    assert.match(apart, /^,'=cmd,5,.*,not counted: unmatched,/);
    assert.match(sold, /^,KO,7,.*,not counted: sold 2025-03-01,/);
  });

  test('what is not held today is told apart, and a list of nothing else says so', async (t) => {
    const { body } = await post(t, PATH, 'JPM 3 sold 2025-03-01\nKO 7 bought 2027-03-01');
    assert.match(body, /<h1>Nothing here is held today and listed in the United States<\/h1>/);
    assert.match(body, /Sold on 1 March 2025: <bdi>JPM<\/bdi>.*Bought later, on 1 March 2027: <bdi>KO</s);
  });

  test('takes no form of another site, and stores nothing', async (t) => {
    assert.equal((await post(t, PATH, 'AAPL 1', { 'sec-fetch-site': 'cross-site' })).statusCode, 403);
  });

  test('counts towards the reader’s own limit, and not towards the searches of their network', async (t) => {
    const clock = clockAt('2026-05-01T12:00:00Z');
    const access = await openTestAccess(t, { demo: 1, free: 3, partner: 0 }, clock, await openMemory());
    const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
    const [reader, form] = [await signIn(app), { holdings: 'AAPL 1', gold: '115' }];
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const stranger = async () =>
      (await app.inject({ method: 'POST', url: PATH, headers, payload: 'holdings=AAPL+1' })).statusCode;
    assert.deepEqual([await stranger(), await stranger(), await stranger()], [200, 200, 429]);
    for (const path of [PATH, '/portal/purification', '/portal/zakat'])
      assert.equal((await reader.post(path, form)).status, 200, path);
    assert.equal((await reader.post(`${PATH}.csv`, form)).status, 429);
  });

  test('a list is stored by its button alone, for its account alone, and is computed again, exported and deleted', async (t) => {
    const now = clockAt('2026-05-01T12:00:00Z');
    const { app } = await makeApp(t, { ...snapshot.shared(), clock: now });
    const [reader, other] = [await signIn(app), await signIn(app, 'other@example.org')];
    const holdings = 'AAPL 40, dividends 41.20, bought 2024-03-01\nKO 5\ncash 100';
    const answered = await reader.post(PATH, { holdings });
    assert.match(answered.body, /Save this list/);
    assert.doesNotMatch((await reader.get(PATH)).body, /class="portfolio"/);
    const saved = await reader.post(`${PATH}/save`, { holdings });
    assert.deepEqual([saved.status, saved.location], [303, PATH]);
    const first = await reader.get(PATH);
    assert.match(first.body, /class="portfolio".*You saved this list on/s);
    assert.doesNotMatch(first.body, /id="changes"/);
    assert.doesNotMatch((await other.get(PATH)).body, /class="portfolio"/);
    assert.match((await other.get(`${PATH}/saved.csv`)).body, /^symbol,[^\n]*\n$/);
    // The same list fills the other forms.
    for (const path of ['/portal/purification', '/portal/zakat']) {
      assert.match((await reader.get(path)).body, /<textarea[^>]*>\s*AAPL 40, dividends/);
    }
    const { body: csv } = await reader.get(`${PATH}/saved.csv`);
    const [typed, again] = [readHoldings(holdings), readHoldings(csv)];
    assert.ok(typed.ok && again.ok);
    const bare = (lines: readonly HeldLine[]) =>
      lines.map(({ line: _line, alsoAsked: _also, ...one }) => one);
    assert.deepEqual(bare(again.value.lines), bare(typed.value.lines));
    const stored = JSON.parse((await reader.get('/portal/account/export.json')).body);
    assert.equal(stored.portfolio[0].holdings, holdings);
    // On a later day, what is different is told.
    now.advance(DAY);
    await reader.post(`${PATH}/save`, { holdings: 'AAPL 40\nMSFT 3' });
    const later = await reader.get(PATH);
    assert.match(later.body, /Since 1 May 2026.*New in your list: Microsoft.*No longer in your list: Coca/s);
    assert.equal((await reader.post(`${PATH}/save`, { holdings: '\n' })).status, 422);
    await reader.post(`${PATH}/delete`, {});
    assert.doesNotMatch((await reader.get(PATH)).body, /class="portfolio"/);
    assert.match((await post(t, PATH, holdings)).body, /This list is not stored\. With .*an account/);
  });

  test('a reader’s choice is what pages begin with, and an address wins', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const reader = await signIn(app);
    const choose = (methodologies: string, rules: string) =>
      reader.post('/portal/account/choice', { methodologies, rules });
    assert.equal((await choose('ftse', 'current')).location, '/portal/account?done=choice');
    assert.match((await reader.get('/portal/account')).body, /value="ftse" checked/);
    const titleOf = async (path: string) => /<title>([^<]*)/.exec((await reader.get(path)).body)?.[1];
    // APH is questionable by all: only FTSE and MSCI compare its debt with assets.
    assert.match((await titleOf('/portal/report/APH')) ?? '', /non-compliant/);
    assert.match((await reader.get('/portal/report/APH')).body, /By FTSE\..*methodologies: questionable/s);
    assert.match((await titleOf('/portal/report/APH?methodologies=aaoifi')) ?? '', / compliant/);
    assert.match((await titleOf('/portal/report/APH?methodologies=')) ?? '', /questionable/);
    const compared = await reader.get('/portal/compare?a=APH&b=AAPL');
    assert.match(compared.body, /By FTSE\. By all five methodologies: APH questionable and AAPL compliant\./);
    assert.match((await titleOf('/portal/compare?a=APH&b=AAPL')) ?? '', /APH .*non-compliant/);
    assert.match((await reader.get('/portal/purification')).body, /value="ftse" selected/);
    assert.match((await reader.get(PATH)).body, /value="ftse" checked/);
    await reader.post('/portal/watchlist/add', { ticker: 'APH' });
    const rows = await reader.get('/portal/dashboard');
    assert.match(rows.body, /Verdicts by FTSE\./);
    assert.match(rows.body, /non-compliant.*by all five methodologies: questionable/s);
    await choose('', 'classic');
    assert.match((await reader.get('/portal/report/APH')).body, /Rules: classic\./);
    assert.match((await reader.get('/portal/report/APH?rules=current')).body, /Rules: current\./);
    assert.match((await reader.get('/portal/dashboard')).body, /in the classic edition/);
    // Keys are not affected.
    const api = await app.inject('/v1/screen/APH');
    assert.deepEqual([api.json().data.rules, api.json().data.chosen], ['current', undefined]);
    assert.equal((await choose('shafi', 'current')).location, '/portal/account');
    assert.equal((await choose('', 'newest')).status, 422);
    const stored = JSON.parse((await reader.get('/portal/account/export.json')).body);
    assert.deepEqual(stored.follows, [{ methodologies: '', rules: 'classic', language: 'en' }]);
  });

  for (const javaScriptEnabled of [true, false])
    test(`by keyboard alone, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async (t) => {
      const { app } = await makeApp(t, snapshot.shared());
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const page = await openPage(t, browser(), { url: `${url}${PATH}`, javaScriptEnabled });
      await page.locator('#holdings').focus();
      await page.keyboard.type('AAPL 40');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.locator('.portfolio').waitFor();
      assert.match((await page.locator('h1').textContent()) ?? '', /Your one holding is\s+compliant/);
      assert.match((await page.locator('.when').textContent()) ?? '', /^By AAOIFI\./);
      // The text comes back, to be changed.
      await page.locator('summary').press('Enter');
      assert.equal(await page.locator('#holdings').inputValue(), 'AAPL 40');
      assert.equal(await page.locator('.print').isVisible(), javaScriptEnabled);
    });

  test('a chosen file is read in the browser and sent as text', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const page = await openPage(t, browser(), { url: `${url}${PATH}` });
    const buffer = Buffer.from('Symbol,Quantity\nJPM,3\nAAPL,1\n');
    await page
      .locator('#holdings-file')
      .setInputFiles({ name: 'positions.csv', mimeType: 'text/csv', buffer });
    await page.locator('.portfolio').waitFor();
    assert.match((await page.locator('h1').textContent()) ?? '', /One of your two is\s+compliant/);
  });
});
