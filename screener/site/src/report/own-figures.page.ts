import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { MarketQuote } from '@screener/engine/facts';
import type { MethodologyResult } from '@screener/engine/methodologies/check';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { judgeOwnFigures, type OwnFigure } from '@screener/engine/own-figures';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { isKnown } from '../parts/checks.page.ts';
import {
  editionInWords,
  longDate,
  methodologyName,
  money,
  percentRange,
  ratioName,
  shortStatusName,
  verdictName,
} from '../parts/in-words.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { verdictWord } from '../parts/words.page.ts';
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
  const { own } = words().report;
  const main = html`${intervalPatterns()}
<p class="small"><a class="alone" href="${reportAddress(symbol)}">${own.reportOf(html`<bdi class="ticker">${symbol}</bdi>`)}</a></p>
${
  isEmpty || isWrong
    ? html`<h1>${own.heading(name)}</h1>
<p class="lead">${own.lead}</p>
<p class="muted">${own.nothingStored}</p>`
    : judgement(answer, typed)
}
${pageSection({
  id: 'figures',
  title: isEmpty ? own.figures : own.yourFigures,
  note: html`<a class="alone" href="${url(`https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${answer.cik}&type=10&owner=exclude`)}">${own.atTheSec}</a>`,
  content: figuresForm(symbol, typed, errors, close),
})}`;
  return { main, isWrong };
}

function figuresForm(
  symbol: string,
  typed: TypedFigures,
  errors: Readonly<Partial<Record<OwnFigure, string>>>,
  close: MarketQuote | null,
): Safe {
  const listed = close?.marketCap ?? null;
  const { own } = words().report;
  const capHint = (hint: string) =>
    listed === null || close === null
      ? hint
      : own.capHint(hint, money(listed, close.currency), longDate(close.date));
  const entries = Object.entries(own.labels) as [OwnFigure, (typeof own.labels)[OwnFigure]][];
  return html`<form class="form" method="get" action="${url(`/portal/report/${encodeURIComponent(symbol)}/figures`)}">
${entries.map(([name, [label, hint]]) =>
  field({
    name,
    label,
    value: typed[name],
    error: errors[name],
    hint: name === 'market_cap' ? capHint(hint) : hint,
    inputmode: 'decimal',
    maxlength: LONGEST_FIGURE,
  }),
)}
<button type="submit">${own.check}</button>
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
  const { own } = words().report;
  const tell = compliance === 'not_screenable' ? own.has : own.is;
  const verdict = tell(name, marked('unknown', verdictWord(compliance)));
  return html`<h1 id="verdict">${verdict}</h1>
<p class="lead">${own.computed(rules)}${compliance === 'not_screenable' && ` ${own.couldBe(possible.map(verdictName))}`}</p>
<p class="muted">${own.unchanged(name)} ${businessWords(business.status)}</p>
${pageSection({
  id: 'checks',
  title: own.checks,
  note: own.checksNote,
  layout: 'matrix',
  content: methodologies.map(methodologyBlock),
})}`;
}

function businessWords(status: ScreenAnswer['business_activity']['status']): string {
  const { own } = words().report;
  if (status === 'pass') return own.businessPasses;
  return status === 'review' ? own.businessReview : own.businessUnknown;
}

function methodologyBlock({ methodology, status, checks }: MethodologyResult): Safe {
  return html`<div class="method">
<div class="method-head"><h3>${methodologyName(methodology)}</h3> <span class="edition">${editionInWords(methodology)}</span> <strong>${marked('unknown', shortStatusName(status))}</strong></div>
<ul class="checks">
${checks.map(({ check, status: result, low, high, basis }) => {
  const drawn = { ...check, status: result, low, high, basis };
  return html`<li class="check"><span class="name">${ratioName(check)}</span>${
    isKnown(drawn) && high !== null
      ? html`<span class="ratio">${percentRange(low, high)}</span><span class="drawn">${intervalDrawing(drawn)}</span>`
      : html`<span class="not-drawn">${words().report.own.figureMissing}</span>`
  }<span class="result">${marked('unknown', shortStatusName(result))}</span></li>\n`;
})}</ul>
</div>
`;
}
