import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { makeApp } from '@common/kit/testing/http-app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';
import { loadSite, renderSitePage } from '../../src/parts/site.page.ts';
import { fundMain } from '../../src/report/fund.page.ts';
import { historySection } from '../../src/report/history.page.ts';
import { type AskedHoldings, listHoldings } from '../../src/report/holdings-listing.ts';
import { readShownHistory } from '../../src/report/shown-history.ts';

/** The answer for a ticker, which must be one. */
export async function answerOf(
  deps: ScreenDeps,
  symbol: string,
  asOf: string | null = null,
): Promise<ScreenAnswer> {
  const answer = await screenTicker(deps, { symbol, asOf, rules: 'current' });
  assert.ok(answer.ok, answer.ok ? '' : answer.error.message);
  return answer.value;
}

export async function shownHistoryOf(deps: ScreenDeps, symbol: string, asOf: string | null = null) {
  return readShownHistory(deps, await answerOf(deps, symbol, asOf));
}

export async function historyOf(deps: ScreenDeps, symbol: string, asOf: string | null = null): Promise<Safe> {
  return historySection(await answerOf(deps, symbol, asOf), await shownHistoryOf(deps, symbol, asOf));
}

export async function fundOf(deps: ScreenDeps, symbol: string, asked: AskedHoldings = {}): Promise<Safe> {
  const answer = await answerOf(deps, symbol);
  const fund = answer.etf_look_through;
  assert.ok(fund !== undefined, `${symbol} is no fund`);
  const listing = listHoldings(fund, asked);
  assert.ok(listing.ok, listing.ok ? '' : listing.error.message);
  return fundMain({
    answer,
    fund,
    todo: false,
    listing: listing.value,
    addressOf: (query, fragment = '') => url(`?${new URLSearchParams(query)}${fragment}`),
    tools: html``,
    links: html``,
    assumed: html``,
  });
}

/** Serves parts of a page in the frame of the site on a free port, each at its name. */
export async function serveParts(t: TestContext, parts: Readonly<Record<string, Safe>>): Promise<string> {
  const { app } = await makeApp(t);
  const { site, assets } = await loadSite();
  assets.addRoutes(app);
  for (const [name, part] of Object.entries(parts)) {
    const heading = `${part}`.includes('<h1') ? false : html`<h1>${name}</h1>`;
    const main = html`${heading}${part}`;
    const page = renderSitePage(site, { title: name, description: name, main, area: 'portal' });
    app.get(`/${name}`, { config: { page: true }, schema: { hide: true } }, (request, reply) =>
      sendPage(request, reply, page),
    );
  }
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** What a person reads, without the drawings. */
export function textOf(markup: Safe): string {
  return `${markup}`
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
}
