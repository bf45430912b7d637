import type { CalendarDate } from '@common/base/calendar';
import { type Content, html, type Safe, url } from '@common/web/html';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { searchForm } from '../site/site.page.ts';
import { dateInWords } from '../site/words.page.ts';

/** Where this server's data come from. */
export type KnownData =
  | { readonly source: 'sec_live' | 'sec_bulk' }
  | { readonly source: 'snapshot'; readonly asOf: CalendarDate | null };

const EXAMPLES = ['AAPL', 'NVDA', 'APH', 'SNOW'];

/** The start page before any search. */
export function welcomeMain(data: KnownData): Safe {
  return html`<h1>See whether a US company or fund is Sharia compliant, with the filing behind every number.</h1>
${searchForm({})}
<p class="examples small muted">Or try ${EXAMPLES.map(
    (ticker) => html` <a href="${url(`/?q=${ticker}`)}"><bdi class="ticker">${ticker}</bdi></a>`,
  )}</p>
${promises()}
<h2>For programs and agents</h2>
<ul class="plain">
<li><a href="${url('/docs')}">API reference</a>, to read and to try</li>
<li><a href="${url('/openapi.json')}">OpenAPI description</a> (JSON), for generated clients</li>
<li><a href="${url('/llms.txt')}">llms.txt</a>, what an agent needs to know</li>
<li><code>POST /mcp</code>: the same answers as tools of the Model Context Protocol</li>
<li><a href="${url('/health')}">Health</a> (JSON): what this server knows</li>
</ul>
<p class="muted small">${dataInWords(data)}</p>`;
}

function promises(): Safe {
  const names = RULE_SETS.current.methodologies.map(({ name }) => name);
  return html`<div class="promises">
${promise(
  'Methodologies side by side',
  html`${new Intl.ListFormat('en-GB').format(names)}, each by its own checks and limits.`,
)}
${promise(
  'Every number has a source',
  html`Each figure names its tag, period and filing, and links to the SEC. You can redo the sum by hand.`,
)}
${promise(
  'Missing is not zero',
  html`What a company does not file stays open, as a range from lowest to highest. A gap never makes a verdict better.`,
)}
${promise(
  'Any past date',
  html`What was filed by then, and nothing later: <a href="${url('/v1/screen/AAPL?as_of=2021-05-01')}">Apple on 1 May 2021</a> (JSON).`,
)}
${promise(
  'What changed, and why',
  html`Each change of verdict with the filing that caused it: <a href="${url('/v1/history/AAPL')}">Apple’s history</a> (JSON).`,
)}
${promise(
  'Funds by their holdings',
  html`Each holding of the fund’s own report is screened: <a href="${url('/?q=SPUS')}"><bdi class="ticker">SPUS</bdi></a>.`,
)}
</div>`;
}

function promise(title: string, text: Content): Safe {
  return html`<section><h2>${title}</h2><p class="muted">${text}</p></section>`;
}

function dataInWords(data: KnownData): Content {
  if (data.source !== 'snapshot') return DATA_WORDS[data.source];
  if (data.asOf === null) return 'Data: none yet.';
  return html`Data: an embedded snapshot, with closing prices up to ${dateInWords(data.asOf)}. Filings may end earlier: each answer is dated.`;
}

const DATA_WORDS = {
  sec_live: 'Data: filings fetched from the SEC on demand.',
  sec_bulk: 'Data: filings imported from the SEC’s bulk files.',
};
