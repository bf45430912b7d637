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
  /** The page is the answer to a form with these fields, posted from the page at this path. */
  readonly form?: { readonly from: string; readonly fields: Readonly<Record<string, string>> };
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
      assert.equal(await open(page, checked), status, name);
      for (const width of WIDTHS) await checkView(page, width, `${name}-${width}-${colorScheme}`);
      assertQuiet(heard, checked);
    } finally {
      await context.close();
    }
  }
}

/** Goes to the page, by a form where it is the answer to one. Returns its status. */
async function open(page: Page, { url, form }: CheckedPage): Promise<number | undefined> {
  if (form === undefined) return (await page.goto(url))?.status();
  await page.goto(new URL(form.from, url).href);
  const answered = page.waitForEvent('load');
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.evaluate(`(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(url)} });
    for (const [name, value] of ${JSON.stringify(Object.entries(form.fields))}) form.append(Object.assign(document.createElement('textarea'), { name, value }));
    document.body.append(form);
    form.submit();
  })()`);
  await answered;
  return (await answer).status();
}

async function assertValid({ name, url, status = 200, cookie, form }: CheckedPage): Promise<void> {
  const signedIn = cookie === undefined ? {} : { cookie: `${cookie.name}=${cookie.value}` };
  const posted = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form.fields) };
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...signedIn };
  const answer = await fetch(url, { headers, ...posted });
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
  const open = incomplete.filter(({ id, nodes }) => id !== 'color-contrast' || !nodes.every(isDrawnText));
  const findings = [...violations, ...open].map(
    ({ id, nodes }) => `${view}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  assert.deepEqual(
    [...findings, ...(await paleTexts(page)).map((text) => `${view}: pale text: ${text}`)],
    [],
  );
}

/** axe does not decide on text in drawings: `paleTexts` does. */
function isDrawnText({ html }: { readonly html: string }): boolean {
  return /^<(?:text|tspan)\b/.test(html);
}

/** What the WCAG ask of text of this size. */
const LEAST_CONTRAST = 4.5;

/** Texts in drawings that stand out too little from the first ground behind them. */
async function paleTexts(page: Page): Promise<readonly string[]> {
  const drawn: readonly DrawnText[] =
    await page.evaluate(`[...document.querySelectorAll('svg text')].map((text) => {
    let ground = text;
    while (ground.parentElement && /^(?:transparent|rgba\\(.*, 0\\))$/.test(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
    return { text: text.textContent, fill: getComputedStyle(text).fill, ground: getComputedStyle(ground).backgroundColor };
  })`);
  return drawn
    .map(({ text, fill, ground }) => ({ text, contrast: contrastOf(luminanceOf(fill), luminanceOf(ground)) }))
    .filter(({ contrast }) => !(contrast >= LEAST_CONTRAST))
    .map(({ text, contrast }) => `${text} (${contrast.toFixed(2)})`);
}

/** Colours as the browser computes them: `rgb(28, 30, 33)`. */
interface DrawnText {
  readonly text: string;
  readonly fill: string;
  readonly ground: string;
}

function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** NaN for what is no opaque colour, which then counts as pale. */
function luminanceOf(colour: string): number {
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? [];
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = channels.map((channel) => {
    const part = Number(channel) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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
