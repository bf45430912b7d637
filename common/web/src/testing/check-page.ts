import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { borrowPage } from './borrow-page.ts';

/** The narrowest phone and a common screen, light and dark; only one thing changes from each to the next. */
const VIEWS = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'dark' },
] as const;
type View = (typeof VIEWS)[number];

/** Elements that are wrong because of others, by their label, order or number. */
const NEED_OTHERS =
  'h1, h2, h3, h4, h5, h6, header, nav, main, aside, footer, form, input, select, textarea, button, iframe, [role], [accesskey]';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'));

const UNPACK_AXE = `(async () => {
  const packed = new Blob([Uint8Array.fromBase64('${gzipSync(AXE).toString('base64')}')]);
  window.axeText = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text();
})()`;

/** Kinds of elements and of texts in which no page of a browser had a fault, by hash. */
const knownTo = new WeakMap<Browser, ReadonlySet<number>>();

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    // Checkboxes of one question share a name.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
  },
});

interface CheckedPage {
  /** Names its screenshots, which are kept if the environment names a folder: SCREENSHOTS_DIR. */
  readonly name: string;
  readonly url: string;
  /** Default 200. */
  readonly status?: number;
  /** The cookie of a signed-in reader. The browser treats the machine itself like TLS. */
  readonly cookie?: { readonly name: string; readonly value: string };
  /** The page is the answer to a form with these fields, posted from the page at this path. */
  readonly form?: { readonly from: string; readonly fields: Readonly<Record<string, string>> };
}

/**
 * Checks that a page has valid HTML and, narrow and wide, light and dark: nothing wider than the window, no
 * axe finding, no line in the console, and no request to another origin.
 */
export async function checkPage(browser: Browser, checked: CheckedPage): Promise<void> {
  await checkHtml(checked);
  const { name, url, status = 200, cookie } = checked;
  const { page, giveBack } = await borrowPage(browser);
  try {
    if (cookie !== undefined)
      await page.context().addCookies([{ ...cookie, url: `https://${new URL(url).host}/` }]);
    const heard = listen(page);
    await show(page, VIEWS[0]);
    assert.equal(await open(page, checked), status, name);
    await defineAxe(page);
    const known = knownTo.get(browser) ?? new Set();
    const shown = new Set(known);
    for (const view of VIEWS) await checkView(page, view, `${name}-${view.width}-${view.colorScheme}`, shown);
    assertQuiet(heard, checked);
    knownTo.set(browser, new Set([...(knownTo.get(browser) ?? []), ...shown]));
  } finally {
    await giveBack();
  }
}

interface Shown {
  readonly excess: number;
  readonly findings: readonly string[];
}

const SHOWN = `axe.run(document, { resultTypes: ['violations'], selectors: false }).then(({ violations }) => ({
    excess: document.documentElement.scrollWidth - window.innerWidth,
    findings: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
  }))`;

/**
 * Checks what a page shows now, as a person came there: nothing wider than the window, and no axe finding. It takes the
 * page's own session of the debugger, because a page that keeps passkeys loses them to a second one that ends.
 */
export async function checkShown(page: Page, devtools: CDPSession, name: string): Promise<void> {
  await evaluateAxe(devtools);
  const { excess, findings }: Shown = await page.evaluate(SHOWN);
  assert.deepEqual({ excess, findings }, { excess: 0, findings: [] }, name);
}

/** Defines `axe` in the page. The way of so long a text to it takes longer than to unpack it there. */
async function defineAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await evaluateAxe(devtools);
  await devtools.detach();
}

async function evaluateAxe(devtools: CDPSession): Promise<void> {
  await devtools.send('Runtime.evaluate', { expression: UNPACK_AXE, awaitPromise: true });
  // The page's policy does not hold for what is evaluated for a debugger.
  await devtools.send('Runtime.evaluate', { expression: '(0, eval)(window.axeText);undefined' });
}

/** Goes to the page, by a form if the page is the answer to one. Returns its status. */
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

/** Checks only the status and the HTML of a page, for one that looks like another that is checked in full. */
export async function checkHtml({ name, url, status = 200, cookie, form }: CheckedPage): Promise<void> {
  const signedIn = cookie === undefined ? {} : { cookie: `${cookie.name}=${cookie.value}` };
  const posted = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form.fields) };
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...signedIn };
  const answer = await fetch(url, { headers, ...posted });
  assert.equal(answer.status, status, name);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, name);
  await assertValid(await answer.text(), name);
}

/** Checks that a page is valid HTML, which is enough for one that looks like another that is checked in full. */
export async function assertValid(body: string, name = 'page'): Promise<void> {
  const report = await validator.validateString(body);
  const faults = report.results.flatMap(({ messages }) => messages);
  assert.deepEqual(
    faults.map(({ line, ruleId, message }) => `${name}:${line} ${ruleId}: ${message}`),
    [],
  );
}

async function show(page: Page, { width, colorScheme }: View): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

async function checkView(page: Page, view: View, name: string, known: Set<number>): Promise<void> {
  await show(page, view);
  const folder = process.env.SCREENSHOTS_DIR;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  const { excess, drawn, violations, incomplete } = await look(page, view, known);
  assert.equal(excess, 0, `${name}: wider than the window`);
  const open = incomplete.filter(({ id, nodes }) => id !== 'color-contrast' || !nodes.every(isDrawnText));
  const findings = [...violations, ...open].map(({ id, nodes }) => `${id}: ${nodes.join(' ')}`);
  const pale = paleTexts(drawn).map((text) => `pale text: ${text}`);
  assert.deepEqual(
    [...findings, ...pale].map((finding) => `${name}: ${finding}`),
    [],
  );
}

interface Finding {
  readonly id: string;
  /** The markup of each element. */
  readonly nodes: readonly string[];
}

interface Look {
  /** By how much the page is wider than the window. */
  readonly excess: number;
  readonly drawn: readonly DrawnText[];
  readonly violations: readonly Finding[];
  readonly incomplete: readonly Finding[];
}

/**
 * Checks a view with axe, which is most of the cost of a check. Names, roles and headings do not depend on
 * colours, and elements with the same attributes below the same tags and classes are of one kind: axe checks one
 * of each kind that is not known, and on every page what depends on the rest of it. The contrast is checked for
 * one text of each size, colour and ground. What the view shows is known from then on.
 */
async function look(page: Page, view: View, known: Set<number>): Promise<Look> {
  const { added, ...found }: Look & { added: readonly number[] } = await page.evaluate(
    `(${LOOK})(${JSON.stringify([...known])}, ${view === VIEWS[0]}, ${view.colorScheme === 'light'})`,
  );
  for (const kind of added) known.add(kind);
  return found;
}

const LOOK = `async (known, isFirst, isLight) => {
    const seen = new Set(known);
    const isNew = (kind) => {
      let hash = 0x811c9dc5;
      for (let at = 0; at < kind.length; at += 1) hash = Math.imul(hash ^ kind.charCodeAt(at), 0x01000193);
      return !seen.has(hash) && seen.add(hash);
    };
    const inherited = (make) => {
      const made = new Map();
      const get = (element) => {
        if (element === null) return '';
        if (!made.has(element)) made.set(element, get(element.parentElement) + make(element));
        return made.get(element);
      };
      return get;
    };
    const styles = [...document.styleSheets].map(({ href, ownerNode }) => href === null ? ownerNode.textContent : new URL(href).pathname).join();
    const placeOf = inherited((element) => '>' + element.tagName + '.' + element.getAttribute('class'));
    const kindOf = (element) => [styles.length, styles.slice(-400), placeOf(element), element.textContent.trim() === '', ...element.getAttributeNames()].join();
    const isTransparent = (colour) => /^(?:transparent|rgba\\(.*, 0\\))$/.test(colour);
    const groundOf = inherited((element) => {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const parts = [];
      if (!isTransparent(backgroundColor)) parts.push(backgroundColor);
      if (backgroundImage !== 'none') parts.push(backgroundImage);
      if (opacity !== '1') parts.push(opacity);
      if (position === 'absolute' || position === 'fixed') parts.push(position);
      return parts.map((part) => '>' + part).join('');
    });
    const lookOf = (element) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      return [color, isLarge, groundOf(element)].join();
    };
    const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
    const needsOthers = (element) => element.matches('${NEED_OTHERS}') || element.getAttributeNames().some((name) => name.startsWith('aria-'));
    const shown = [...document.querySelectorAll('body, body *')].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const checked = shown.filter((element) => {
      const isNewPlace = isLight && isNew(kindOf(element));
      const isNewLook = hasText(element) && isNew(lookOf(element));
      return isNewPlace || isNewLook || (isFirst && needsOthers(element));
    });
    const above = new Set();
    for (const element of checked) {
      for (let each = element; each !== null && !above.has(each); each = each.parentElement) above.add(each);
    }
    // Without what is below these, this still counts as the whole page.
    const exclude = shown.filter((element) => !above.has(element) && above.has(element.parentElement));
    const rules = isLight ? {} : { runOnly: { type: 'rule', values: ['color-contrast'] } };
    // A selector for each checked element, which nobody reads, would double the cost.
    const options = { resultTypes: ['violations', 'incomplete'], selectors: false, ...rules };
    const result = checked.length > 0 ? await axe.run({ exclude }, options) : { violations: [], incomplete: [] };
    const told = (kind) => result[kind].map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    const drawn = [...document.querySelectorAll('svg text')].map((text) => {
      let ground = text;
      while (ground.parentElement && isTransparent(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
      return { text: text.textContent, fill: getComputedStyle(text).fill, ground: getComputedStyle(ground).backgroundColor };
    });
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    return { excess, drawn, violations: told('violations'), incomplete: told('incomplete'), added: [...seen].slice(known.length) };
  }`;

/** axe does not decide on text in drawings: `paleTexts` does. */
function isDrawnText(html: string): boolean {
  return /^<(?:text|tspan)\b/.test(html);
}

/** The contrast that the WCAG require for text of this size. */
const LEAST_CONTRAST = 4.5;

/** Texts in drawings with too little contrast to the first background behind them. */
function paleTexts(drawn: readonly DrawnText[]): readonly string[] {
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

/** NaN for a colour that is not opaque, which then counts as pale. */
function luminanceOf(colour: string): number {
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? [];
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = channels.map((channel) => {
    const part = Number(channel) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

interface PageEvents {
  readonly lines: { readonly text: string; readonly from: string }[];
  readonly requests: string[];
}

function listen(page: Page): PageEvents {
  const heard: PageEvents = { lines: [], requests: [] };
  page.on('console', (line) => heard.lines.push({ text: line.text(), from: line.location().url }));
  page.on('pageerror', (error) => heard.lines.push({ text: String(error), from: '' }));
  page.on('request', (request) => heard.requests.push(request.url()));
  return heard;
}

function assertQuiet({ lines, requests }: PageEvents, { name, url, status = 200 }: CheckedPage): void {
  // The browser itself logs the status that is expected here.
  const said = lines.filter(({ text, from }) => !(from === url && text.includes(`status of ${status}`)));
  assert.deepEqual(said, [], name);
  const { origin } = new URL(url);
  const elsewhere = requests.filter((request) => new URL(request).origin !== origin);
  assert.deepEqual(elsewhere, [], name);
}
