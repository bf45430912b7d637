import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { MarketQuote } from '@screener/engine/facts';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { missingSentence } from '@screener/words/gaps';
import { nextStepInWords } from '@screener/words/next-step';
import { price, verdictName } from '../parts/in-words.ts';
import { face, words } from '../parts/language.ts';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import { watchForm } from '../parts/watch.page.ts';
import { dateInWords, shortDate, statusMark, verdictWord } from '../parts/words.page.ts';
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
  const { heading, headingOn } = words().report.noVerdict;
  const who = html`<bdi>${shownName(name)}</bdi>`;
  const mark = marked('unknown', verdictWord('not_screenable'));
  return html`<h1 id="verdict">${asked.as_of === undefined ? heading(who, mark) : headingOn(who, mark, dateInWords(asOf))}</h1>`;
}

/** Says in one sentence what is missing. */
export function whatIsMissing({ missing, last_verdict: last }: ScreenAnswer): string {
  const gap = missing[0]?.gap;
  if (gap?.code === 'facts_not_at_hand' && last !== null) return words().report.noVerdict.noRecentData;
  return missingSentence(gap, face());
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
<h2 id="todo">${words().report.noVerdict.todo.title}</h2>
<ul class="todo-list">
${stepItem(answer, asked, contact)}${watchItem(answer)}${lastItem(answer, asked)}${filingItem(answer)}${canEnterFigures(answer) && figuresItem(answer)}</ul>
</section>`;
}

function stepItem({ next_step: step }: ScreenAnswer, asked: AskedReport, contact: string | null): Content {
  if (step === null) return false;
  const { todo } = words().report.noVerdict;
  const told = nextStepInWords(step, face());
  return step.symbol === null
    ? html`<li><span>${told}</span>${step.who === 'operator' && contact !== null && html`<span class="small muted">${todo.operator(contact)}</span>`}</li>\n`
    : item(reportAddress(step.symbol, { ...asked }), todo.seeReport(step.symbol), told);
}

function watchItem({ symbol, next_step: step }: ScreenAnswer): Content {
  // Where only another ticker helps, there is nothing to wait for.
  if (step?.who === 'nobody' && step.code !== 'wait_for_report') return false;
  if (step?.symbol != null || step?.code === 'use_common_stock') return false;
  const { tellMe, tellMeNote } = words().report.noVerdict.todo;
  return html`<li>${watchForm(symbol, { next: `/portal/report/${symbol}`, text: tellMe })}<span class="small muted">${tellMeNote}</span></li>\n`;
}

function lastItem({ symbol, last_verdict: last }: ScreenAnswer, asked: AskedReport): Content {
  if (last === null) return false;
  const address = reportAddress(symbol, { ...asked, as_of: last.as_of });
  const { seeLast, lastNote } = words().report.noVerdict.todo;
  return item(address, seeLast, lastNote(dateInWords(last.as_of), verdictName(last.compliance)));
}

function filingItem({ anchor, next_step: step }: ScreenAnswer): Content {
  if (anchor === null || step?.code !== 'read_report') return false;
  const { noVerdict, reportTo } = words().report;
  const note = reportTo(anchor.form, dateInWords(anchor.period_end));
  return item(url(anchor.source_url), noVerdict.todo.openReport, note);
}

function figuresItem({ symbol }: ScreenAnswer): Safe {
  const address = url(`/portal/report/${encodeURIComponent(symbol)}/figures`);
  const { enter, enterNote } = words().report.noVerdict.todo;
  return item(address, enter, enterNote);
}

function item(address: ReturnType<typeof url>, title: string, note: Content): Safe {
  return html`<li><a href="${address}">${title}</a><span class="small muted">${note}</span></li>\n`;
}

/** Shows what is known of a company of which no report is screened. */
function knownSection(
  { business_activity: business, missing }: ScreenAnswer,
  close: MarketQuote | null,
): Safe {
  const { sic_description: industry, status } = business;
  const isOld = missing.some(({ code }) => code === 'stale_report' || code === 'reports_not_here');
  const { known } = words().report.noVerdict;
  const figure = marked('unknown', isOld ? known.noRecent : known.noneHere);
  return html`<section class="known" aria-labelledby="known">
<h2 id="known">${known.title}</h2>
<ul class="todo-list">
<li class="beside"><span><strong>${known.business}</strong>${industry !== null && html` <span class="small muted in-line"><bdi>${shownIndustry(industry)}</bdi></span>`}</span>${status === 'review' ? marked('warn', known.review) : statusMark(status)}</li>
${known.unknown.map((name) => html`<li class="beside"><span>${name}</span>${figure}</li>\n`)}${close !== null && html`<li class="beside"><span>${known.price} <span class="small muted in-line">${shortDate(close.date)}</span></span>${price(close.close, close.currency)}</li>`}
</ul>
</section>`;
}
