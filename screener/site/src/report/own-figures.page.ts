import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { MarketQuote } from '@screener/engine/facts';
import type { MethodologyResult } from '@screener/engine/methodologies/check';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { judgeOwnFigures, type OwnFigure } from '@screener/engine/own-figures';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { longDate } from '@screener/words/dates';
import { ratioName, SHORT_STATUS_WORDS, VERDICT_WORDS } from '@screener/words/names';
import { money, percentRange } from '@screener/words/numbers';
import { isKnown } from '../parts/checks.page.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { LONGEST_FIGURE, readFigures, type TypedFigures } from './own-figures.ts';
import { reportAddress } from './report-words.page.ts';

interface OwnFiguresPage {
  readonly answer: ScreenAnswer;
  readonly typed: TypedFigures;
  /** The newest close that is stored; null if there is none. */
  readonly close: MarketQuote | null;
}

/** Whether figures could give a company a verdict: nothing helps a fund, a prohibited business or what has ended. */
export function canEnterFigures({
  type,
  compliance,
  business_activity: business,
  next_step: step,
}: ScreenAnswer) {
  if (type === 'fund' || compliance !== 'not_screenable' || business.status === 'fail') return false;
  return step?.code !== 'use_common_stock' && step?.code !== 'nothing_to_screen' && step?.symbol == null;
}

/**
 * Shows the form, and what the methodologies say of figures that were entered. They are the reader's: none of them is
 * shown as evidence, and a verdict by them has no colour.
 */
export function ownFiguresMain({ answer, typed, close }: OwnFiguresPage): {
  readonly main: Safe;
  readonly isWrong: boolean;
} {
  const { figures, errors } = readFigures(typed);
  const isWrong = Object.keys(errors).length > 0;
  const isEmpty = Object.keys(figures).length === 0;
  const { symbol } = answer;
  const name = html`<bdi>${shownName(answer.name)}</bdi>`;
  const main = html`${intervalPatterns()}
<p class="small"><a href="${reportAddress(symbol)}">Report of <bdi class="ticker">${symbol}</bdi></a></p>
${
  isEmpty || isWrong
    ? html`<h1>Enter the figures of ${name} yourself</h1>
<p class="lead">Copy them from the newest annual or quarterly report, all in one unit, such as millions of dollars. What you leave empty is not known, which never counts as a pass.</p>
<p class="muted">You get the checks of this site on your figures. Nothing is stored, and no figure is checked against a filing.</p>`
    : judgement(answer, typed)
}
${pageSection({
  id: 'figures',
  title: isEmpty ? 'The figures' : 'Your figures',
  note: html`<a href="${url(`https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${answer.cik}&type=10&owner=exclude`)}">Its reports at the SEC</a>`,
  content: figuresForm(symbol, typed, errors, close),
})}`;
  return { main, isWrong };
}

const LABELS: Readonly<Record<OwnFigure, readonly [label: string, hint: string]>> = {
  cash: ['Cash and cash equivalents', 'Balance sheet'],
  current_securities: [
    'Short-term securities that earn interest',
    'Balance sheet: marketable securities, short-term investments; 0 if there are none',
  ],
  noncurrent_securities: ['Long-term securities that earn interest', 'Balance sheet; 0 if there are none'],
  receivables: ['Receivables', 'Balance sheet: all of them'],
  total_assets: ['Total assets', 'Balance sheet'],
  debt: ['Debt', 'Balance sheet: everything borrowed, current and long-term; 0 if there is none'],
  revenue: ['Revenue of twelve months', 'Income statement'],
  interest_income: ['Interest income of the same twelve months', 'Income statement or its notes'],
  market_cap: ['Market capitalisation', 'Price times all shares'],
};

function figuresForm(
  symbol: string,
  typed: TypedFigures,
  errors: Readonly<Partial<Record<OwnFigure, string>>>,
  close: MarketQuote | null,
): Safe {
  const listed = close?.marketCap ?? null;
  const inListing =
    listed === null || close === null
      ? ''
      : `: ${money(listed, close.currency)} on ${longDate(close.date)}, by the daily listing`;
  const entries = Object.entries(LABELS) as [OwnFigure, (typeof LABELS)[OwnFigure]][];
  return html`<form class="form" method="get" action="${url(`/portal/report/${encodeURIComponent(symbol)}/figures`)}">
${entries.map(([name, [label, hint]]) =>
  field({
    name,
    label,
    value: typed[name],
    error: errors[name],
    hint: name === 'market_cap' ? `${hint}${inListing}` : hint,
    inputmode: 'decimal',
    maxlength: LONGEST_FIGURE,
  }),
)}
<button type="submit">Check these figures</button>
</form>`;
}

function judgement(answer: ScreenAnswer, typed: TypedFigures): Safe {
  const { business_activity: business, rules } = answer;
  const { compliance, methodologies, possible } = judgeOwnFigures(
    business,
    RULE_SETS[rules],
    readFigures(typed).figures,
  );
  const name = html`<bdi>${shownName(answer.name)}</bdi>`;
  const verdict: Content =
    compliance === 'not_screenable'
      ? html`By your figures, ${name} has ${marked('unknown', 'no verdict')}`
      : html`By your figures, ${name} is ${marked('unknown', VERDICT_WORDS[compliance])}`;
  const could = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    possible.map((each) => VERDICT_WORDS[each]),
  );
  return html`<h1 id="verdict">${verdict}</h1>
<p class="lead">Computed from what you entered, not from filings, by the ${rules} rules.${compliance === 'not_screenable' && ` It could still be ${could}: enter what is missing.`}</p>
<p class="muted">The verdict of this site on ${name} is unchanged: it has none. ${businessWords(business.status)}</p>
${pageSection({
  id: 'checks',
  title: 'The checks',
  note: 'On your figures. Left of the line passes.',
  layout: 'matrix',
  content: methodologies.map(methodologyBlock),
})}`;
}

function businessWords(status: ScreenAnswer['business_activity']['status']): string {
  if (status === 'pass') return 'Its business passes.';
  return status === 'review'
    ? 'Its business is for a person to judge.'
    : 'What its business is, is not known here.';
}

function methodologyBlock({ methodology, status, checks }: MethodologyResult): Safe {
  return html`<div class="method">
<div class="method-head"><h3>${methodology.name}</h3> <span class="edition">${methodology.edition}</span> <strong>${marked('unknown', SHORT_STATUS_WORDS[status])}</strong></div>
<ul class="checks">
${checks.map(({ check, status: result, low, high, basis }) => {
  const drawn = { ...check, status: result, low, high, basis };
  return html`<li class="check"><span class="name">${ratioName(check)}</span>${
    isKnown(drawn) && high !== null
      ? html`<span class="ratio">${percentRange(low, high)}</span><span class="drawn">${intervalDrawing(drawn)}</span>`
      : html`<span class="not-drawn">A figure is missing.</span>`
  }<span class="result">${marked('unknown', SHORT_STATUS_WORDS[result])}</span></li>\n`;
})}</ul>
</div>
`;
}
