import assert from 'node:assert/strict';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { HtmlValidate } from 'html-validate';
import type { Browser, Page } from 'playwright-core';

/** The narrowest phone and a common screen. */
const WIDTHS = [360, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'doctype-style': ['error', { style: 'lowercase' }] },
});

interface CheckedPage {
  /** Names its screenshots, which are kept if the environment names a folder: SCREENSHOTS_DIR. */
  readonly name: string;
  readonly url: string;
  /** Default 200. */
  readonly status?: number;
  /** Of a signed-in reader; the browser takes the machine itself for as safe as TLS. */
  readonly cookie?: { readonly name: string; readonly value: string };
}

/**
 * Holds a page to the bar: valid HTML; at each width, light and dark, nothing wider than the window, no axe
 * finding, no line in the console, and no request to another origin.
 */
export async function checkPage(browser: Browser, checked: CheckedPage): Promise<void> {
  await assertValid(checked);
  const { name, url, status = 200, cookie } = checked;
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({ colorScheme });
    try {
      if (cookie !== undefined)
        await context.addCookies([{ ...cookie, url: `https://${new URL(url).host}/` }]);
      const page = await context.newPage();
      const heard = listen(page);
      const answer = await page.goto(url);
      assert.equal(answer?.status(), status, name);
      for (const width of WIDTHS) await checkView(page, width, `${name}-${width}-${colorScheme}`);
      assertQuiet(heard, checked);
    } finally {
      await context.close();
    }
  }
}

async function assertValid({ name, url, status = 200, cookie }: CheckedPage): Promise<void> {
  const signedIn = cookie === undefined ? {} : { cookie: `${cookie.name}=${cookie.value}` };
  const answer = await fetch(url, { headers: { accept: 'text/html', ...signedIn } });
  assert.equal(answer.status, status, name);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, name);
  const report = await validator.validateString(await answer.text());
  const faults = report.results.flatMap(({ messages }) => messages);
  assert.deepEqual(
    faults.map(({ line, ruleId, message }) => `${name}:${line} ${ruleId}: ${message}`),
    [],
  );
}

async function checkView(page: Page, width: number, view: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const folder = process.env.SCREENSHOTS_DIR;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${view}.png`), fullPage: true });
  const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  assert.equal(tooWide, 0, `${view}: wider than the window`);
  // The other mode opens an extra page, for frames, which our pages do not have.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations', 'incomplete'] });
  const { violations, incomplete } = await axe.analyze();
  const findings = [...violations, ...incomplete].map(
    ({ id, nodes }) => `${view}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  assert.deepEqual(findings, []);
}

interface Heard {
  readonly lines: { readonly text: string; readonly from: string }[];
  readonly requests: string[];
}

function listen(page: Page): Heard {
  const heard: Heard = { lines: [], requests: [] };
  page.on('console', (line) => heard.lines.push({ text: line.text(), from: line.location().url }));
  page.on('pageerror', (error) => heard.lines.push({ text: String(error), from: '' }));
  page.on('request', (request) => heard.requests.push(request.url()));
  return heard;
}

function assertQuiet({ lines, requests }: Heard, { name, url, status = 200 }: CheckedPage): void {
  // The browser itself logs the status that is expected here.
  const said = lines.filter(({ text, from }) => !(from === url && text.includes(`status of ${status}`)));
  assert.deepEqual(said, [], name);
  const { origin } = new URL(url);
  const elsewhere = requests.filter((request) => new URL(request).origin !== origin);
  assert.deepEqual(elsewhere, [], name);
}
