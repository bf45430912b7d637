import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { MarketQuote } from '@screener/engine/facts';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE } from '@screener/words/face';
import { missingSentence } from '@screener/words/gaps';
import { VERDICT_WORDS } from '@screener/words/names';
import { nextStepInWords } from '@screener/words/next-step';
import { price } from '@screener/words/numbers';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import { dateInWords, shortDate, statusMark } from '../parts/words.page.ts';
import { canEnterFigures } from './own-figures.page.ts';
import { type AskedReport, reportAddress } from './report-words.page.ts';

/** What a page without a verdict shows beside the answer. */
export interface BesideVerdict {
  /** The newest close that is stored; null if there is none. */
  readonly close: MarketQuote | null;
  /** How to reach who runs this server; null if they do not say. */
  readonly contact: string | null;
}

export const NOTHING_BESIDE: BesideVerdict = {
  close: null,
  contact: null,
};

/** The heading of a company without a verdict. */
export function noVerdictHeading({ name, as_of: asOf }: ScreenAnswer, asked: AskedReport): Safe {
  const when = asked.as_of !== undefined && html` for ${dateInWords(asOf)}`;
  return html`<h1 id="verdict"><bdi>${shownName(name)}</bdi> has ${marked('unknown', 'no verdict')}${when}</h1>`;
}

/** Says in one sentence what is missing. */
export function whatIsMissing({ missing, last_verdict: last }: ScreenAnswer): string {
  const gap = missing[0]?.gap;
  if (gap?.code === 'facts_not_at_hand' && last !== null)
    return 'We have no recent financial data for this company.';
  return missingSentence(gap, PAGE);
}

/** Says what a reader can do, and what is known. */
export function noVerdictLists(answer: ScreenAnswer, asked: AskedReport, beside: BesideVerdict): Safe {
  const { close, contact } = beside;
  return html`${todoSection(answer, asked, contact)}
${answer.anchor === null && knownSection(answer, close)}`;
}

/** Says what a reader can do about an answer without a verdict. */
export function todoSection(answer: ScreenAnswer, asked: AskedReport, contact: string | null): Safe {
  return html`<section class="todo" aria-labelledby="todo">
<h2 id="todo">What you can do</h2>
<ul class="todo-list">
${stepItem(answer, asked, contact)}${watchItem(answer)}${lastItem(answer, asked)}${filingItem(answer)}${canEnterFigures(answer) && figuresItem(answer)}</ul>
</section>`;
}

function stepItem({ next_step: step }: ScreenAnswer, asked: AskedReport, contact: string | null): Content {
  if (step === null) return false;
  const words = nextStepInWords(step, PAGE);
  return step.symbol === null
    ? html`<li><span>${words}</span>${step.who === 'operator' && contact !== null && html`<span class="small muted">Its operator: ${contact}</span>`}</li>\n`
    : item(reportAddress(step.symbol, { ...asked }), `See the report of ${step.symbol}`, words);
}

function watchItem({ symbol, next_step: step }: ScreenAnswer): Content {
  // Where only another ticker helps, there is nothing to wait for.
  if (step?.who === 'nobody' && step.code !== 'wait_for_report') return false;
  if (step?.symbol != null || step?.code === 'use_common_stock') return false;
  return html`<li><form action="${url('/portal/watchlist/add')}" method="post"><input type="hidden" name="ticker" value="${symbol}"><input type="hidden" name="next" value="${`/portal/report/${symbol}`}"><button type="submit" class="in-row">Tell me when there is a verdict</button></form><span class="small muted">On your watchlist, with the alerts that you have set up</span></li>\n`;
}

function lastItem({ symbol, last_verdict: last }: ScreenAnswer, asked: AskedReport): Content {
  if (last === null) return false;
  const address = reportAddress(symbol, { ...asked, as_of: last.as_of });
  return item(
    address,
    'See the last verdict',
    html`${dateInWords(last.as_of)}: ${VERDICT_WORDS[last.compliance]}`,
  );
}

function filingItem({ anchor, next_step: step }: ScreenAnswer): Content {
  if (anchor === null || step?.code !== 'read_report') return false;
  const note = html`${anchor.form} to ${dateInWords(anchor.period_end)}`;
  return item(url(anchor.source_url), 'Open the report at the SEC', note);
}

function figuresItem({ symbol }: ScreenAnswer): Safe {
  const address = url(`/portal/report/${encodeURIComponent(symbol)}/figures`);
  return item(address, 'Enter the figures yourself', 'From its newest report; we apply the same checks');
}

function item(address: ReturnType<typeof url>, title: string, note: Content): Safe {
  return html`<li><a href="${address}">${title}</a><span class="small muted">${note}</span></li>\n`;
}

const UNKNOWN_FIGURES = ['Debt', 'Cash and securities', 'Interest income'];

/** Shows what is known of a company of which no report is screened. */
function knownSection(
  { business_activity: business, missing }: ScreenAnswer,
  close: MarketQuote | null,
): Safe {
  const { sic_description: industry, status } = business;
  const isOld = missing.some(({ code }) => code === 'stale_report' || code === 'reports_not_here');
  const figure = marked('unknown', isOld ? 'no recent report' : 'no report here');
  return html`<section class="known" aria-labelledby="known">
<h2 id="known">What we do know</h2>
<ul class="todo-list">
<li class="beside"><span><strong>Business</strong>${industry !== null && html` <span class="small muted in-line">${shownIndustry(industry)}</span>`}</span>${status === 'review' ? marked('warn', 'needs review') : statusMark(status)}</li>
${UNKNOWN_FIGURES.map((name) => html`<li class="beside"><span>${name}</span>${figure}</li>\n`)}${close !== null && html`<li class="beside"><span>Price <span class="small muted in-line">${shortDate(close.date)}</span></span>${price(close.close, close.currency)}</li>`}
</ul>
</section>`;
}
