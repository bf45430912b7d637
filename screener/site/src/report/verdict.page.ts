import { capitalised, sentence } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { LastVerdict } from '@screener/engine/screening';
import {
  DECIDED_VERDICTS,
  type DecidedVerdict,
  failsForNonCompliant,
} from '@screener/engine/verdict/verdict';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE } from '@screener/words/face';
import { gapInWords } from '@screener/words/gaps';
import { componentWords, ratioName, VERDICT_WORDS } from '@screener/words/names';
import { percentRange, price } from '@screener/words/numbers';
import { mostPerShareInWords } from '@screener/words/shares';
import { whyInWords } from '@screener/words/summary';
import { ageOfDay, basisInWords, nextDueWords, tenseOf } from '@screener/words/time';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import { intervalDrawing } from '../parts/interval.page.ts';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import { dateInWords, shortDate, statusMarkOf, verdictInTime, verdictMark } from '../parts/words.page.ts';
import { type BesideVerdict, noVerdictHeading, noVerdictLists, whatIsMissing } from './no-verdict.page.ts';
import { type AskedReport, chosenFirst, decidingOf, reportAddress } from './report-words.page.ts';
import { watchForm } from './watch.page.ts';

/** Shows the verdict first, then the reason, the methodologies, and what a reader asks next. */
export function verdictSection(
  answer: ScreenAnswer,
  asked: AskedReport,
  { whose, ...beside }: BesideVerdict & { readonly whose?: Safe | false | undefined },
): Safe {
  const { symbol, name, compliance } = answer;
  // The heading says how old a report is that is not screened.
  const hasReport = answer.anchor !== null;
  const isOpen = compliance === 'not_screenable';
  const isNarrowed = answer.possible.length < DECIDED_VERDICTS.length;
  const hasLists = isOpen && (hasReport || isNarrowed || answer.missing.length > 1);
  return html`<section class="section verdict" aria-labelledby="verdict">
<div class="margin company">
<p class="ticker"><bdi>${symbol}</bdi></p>
${identity(answer)}
</div>
<div class="figures">
${isOpen ? noVerdictHeading(answer, asked) : html`<h1 id="verdict"><bdi>${shownName(name)}</bdi> ${verdictInTime(answer)}</h1>`}
<p class="lead">${leadInWords(answer)}</p>
${nearestDrawing(answer)}
${whose}
<p class="muted basis">${basisInWords(answer, PAGE)}</p>
${!isOpen && watchForm(symbol)}
${isOpen && noVerdictLists(answer, asked, beside)}
${
  (hasReport || !isOpen || hasLists) &&
  html`<div class="double-rule">
${(hasReport || !isOpen) && methodologyCells(answer)}
${hasLists && openLists(answer, asked)}
${hasReport && factCells(answer)}
</div>`
}
</div>
</section>`;
}

function identity({ name, cik, exchange, business_activity: business }: ScreenAnswer): Safe {
  const { sic, sic_description: industry } = business;
  return html`<p><bdi>${shownName(name)}</bdi></p>
<p>SEC number ${Number(cik)}${exchange !== null && html`<br>${exchange}`}<br>${
    sic === null
      ? 'Industry not known here'
      : `SIC ${sic}${industry === null ? '' : `, ${shownIndustry(industry)}`}`
  }</p>`;
}

/** Returns the reason without the verdict, which is the heading. */
function leadInWords(answer: ScreenAnswer): string {
  const { compliance, summary } = answer;
  if (compliance === 'not_screenable') return `${whatIsMissing(answer)} This is neither a pass nor a fail.`;
  return capitalised(whyInWords(summary, PAGE, tenseOf(answer).verb));
}

/** Draws the check that decides, or that is nearest to its limit; nothing where the business decides. */
function nearestDrawing(answer: ScreenAnswer): Safe | false {
  const { compliance, business_activity: business } = answer;
  if (compliance === 'not_screenable' || business.status !== 'pass') return false;
  const checks = decidingOf(answer).flatMap((methodology) =>
    methodology.checks.map((check) => ({ ...check, by: methodology.name })),
  );
  const nearest = nearestCheck(checks);
  if (nearest === undefined || !isKnown(nearest)) return false;
  return html`<div class="nearest"><p class="small muted">${ratioName(nearest)}, ${nearest.by}: <strong>${percentRange(nearest.low, nearest.high)}</strong></p>${intervalDrawing(nearest)}</div>`;
}

function methodologyCells(answer: ScreenAnswer): Safe {
  return html`<dl class="cells methods">
${chosenFirst(answer).map(({ name, status, isChosen }) => html`<div${isChosen && html` class="chosen"`}><dt>${name}</dt><dd>${statusMarkOf(answer, status)}</dd></div>\n`)}</dl>`;
}

function factCells(answer: ScreenAnswer): Safe {
  const cells = [scoreCell(answer), purificationCell(answer), ageCell(answer), priceCell(answer)];
  return html`<dl class="cells">
${cells.map(({ label, figure, note }) => html`<div><dt>${label}</dt><dd><span class="figure">${figure}</span><span class="note">${note}</span></dd></div>\n`)}</dl>`;
}

interface Cell {
  readonly label: string;
  readonly figure: Safe | string;
  readonly note: Safe | string;
}

function scoreCell({ compliance, score, components }: ScreenAnswer): Cell {
  const label = 'Score';
  if (compliance === 'not_screenable') return { label, figure: 'none', note: 'without a verdict, no score' };
  const figure = html`${score} <span class="of">of 100</span>`;
  const parts = Object.entries(components);
  const sum = parts.reduce((total, [, part]) => total + part.score, 0);
  if (sum - score > 0.05)
    return { label, figure, note: `${capitalised(VERDICT_WORDS[compliance])}: at most that` };
  const [worst] = parts.toSorted(([, one], [, other]) => other.max - other.score - (one.max - one.score));
  return {
    label,
    figure,
    note: worst === undefined ? '' : `most lost on ${componentWords(worst[0])}`,
  };
}

function purificationCell({ purification }: ScreenAnswer): Cell {
  const label = 'To purify';
  const { low_pct: low, high_pct: high, pct_of_dividends_and_gains: told } = purification;
  if (high === null) return { label, figure: 'not known', note: 'nothing filed bounds the interest income' };
  const figure = percentRange(low / 100, high / 100);
  const most = mostPerShareInWords(purification);
  const share = most === null ? '' : `; ${most}`;
  const filed =
    told === null || told === high
      ? ''
      : `; ${percentRange(told / 100, told / 100)} with dividends, as filed`;
  return { label, figure, note: `of dividends${share}${filed}` };
}

function ageCell(answer: ScreenAnswer): Cell {
  const label = 'Figures';
  const { anchor, next_report_expected: next, today } = answer;
  if (anchor === null) return { label, figure: 'none', note: 'no report is screened' };
  const { form, period_end: end } = anchor;
  const due = next !== null && html`; ${nextDueWords(next, today)} ${shortDate(next)}`;
  return {
    label,
    figure: ageOfDay(end, today),
    note: html`${form} to ${shortDate(end)}${due}`,
  };
}

function priceCell({ market_data: market, today }: ScreenAnswer): Cell {
  const label = 'Price';
  const { close, currency, date, reason } = market;
  if (date === null) return { label, figure: 'none', note: reason === null ? '' : gapInWords(reason, PAGE) };
  const what = close === null ? 'capitalisation' : price(close, currency);
  return { label, figure: shortDate(date), note: `${what}, ${ageOfDay(date, today)}` };
}

/** If there is no verdict, says what is missing, and what the rest still allows. */
function openLists(answer: ScreenAnswer, asked: AskedReport): Safe {
  return html`<div class="open-lists">
<div>
<h2>What is missing</h2>
<ul class="plain">
${answer.missing.map(({ gap }) => html`<li>${sentence(gapInWords(gap, PAGE))}</li>\n`)}</ul>
</div>
<div>
<h2>What is still possible</h2>
<ul class="plain shapes">
${DECIDED_VERDICTS.map((verdict) => html`<li>${possibility(answer, verdict)}</li>\n`)}${answer.last_verdict !== null && html`<li>${lastInWords(answer.symbol, answer.last_verdict, asked)}</li>\n`}</ul>
</div>
</div>`;
}

function possibility(answer: ScreenAnswer, verdict: DecidedVerdict): Safe {
  const failed = decidingOf(answer)
    .filter(({ status }) => status === 'fail')
    .map(({ name }) => name);
  if (!answer.possible.includes(verdict)) {
    const why =
      failed.length === 0 ? '' : `: ${LIST.format(failed)} ${failed.length === 1 ? 'fails' : 'fail'}`;
    return html`<span class="muted">– ${capitalised(VERDICT_WORDS[verdict])} is ruled out${why}.</span>`;
  }
  return html`${verdictMark(verdict)}${condition(answer, verdict, failed.length)}`;
}

const LIST = new Intl.ListFormat('en-GB');

/** Says what a verdict would take if the business passes or needs review; empty otherwise. */
function condition(answer: ScreenAnswer, verdict: DecidedVerdict, failed: number): string {
  const { business_activity: business } = answer;
  const methodologies = decidingOf(answer);
  const open = methodologies.filter(({ status }) => status === 'unknown').map(({ name }) => name);
  if (business.status !== 'pass' && business.status !== 'review') return '';
  // If everything is open, this would only repeat the rule of verdicts.
  if (open.length === 0 || open.length === methodologies.length) return '';
  const toFail = failsForNonCompliant(methodologies.length) - failed;
  const names = LIST.format(open);
  const [only] = open;
  if (open.length === 1) return verdict === 'non_compliant' ? ` if ${only} fails` : ` if ${only} passes`;
  if (verdict === 'compliant') return ` if ${names} pass`;
  if (verdict === 'non_compliant')
    return toFail === 1 ? ` if any of ${names} fails` : ` if ${toFail} or more of ${names} fail`;
  if (toFail === 1) return ` if ${names} pass`;
  const atLeastOne = failed === 0 && business.status === 'pass' ? ', and at least one' : '';
  return ` if no more than ${toFail - 1} of ${names} fail${atLeastOne}`;
}

function lastInWords(symbol: string, { compliance, as_of: asOf }: LastVerdict, asked: AskedReport): Safe {
  const address = reportAddress(symbol, { ...asked, as_of: asOf });
  return html`The last verdict was ${VERDICT_WORDS[compliance]}, on <a href="${address}">${dateInWords(asOf)}</a>.`;
}
