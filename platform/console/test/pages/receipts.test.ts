import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fail, ok } from '@common/base/result';
import { withTempDir } from '@common/kit/testing';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority, vector, vectorPath, vectorText } from './fake-authority.ts';
import { greens } from './greens.ts';

const browser = useBrowser();

describe('one receipt', () => {
  const ALL = ['executed', 'second', 'denied', 'revoked-before'].map(vector);
  const [executed] = ALL as [Receipt];

  async function open(t: TestContext, path: string, receipts = ALL): Promise<Page> {
    const url = await serveConsole(t, { authority: fakeAuthority(receipts) });
    const page = await openPage(t, browser());
    await page.goto(`${url}${path}`);
    return page;
  }

  const outcomes = (page: Page) => page.locator('.check .outcome').allTextContents();

  describe('the pages of receipts', () => {
    test('list: at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
      await checkPage(browser(), { name: 'receipts', url: `${url}/receipts` });
    });

    test('none yet', async (t) => {
      const url = await serveConsole(t, { authority: fakeAuthority([]) });
      await checkPage(browser(), { name: 'receipts-none', url: `${url}/receipts` });
    });

    for (const [index, name] of ['executed', 'second', 'denied', 'revoked-before'].entries()) {
      test(`${name}: at both widths, light and dark`, async (t) => {
        const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
        await checkPage(browser(), {
          name: `receipt-${name}`,
          url: `${url}/receipts/${ALL[index]?.receipt_id}`,
        });
      });
    }

    test('without keys of the reader’s, it agrees with itself and no more', async (t) => {
      const page = await open(t, `/receipts/${executed.receipt_id}`);
      assert.equal(await page.locator('h1').textContent(), 'It agrees with itself');
      assert.deepEqual(
        (await outcomes(page)).map((text) => text.trim()),
        Array(9).fill('pass'),
      );
      assert.deepEqual(await greens(page), []);
    });

    test('under keys that the reader chose, and that stay in the browser, it holds as a simulation, never in green', async (t) => {
      const page = await open(t, `/receipts/${executed.receipt_id}`);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
      await page.getByRole('heading', { name: 'Every check holds, in a simulation' }).waitFor();
      const drawn = (await page.locator('.chain.wide text').allTextContents()).join('\n');
      assert.match(drawn, /decided 09:00:00\.000\ngranted 09:00:00\.500\n/);
      assert.match(drawn, /approved 09:00:03\.000\n/);
      assert.match(
        (await page.locator('#verdict').textContent()) ?? '',
        /Holds as a simulation: every check holds under keys that you trust/,
      );
      assert.deepEqual(await greens(page), []);
      assert.deepEqual(asked, []);
      await page.reload();
      assert.equal(await page.locator('h1').textContent(), 'Every check holds, in a simulation');
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await greens(page), []);
      await page.getByRole('button', { name: 'Stop trusting these keys' }).click();
      assert.equal(await page.locator('h1').textContent(), 'It agrees with itself');
    });

    test('a level that the cloud declares is not green either', async (t) => {
      const declared = structuredClone(executed) as { what: { level_achieved: string } };
      declared.what.level_achieved = 'L1-declared';
      const page = await open(t, `/receipts/${executed.receipt_id}`, [declared as Receipt]);
      await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
      await page.locator('#keys-state', { hasText: /^(?!None).* kept/ }).waitFor();
      assert.deepEqual(await greens(page), []);
    });

    test('a changed receipt is refused in red, and says which checks fail', async (t) => {
      const changed = structuredClone(executed) as unknown as {
        what: { action: { params: Record<string, string> } };
      };
      changed.what.action.params.amount = '9500';
      const url = await serveConsole(t, { authority: fakeAuthority([changed as unknown as Receipt]) });
      await checkPage(browser(), { name: 'receipt-changed', url: `${url}/receipts/${executed.receipt_id}` });
      const page = await open(t, `/receipts/${executed.receipt_id}`, [changed as unknown as Receipt]);
      assert.equal(await page.locator('h1').textContent(), 'Do not rely on this receipt');
      assert.ok((await outcomes(page)).some((text) => text.includes('fails')));
    });

    test('what a hostile authority writes is shown, not run, and hidden characters are written out', async (t) => {
      const hostile = structuredClone(executed) as unknown as {
        who: Record<string, string>;
        what: { action: { params: Record<string, string> } };
      };
      hostile.what.action.params.memo =
        '</div><script>document.title="run"</script><img src=x onerror=alert(1)>\u202eabc';
      hostile.what.action.params.beneficiary_id = '"><script>document.title="run"</script>';
      const page = await open(t, `/receipts/${executed.receipt_id}`, [hostile as unknown as Receipt]);
      assert.doesNotMatch(await page.title(), /run/);
      assert.equal(await page.locator('img').count(), 0);
      assert.match((await page.locator('main').textContent()) ?? '', /\\u\{202e\}abc/);
    });

    test('without a script, it tells the receipt and claims nothing', async (t) => {
      const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
      const page = await openPage(t, browser(), { javaScriptEnabled: false });
      await page.goto(`${url}/receipts/${executed.receipt_id}`);
      assert.equal(await page.locator('h1').textContent(), 'A receipt that is not checked yet');
      assert.match((await page.locator('main').textContent()) ?? '', /sanad-verify/);
    });

    test('all of a list are checked when asked for', async (t) => {
      const page = await open(t, '/receipts');
      await page.getByRole('button', { name: 'Check all 4' }).click();
      await page.locator('#check-state', { hasText: 'Every check that applies holds, in all 4' }).waitFor();
      const told = await page.locator('[data-receipt]').allTextContents();
      assert.equal(told.length, 4);
      assert.ok(
        told.every((text) => /hold/.test(text)),
        told.join(),
      );
      assert.deepEqual(await greens(page), []);
    });

    test('a key file that is none is refused beside its field, and changes nothing', async (t) => {
      const page = await open(t, `/receipts/${executed.receipt_id}`);
      await withTempDir(async (folder) => {
        const file = join(folder, 'no-keys.json');
        await writeFile(file, '[]');
        await page.locator('#keys-file').setInputFiles(file);
        await page.locator('#keys-problem', { hasText: 'Nothing was changed' }).waitFor();
      });
      assert.equal(await page.locator('h1').textContent(), 'It agrees with itself');
    });

    for (const [name, status, error] of [
      ['silent', 504, fail('authority_silent', 'The authority at http://127.0.0.1:8001 does not answer.')],
      ['garbled', 502, fail('authority_garbled', 'The authority’s answer is not of the documented form.')],
      ['gone', 410, fail('authority_refused', 'Receipt rcpt_x was deleted.', { status: 410 })],
    ] as const) {
      test(`an authority that is ${name} gets a page that says so`, async (t) => {
        const authority = fakeAuthority([], { receipt: async () => error });
        const url = await serveConsole(t, { authority });
        await checkPage(browser(), { name: `receipt-${name}`, url: `${url}/receipts/rcpt_1`, status });
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
});

describe('the verifier’s page', () => {
  async function open(t: TestContext, url?: string): Promise<Page> {
    const page = await openPage(t, browser());
    await page.goto(url ?? `${await serveConsole(t)}/verify`);
    return page;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

  describe('/verify', () => {
    test('at both widths, light and dark', async (t) => {
      await checkPage(browser(), { name: 'verify', url: `${await serveConsole(t)}/verify` });
    });

    test('sends nothing: with the network cut, it answers as before', async (t) => {
      const page = await open(t);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.context().setOffline(true);
      await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
      await heading(page, 'It agrees with itself');
      await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
      await heading(page, 'Every check holds, in a simulation');
      assert.deepEqual(await greens(page), []);
      assert.deepEqual(asked, []);
      assert.match(
        (await page.locator('main').textContent()) ?? '',
        /Requests since this page was loaded: 0\./,
      );
    });

    test('its policy forbids every connection', async (t) => {
      const app = await makeConsole(t);
      const policy = (await app.inject('/verify')).headers['content-security-policy'] as string;
      assert.match(policy, /connect-src 'none'/);
      assert.match(policy, /form-action 'none'/);
    });

    test('checks the chain with the receipt before, and the status as of an instant', async (t) => {
      const page = await open(t);
      await page.locator('#receipt-file').setInputFiles(vectorPath('second'));
      await heading(page, 'It agrees with itself');
      assert.match((await page.locator('.check').nth(6).textContent()) ?? '', /n\/a/);
      await page.locator('#previous-file').setInputFiles(vectorPath('executed'));
      await page.locator('.check:nth-child(7)', { hasText: 'pass' }).waitFor();
      await page.locator('#as-of').fill('yesterday');
      await page.locator('#as-of').blur();
      await heading(page, 'Nothing was checked');
      await page.locator('#as-of').fill('2026-06-01T09:00:00Z');
      await page.locator('#as-of').blur();
      await heading(page, 'It agrees with itself');
      await page.locator('#as').fill('an auditor');
      await page.locator('#as').blur();
      await page.locator('#labels').waitFor();
      await page.getByText('an auditor').waitFor();
    });

    test('a dropped file counts, and a large one is answered at once, without being read', async (t) => {
      const page = await open(t);
      await withTempDir(async (folder) => {
        const file = join(folder, 'large.json');
        await writeFile(file, Buffer.alloc(50 * 1_048_576, '['));
        await page.locator('#receipt-file').setInputFiles(file);
        await heading(page, 'Nothing was checked');
        assert.match(
          (await page.locator('#answer').textContent()) ?? '',
          /large\.json has more than 1048576 bytes/,
        );
      });
      await page.evaluate(
        `((text) => {
          const given = new DataTransfer();
          given.items.add(new File([text], 'dropped.json'));
          document.querySelector('#drop').dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }));
        })(${JSON.stringify(vectorText('denied'))})`,
      );
      await heading(page, 'It agrees with itself');
      assert.match((await page.locator('.crumb').textContent()) ?? '', /dropped\.json/);
    });

    test('its report can be kept, as a page and as JSON', async (t) => {
      const page = await open(t);
      await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
      for (const [button, pattern] of [
        ['Save as a page', /^<!doctype html>/],
        ['Save as JSON', /^\{\s+"type": "sanad\/visibility-proof\/1"/],
      ] as const) {
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: button }).click();
        assert.match(await readFile(await (await saved).path(), 'utf8'), pattern);
      }
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
        await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
        await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
        await heading(page, 'Every check holds, in a simulation');
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
    await page.locator('.chain.wide').waitFor();
    for (const place of [...hidden, '.chain.tall', '.site-header nav']) {
      assert.equal(await page.locator(place).first().isVisible(), false, place);
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
    assert.equal(await page.locator('#receipt-file').isVisible(), false);
    await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
    await page.getByRole('heading', { name: 'It agrees with itself' }).waitFor();
    await assertPrinted(page, ['#files', '[aria-labelledby="report"]', '[aria-labelledby="this-page"]']);
  });
});
