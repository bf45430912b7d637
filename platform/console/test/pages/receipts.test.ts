import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { withTempDir } from '@common/kit/testing';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage, checkShown } from '@common/web/testing/check-page';
import type { Receipt } from '@platform/core/objects/receipt';
import { withValues } from '@platform/core/testing/with-values';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority, vector, vectorFile, vectorText } from './fake-authority.ts';
import { greens } from './greens.ts';
import { countOf, give, isHidden, press, textAt, type } from './open-page.ts';
import { statementFile } from './statement-files.ts';

const browser = useBrowser();

const PAID = 'Paid 250 EUR to acme for INVOICEINV7';
const SAYS = `It says: “${PAID}”`;
const UNCONFIRMED = 'Signatures agree; the keys are not yet confirmed';
const IN_A_SIMULATION = 'Every check holds under keys that you trust, in a simulation';

/** The title of a checked receipt, and how strong its proof is. */
async function headings(page: Page): Promise<readonly string[]> {
  return [await textAt(page, 'h1'), await textAt(page, '.in-short')];
}

describe('one receipt', () => {
  const ALL = ['executed', 'second', 'denied', 'revoked-before'].map(vector);
  const [executed] = ALL as [Receipt];

  async function open(t: TestContext, path: string, receipts = ALL): Promise<Page> {
    const url = await serveConsole(t, { authority: fakeAuthority(receipts) });
    return openPage(t, browser(), { url: `${url}${path}` });
  }

  const outcomes = (page: Page): Promise<string[]> =>
    page.evaluate("[...document.querySelectorAll('.check .outcome')].map((each) => each.textContent.trim())");

  describe('the pages of receipts', () => {
    test('list: at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
      await checkPage(browser(), { name: 'receipts', url: `${url}/receipts` });
    });

    test('none yet', async (t) => {
      const app = await makeConsole(t, { authority: fakeAuthority([]) });
      const { statusCode, body } = await app.inject({ url: '/receipts', headers: { accept: 'text/html' } });
      assert.equal(statusCode, 200);
      await assertValid(body);
    });

    test('a possible duplicate names the earlier grant, with a link', async (t) => {
      const possible_duplicate_of = { grant_id: 'gr_earlier', why: 'leading_zeros' } as const;
      const { how } = executed;
      const held = { ...executed, how: { ...how, grant: { ...how.grant, possible_duplicate_of } } };
      const app = await makeConsole(t, { authority: fakeAuthority([held]) });
      const headers = { accept: 'text/html' };
      const { body } = await app.inject({ url: `/receipts/${held.receipt_id}`, headers });
      assert.match(body, /Probably a duplicate of gr_earlier: the references differ by leading zeros/);
      assert.match(body, /<a href="\/grants\/gr_earlier">/);
    });

    for (const name of ['executed', 'denied', 'revoked-before']) {
      test(`${name}: at both widths, light and dark`, async (t) => {
        const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
        const path = `/receipts/${vector(name).receipt_id}`;
        await checkPage(browser(), { name: `receipt-${name}`, url: `${url}${path}` });
      });
    }

    test('agrees with itself alone; under keys that the reader chose, and that stay in the browser, it holds as a simulation, never in green', async (t) => {
      const page = await open(t, `/receipts/${executed.receipt_id}`);
      assert.deepEqual(await headings(page), [SAYS, UNCONFIRMED]);
      assert.deepEqual(await outcomes(page), Array(9).fill('pass'));
      assert.deepEqual(await greens(page), []);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await give(page, '#keys-file', { name: 'no-keys.json', buffer: Buffer.from('[]') });
      await textAt(page, '#keys-problem', 'Nothing was changed');
      assert.deepEqual(await headings(page), [SAYS, UNCONFIRMED]);
      await give(page, '#keys-file', vectorFile('keys'));
      await textAt(page, '.in-short', IN_A_SIMULATION);
      const drawn: string = await page.evaluate(
        "[...document.querySelectorAll('.chain.wide text')].map((each) => each.textContent).join('\\n')",
      );
      assert.match(drawn, /decided 09:00:00\.000\ngranted 09:00:00\.500\n/);
      assert.match(drawn, /approved 09:00:03\.000\n/);
      assert.match(
        await textAt(page, '#verdict'),
        /Holds as a simulation: every check holds under keys that you trust/,
      );
      assert.deepEqual(await greens(page), []);
      assert.deepEqual(asked, []);
      await page.reload();
      assert.deepEqual(await headings(page), [PAID, IN_A_SIMULATION]);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await greens(page), []);
      assert.equal(await textAt(page, '#keys-forget'), 'Stop trusting these keys');
      await press(page, '#keys-forget');
      assert.deepEqual(await headings(page), [SAYS, UNCONFIRMED]);
    });

    test('a level that the cloud declares is not green either', async (t) => {
      const declared = structuredClone(executed) as { what: { level_achieved: string } };
      declared.what.level_achieved = 'L1-declared';
      const page = await open(t, `/receipts/${executed.receipt_id}`, [declared as Receipt]);
      await give(page, '#keys-file', vectorFile('keys'));
      await textAt(page, '#keys-state', /^(?!None).* kept/);
      assert.deepEqual(await greens(page), []);
    });

    test('a changed receipt is refused in red, and says which checks fail', async (t) => {
      const changed = saying(executed, { amount: '9500' });
      const url = await serveConsole(t, { authority: fakeAuthority([changed]) });
      const address = `${url}/receipts/${executed.receipt_id}`;
      await checkPage(browser(), { name: 'receipt-changed', url: address });
      const page = await openPage(t, browser(), { url: address });
      assert.equal(await textAt(page, 'h1'), 'This receipt does not hold');
      assert.match(await textAt(page, '.story'), /^It says: .* asked to “pay 9,500 EUR to acme/);
      assert.equal(await countOf(page, '.in-short'), 0);
      assert.ok((await outcomes(page)).some((text) => text.includes('fails')));
    });

    test('what a hostile authority writes is shown, not run, and hidden characters are written out', async (t) => {
      const hostile = saying(executed, {
        memo: '</div><script>document.title="run"</script><img src=x onerror=alert(1)>\u202eabc',
        beneficiary_id: '"><script>document.title="run"</script>',
      });
      const page = await open(t, `/receipts/${executed.receipt_id}`, [hostile]);
      assert.doesNotMatch(await page.title(), /run/);
      assert.equal(await countOf(page, 'img'), 0);
      assert.match(await textAt(page, 'main'), /\\u\{202e\}abc/);
    });

    test('without a script, it tells the receipt and claims nothing', async (t) => {
      const app = await makeConsole(t, { authority: fakeAuthority(ALL) });
      const url = `/receipts/${executed.receipt_id}`;
      const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
      assert.match(body, /<h1[^>]*>A receipt that is not checked yet<\/h1>/);
      assert.match(body, /sanad-verify/);
    });

    test('all of a list are checked when asked for', async (t) => {
      const page = await open(t, '/receipts');
      assert.equal(await textAt(page, '#check-all'), 'Check all 4');
      await press(page, '#check-all');
      await textAt(page, '#check-state', 'Every check that applies holds, in all 4');
      const told: string[] = await page.evaluate(
        "[...document.querySelectorAll('[data-receipt]')].map((each) => each.textContent)",
      );
      assert.equal(told.length, 4);
      assert.ok(
        told.every((text) => /hold/.test(text)),
        told.join(),
      );
      assert.deepEqual(await greens(page), []);
    });

    for (const [name, status, error] of [
      ['silent', 503, fail('authority_silent', 'The authority at http://127.0.0.1:8001 does not answer.')],
      ['garbled', 502, fail('authority_garbled', 'The authority’s answer is not of the documented form.')],
      [
        'without room on its disk',
        503,
        fail('authority_refused', 'The authority refused (disk_full): …', {
          status: 503,
          error: 'disk_full',
        }),
      ],
      ['gone', 410, fail('authority_refused', 'Receipt rcpt_x was deleted.', { status: 410 })],
    ] as const) {
      test(`an authority that is ${name} gets a page that says so`, async (t) => {
        const app = await makeConsole(t, { authority: fakeAuthority([], { receipt: async () => error }) });
        const answer = await app.inject({ url: '/receipts/rcpt_1', headers: { accept: 'text/html' } });
        assert.equal(answer.statusCode, status);
        await assertValid(answer.body);
      });
    }
  });
});

describe('receipts by the hundred', () => {
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
    const asked: Parameters<Authority['receiptPage']>[0][] = [];
    const authority = fakeAuthority([], {
      receiptPage: async (place) => {
        asked.push(place);
        const { before, limit } = place;
        const end = before === null ? size : Number(before);
        const start = Math.max(0, end - limit);
        const receipts = Array.from({ length: end - start }, (_, index) => receiptAt(end - 1 - index));
        return ok({ receipts, earlier: start === 0 ? null : String(start), behind: 0 });
      },
    });
    return { authority, asked };
  }

  async function reader(t: TestContext, authority: Authority) {
    const app = await makeConsole(t, { authority });
    return async (url: string) => {
      const { statusCode, body } = await app.inject({ url, headers: HTML });
      return { statusCode, body, shown: body.match(/data-receipt="/g)?.length ?? 0 };
    };
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
          const padding = 'x'.repeat(1_000_000);
          const receipts = page.value.receipts.map((one) => ({ ...one, padding }));
          return ok({ ...page.value, receipts });
        },
      });
      const get = await reader(t, long);
      const { body, statusCode, shown } = await get('/receipts');
      assert.equal(statusCode, 200);
      const read = asked.reduce((sum, { limit }) => sum + limit, 0);
      assert.ok(read < 300, `${read} of 300 kB each`);
      assert.equal(linkIn(body, 'Earlier receipts'), `/receipts?before=${400 - shown}`);
    });
  });

  describe('the list of receipts', () => {
    test('a page is asked for in pieces that an answer can hold, and the pages join', async (t) => {
      const { authority, asked } = withLog(120);
      const get = await reader(t, authority);
      const seen = new Set<string>();
      let next: string | undefined = '/receipts';
      for (let page = 0; next !== undefined; page += 1) {
        assert.ok(page < 5);
        const { body } = await get(next);
        for (const [, id = ''] of body.matchAll(/data-receipt="(\w+)"/g)) seen.add(id);
        next = linkIn(body, 'Earlier receipts');
      }
      assert.equal(seen.size, 120);
      assert.ok(asked.every(({ limit }) => limit <= 20));
    });

    test('a search is the authority’s, as the reader typed it, and its pages keep it', async (t) => {
      const { authority, asked } = withLog(70);
      const get = await reader(t, authority);
      const query =
        'text=INV-8&payee=acme&amount=%244%2C200.00&amount_from=&from=2026-05-01&outcome=denied&mandate=ic_1';
      const { body, shown } = await get(`/receipts?${query}`);
      await assertValid(body);
      assert.equal(shown, 50);
      const { search } = asked[0] ?? {};
      assert.deepEqual(JSON.parse(JSON.stringify(search)), {
        text: 'INV-8',
        payee: 'acme',
        amount: '4200',
        from: '2026-05-01',
        outcome: 'denied',
        contract_id: 'ic_1',
      });
      assert.match(body, /“INV-8”, payee acme, amount \$4,200\.00, from 1 May 2026, denied, mandate …ic_1/);
      const next = linkIn(body, 'Earlier receipts') ?? '';
      assert.equal(
        next,
        '/receipts?text=INV-8&payee=acme&amount=%244%2C200.00&from=2026-05-01&outcome=denied&mandate=ic_1&before=20',
      );
      assert.equal((await get(next)).shown, 20);
    });

    test('an empty page with more behind it is no end; what is not entered yet is said', async (t) => {
      const page = { receipts: [], behind: 12 };
      const authority = fakeAuthority([], {
        receiptPage: async ({ before }) =>
          ok({ ...page, earlier: before === null ? '2026-05-01T00:00:00.000Z~leaf_9' : '5' }),
        openFound: async () => fail('authority_silent', 'no answer'),
      });
      const { body } = await (await reader(t, authority))('/receipts?payee=acme');
      await assertValid(body);
      assert.match(body, /none of the newest receipts matches/);
      assert.match(body, /12 receipts are not in the search yet/);
      assert.equal(linkIn(body, 'Earlier receipts'), '/receipts?payee=acme&before=5');
    });

    test('what is no amount is said beside its field, and nothing is searched', async (t) => {
      const { authority, asked } = withLog(3);
      const { statusCode, body } = await (await reader(t, authority))('/receipts?amount_to=much');
      assert.equal(statusCode, 422);
      await assertValid(body);
      assert.match(body, /id="amount_to-problem"/);
      assert.equal(asked.length, 0);
    });

    test('what is no filter is refused', async (t) => {
      const get = await reader(t, withLog(1).authority);
      for (const query of ['outcome=paid', 'day=yesterday', 'level=L2', 'mandate=x', 'colour=red']) {
        const { statusCode } = await get(`/receipts?${query}`);
        assert.equal(statusCode, 422, query);
      }
      const { body } = await get('/receipts?outcome=paid&day=');
      assert.match(
        body,
        /query\.outcome: must be &quot;executed&quot; or &quot;denied&quot; or &quot;refused&quot; or &quot;expired&quot;/,
      );
    });
  });

  describe('files of receipts', () => {
    test('JSON Lines: each receipt as it is, all that the search finds', async (t) => {
      const { authority } = withLog(700);
      const app = await makeConsole(t, { authority });
      const file = await app.inject('/receipts/receipts.jsonl?outcome=denied');
      assert.match(file.headers['content-disposition'] as string, /^attachment; filename="receipts\.jsonl"$/);
      assert.match(file.headers['content-type'] as string, /^application\/jsonl/);
      const lines = file.body.trimEnd().split('\n');
      assert.equal(lines.length, 700);
      assert.deepEqual(JSON.parse(lines[0] ?? ''), JSON.parse(JSON.stringify(receiptAt(699))));
    });

    test('a file that cannot be read to its end breaks off: a part is no file', async (t) => {
      const { authority } = withLog(100);
      const app = await makeConsole(t, {
        authority: fakeAuthority([], {
          receiptPage: async (place) =>
            place.before === null ? authority.receiptPage(place) : fail('authority_silent', 'no answer'),
        }),
      });
      const url = await app.listen({ port: 0 });
      await assert.rejects(async () => (await fetch(`${url}/receipts/receipts.jsonl`)).text());
    });

    test('CSV: a row for each, and nothing in it is run as a formula', async (t) => {
      const hostile: Receipt = {
        ...executed,
        who: { ...executed.who, agent: '=HYPERLINK("http://evil.example","x")', principal: '@SUM(1)' },
      };
      const app = await makeConsole(t, { authority: fakeAuthority([hostile]) });
      const file = await app.inject('/receipts/receipts.csv');
      assert.match(file.headers['content-type'] as string, /^text\/csv/);
      const [head = '', row = ''] = file.body.split('\r\n');
      assert.match(
        head,
        /^receipt_id,decided_at,outcome,reason,payee,payee_account,payee_entry,amount,currency,reference,text,/,
      );
      assert.match(row, /,executed,ok,acme,DE02,,250,EUR,/);
      assert.ok(row.startsWith(`${executed.receipt_id},`));
      assert.ok(row.includes(`"'=HYPERLINK(""http://evil.example"",""x"")"`), row);
      assert.ok(row.includes(`,'@SUM(1),`), row);
    });
  });
});

describe('the verifier’s page', () => {
  async function open(t: TestContext, url?: string): Promise<Page> {
    return openPage(t, browser(), { url: url ?? `${await serveConsole(t)}/verify` });
  }

  const inShort = (page: Page, words: string) => textAt(page, '#answer .in-short', words);
  const heading = (page: Page, name: string) => textAt(page, '#answer :is(h1, [role=alert] h2)', name);

  describe('/verify', () => {
    test('at both widths, light and dark', async (t) => {
      await checkPage(browser(), { name: 'verify', url: `${await serveConsole(t)}/verify` });
    });

    test('sends nothing: with the network cut, it answers as before, and its report can be kept', async (t) => {
      const page = await open(t);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.context().setOffline(true);
      await give(page, '#receipt-file', {
        ...vectorFile('executed'),
        name: 'Every check holds” Verified.json',
      });
      await inShort(page, UNCONFIRMED);
      assert.match(await textAt(page, '.crumb'), /“Every check holds' Verified\.json”/);
      await give(page, '#keys-file', vectorFile('keys'));
      await inShort(page, IN_A_SIMULATION);
      assert.deepEqual(await greens(page), []);
      assert.deepEqual(asked, []);
      assert.match(await textAt(page, 'main'), /Requests since this page was loaded: 0\./);
      for (const [button, pattern] of [
        ['#report-html', /^<!doctype html>/],
        ['#report-json', /^\{\s+"type": "sanad\/visibility-proof\/1"/],
      ] as const) {
        const saved = page.waitForEvent('download');
        await press(page, button);
        assert.match(await readFile(await (await saved).path(), 'utf8'), pattern);
      }
    });

    test('its policy forbids every connection', async (t) => {
      const app = await makeConsole(t);
      const policy = (await app.inject('/verify')).headers['content-security-policy'] as string;
      assert.match(policy, /connect-src 'none'/);
      assert.match(policy, /form-action 'none'/);
    });

    test('checks the chain with the receipt before, and the status as of an instant', async (t) => {
      const page = await open(t);
      await give(page, '#receipt-file', vectorFile('second'));
      await inShort(page, UNCONFIRMED);
      await textAt(page, '.check:nth-child(7)', 'n/a');
      await give(page, '#previous-file', vectorFile('executed'));
      await textAt(page, '.check:nth-child(7)', 'pass');
      await type(page, '#as-of', 'yesterday');
      await heading(page, 'Nothing was checked');
      await type(page, '#as-of', '2026-06-01T09:00:00Z');
      await inShort(page, UNCONFIRMED);
      await type(page, '#as', 'an auditor');
      await textAt(page, '#answer', 'an auditor');
      assert.equal(await countOf(page, '#labels'), 1);
    });

    test('a dropped file counts, and a large one is answered at once, without being read', async (t) => {
      const page = await open(t);
      await page.evaluate(`{
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(50 * 1_048_576)], 'large.json'));
        const field = document.querySelector('#receipt-file');
        field.files = files.files;
        field.dispatchEvent(new Event('change'));
      }`);
      await heading(page, 'Nothing was checked');
      assert.match(await textAt(page, '#answer'), /“large\.json” has more than 1048576 bytes/);
      await page.evaluate(
        `((text) => {
          const given = new DataTransfer();
          given.items.add(new File([text], 'dropped.json'));
          document.querySelector('#drop').dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }));
        })(${JSON.stringify(vectorText('denied'))})`,
      );
      await inShort(page, UNCONFIRMED);
      assert.match(await textAt(page, '.crumb'), /dropped\.json/);
    });

    test('a statement is judged as the command does, and says what it says', async (t) => {
      const page = await open(t);
      await give(page, '#receipt-file', statementFile(true));
      const heard = await textAt(page, '#answer', 'Self-consistent, not shown to be whole: every check');
      assert.match(
        heard,
        /Statement of acct_operating of tn_demo, June 2026, not shown to be whole .* Only the file vouches for /,
      );
      assert.match(heard, /Opening 1,000\.00 EUR .* Closing 750\.00 EUR .* Differences 1, told below/);
      assert.match(heard, /In the bank’s list without a receipt: 250\.00 EUR left the account/);
      assert.match(heard, /1 Jun DE02 no receipt −250\.00 750\.00/);
      await page.setViewportSize({ width: 390, height: 844 });
      const devtools = await page.context().newCDPSession(page);
      await checkShown(page, devtools, 'a statement');
      await devtools.detach();
      await give(page, '#keys-file', vectorFile('keys'));
      await textAt(page, '#answer', 'Your key file does not have pep_list.');
      await give(page, '#receipt-file', statementFile(false));
      await textAt(
        page,
        '#answer',
        'Holds as a simulation, without a list to compare it with: every check holds',
      );
      await give(
        page,
        '#receipt-file',
        statementFile(false, (text) => text.replace('"amount","250"', '"amount","260"')),
      );
      await textAt(page, '#answer .opening.refused', 'Statement of acct_operating');
      assert.match(
        await textAt(page, '#answer'),
        /Failed: do not rely on this statement\. What fails line 6: signatures\.service\.disclosures/,
      );
      await give(page, '#addendum-file', vectorFile('keys'));
      await textAt(page, '#answer', 'A statement goes only with the keys that you trust');
      await page.evaluate(`{
        const field = document.querySelector('#addendum-file');
        field.value = '';
        field.dispatchEvent(new Event('change'));
      }`);
      await textAt(page, '#answer', 'Failed: do not rely on this statement');
      await type(page, '#as', 'an auditor');
      await textAt(page, '#answer', 'A statement goes only with the keys that you trust');
      await page.evaluate(`{
        const files = new DataTransfer();
        files.items.add(new File(['{"type":"sanad/account-statement/1"', new Uint8Array(130 * 1_048_576)], 'october.jsonl'));
        const field = document.querySelector('#receipt-file');
        field.files = files.files;
        document.querySelector('#as').value = '';
        field.dispatchEvent(new Event('change'));
      }`);
      await textAt(
        page,
        '#answer',
        '“october.jsonl” has 131 MiB. This page reads statements of up to 130 MiB',
      );
    });

    test('a copy on a disk does the same without a console, and sends nothing', async (t) => {
      const app = await makeConsole(t);
      const copy = await app.inject('/verify/sanad-verify.html');
      assert.match(copy.headers['content-disposition'] as string, /^attachment/);
      await withTempDir(async (folder) => {
        const file = join(folder, 'sanad-verify.html');
        await writeFile(file, copy.body);
        const page = await open(t, pathToFileURL(file).href);
        const heard: string[] = [];
        page.on('console', (line) => heard.push(line.text()));
        page.on('request', (request) => heard.push(request.url()));
        await page.context().setOffline(true);
        await give(page, '#keys-file', vectorFile('keys'));
        await give(page, '#receipt-file', vectorFile('executed'));
        await inShort(page, IN_A_SIMULATION);
        assert.deepEqual(await greens(page), []);
        assert.deepEqual(heard, []);
      });
    });
  });
});

describe('on paper', () => {
  const receipt = vector('executed');

  /** A sheet of A4, 96 dots to the inch. */
  async function onPaper(t: TestContext, path: string): Promise<Page> {
    const url = await serveConsole(t, { authority: fakeAuthority([receipt]) });
    const page = await openPage(t, browser());
    await page.setViewportSize({ width: 794, height: 1_123 });
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${url}${path}`);
    return page;
  }

  async function assertPrinted(page: Page, hidden: readonly string[]): Promise<void> {
    assert.equal(await countOf(page, '.chain.wide'), 1);
    for (const place of [...hidden, '.chain.tall', '.site-menu']) {
      assert.ok(await isHidden(page, place), place);
    }
    const cell = 'getComputedStyle(document.querySelector("table.ledger td")).display';
    assert.equal(await page.evaluate(cell), 'table-cell', 'signatures are a table');
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await page.evaluate(wide), 0);
  }

  test('a printed receipt has all that was found, and nothing to press', async (t) => {
    const page = await onPaper(t, `/receipts/${receipt.receipt_id}`);
    await assertPrinted(page, ['[aria-labelledby="trust"]', '[aria-labelledby="keep"]']);
  });

  test('a printed report of /verify has no fields', async (t) => {
    const page = await onPaper(t, '/verify');
    assert.ok(await isHidden(page, '#receipt-file'));
    await give(page, '#receipt-file', vectorFile('executed'));
    await textAt(page, '#answer h1', SAYS);
    await assertPrinted(page, ['#files', '[aria-labelledby="report"]', '[aria-labelledby="this-page"]']);
  });
});

/** The receipt with other params, as if its action had them. */
function saying(receipt: Receipt, params: Readonly<Record<string, string>>): Receipt {
  return withValues(nodeCrypto, receipt, (plain) => {
    const { action } = plain.what;
    return {
      ...plain,
      what: { ...plain.what, action: { ...action, params: { ...action.params, ...params } } },
    };
  });
}
