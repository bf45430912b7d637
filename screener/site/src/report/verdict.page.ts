import { capitalised, sentence } from '@common/base/english';
import { type Content, html, type Safe } from '@common/web/html';
import type { LastVerdict } from '@screener/engine/screening';
import {
  DECIDED_VERDICTS,
  type DecidedVerdict,
  failsForNonCompliant,
} from '@screener/engine/verdict/verdict';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { gapInWords } from '@screener/words/gaps';
import { whyInWords } from '@screener/words/summary';
import { basisInWords, tenseOf } from '@screener/words/time';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import {
  ageOfDay,
  componentWords,
  listedNames,
  methodologyName,
  mostPerShareInWords,
  nextDueWords,
  percentRange,
  price,
  ratioName,
  verdictName,
} from '../parts/in-words.ts';
import { intervalDrawing } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import { watchForm } from '../parts/watch.page.ts';
import { dateInWords, shortDate, statusMarkOf, verdictInTime, verdictMark } from '../parts/words.page.ts';
import { type BesideVerdict, noVerdictHeading, noVerdictLists, whatIsMissing } from './no-verdict.page.ts';
import { type AskedReport, chosenFirst, decidingOf, reportAddress } from './report-words.page.ts';

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
<p class="muted basis">${basisInWords(answer, face())}</p>
${!isOpen && watchForm(symbol, { text: words().report.watch, isMain: true })}
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
  const { verdict } = words().report;
  return html`<p><bdi>${shownName(name)}</bdi></p>
<p>${verdict.secNumber(Number(cik))}${exchange !== null && html`<br><bdi>${exchange}</bdi>`}<br>${
    sic === null
      ? verdict.noIndustry
      : verdict.industry(sic, industry === null ? null : shownIndustry(industry))
  }</p>`;
}

/** Returns the reason without the verdict, which is the heading. */
function leadInWords(answer: ScreenAnswer): string {
  const { compliance, summary } = answer;
  if (compliance === 'not_screenable') return words().report.verdict.neither(whatIsMissing(answer));
  return capitalised(whyInWords(summary, face(), tenseOf(answer).verb));
}

/** Draws the check that decides, or that is nearest to its limit; nothing where the business decides. */
function nearestDrawing(answer: ScreenAnswer): Safe | false {
  const { compliance, business_activity: business } = answer;
  if (compliance === 'not_screenable' || business.status !== 'pass') return false;
  const checks = decidingOf(answer).flatMap((methodology) =>
    methodology.checks.map((check) => ({ ...check, by: methodologyName(methodology) })),
  );
  const nearest = nearestCheck(checks);
  if (nearest === undefined || !isKnown(nearest)) return false;
  const range = html`<strong>${percentRange(nearest.low, nearest.high)}</strong>`;
  const told = words().report.verdict.nearest(ratioName(nearest), nearest.by, range);
  return html`<div class="nearest-check"><p class="small muted">${told}</p>${intervalDrawing(nearest)}</div>`;
}

function methodologyCells(answer: ScreenAnswer): Safe {
  return html`<dl class="cells methods">
${chosenFirst(answer).map(({ id, name, status, isChosen }) => html`<div${isChosen && html` class="chosen"`}><dt>${methodologyName({ id, name })}</dt><dd>${statusMarkOf(answer, status)}</dd></div>\n`)}</dl>`;
}

function factCells(answer: ScreenAnswer): Safe {
  const cells = [scoreCell(answer), purificationCell(answer), ageCell(answer), priceCell(answer)];
  return html`<dl class="cells">
${cells.map(({ label, figure, note }) => html`<div><dt>${label}</dt><dd><span class="figure">${figure}</span><span class="note">${note}</span></dd></div>\n`)}</dl>`;
}

interface Cell {
  readonly label: string;
  readonly figure: Safe | string;
  readonly note: Content;
}

function scoreCell({ compliance, score, components }: ScreenAnswer): Cell {
  const { none, verdict } = words().report;
  const { label, withoutVerdict, of, atMostThat, mostLost } = verdict.score;
  if (compliance === 'not_screenable') return { label, figure: none, note: withoutVerdict };
  const figure = html`${score} <span class="of">${of(100)}</span>`;
  const parts = Object.entries(components);
  const sum = parts.reduce((total, [, part]) => total + part.score, 0);
  if (sum - score > 0.05) return { label, figure, note: atMostThat(capitalised(verdictName(compliance))) };
  const [worst] = parts.toSorted(([, one], [, other]) => other.max - other.score - (one.max - one.score));
  return { label, figure, note: worst === undefined ? '' : mostLost(componentWords(worst[0])) };
}

function purificationCell({ purification }: ScreenAnswer): Cell {
  const { notKnown, verdict } = words().report;
  const { label, noBound, ofDividends } = verdict.purify;
  const { low_pct: low, high_pct: high, pct_of_dividends_and_gains: told } = purification;
  if (high === null) return { label, figure: notKnown, note: noBound };
  const figure = percentRange(low / 100, high / 100);
  const filed = told === null || told === high ? null : percentRange(told / 100, told / 100);
  return { label, figure, note: ofDividends(mostPerShareInWords(purification), filed) };
}

function ageCell(answer: ScreenAnswer): Cell {
  const { none, verdict, reportTo, reportToNext } = words().report;
  const { label, noReport } = verdict.figures;
  const { anchor, next_report_expected: next, today } = answer;
  if (anchor === null) return { label, figure: none, note: noReport };
  const { form, period_end: end } = anchor;
  const note =
    next === null
      ? reportTo(form, shortDate(end))
      : reportToNext(form, shortDate(end), nextDueWords(next, today), shortDate(next));
  return { label, figure: ageOfDay(end, today), note };
}

function priceCell({ market_data: market, today }: ScreenAnswer): Cell {
  const { none, verdict } = words().report;
  const { label, capitalisation, note } = verdict.price;
  const { close, currency, date, reason } = market;
  if (date === null) return { label, figure: none, note: reason === null ? '' : gapInWords(reason, face()) };
  const what = close === null ? capitalisation : price(close, currency);
  return { label, figure: shortDate(date), note: note(what, ageOfDay(date, today)) };
}

/** If there is no verdict, says what is missing, and what the rest still allows. */
function openLists(answer: ScreenAnswer, asked: AskedReport): Safe {
  const { missing, possible } = words().report.verdict;
  return html`<div class="open-lists">
<div>
<h2>${missing}</h2>
<ul class="plain">
${answer.missing.map(({ gap }) => html`<li>${sentence(gapInWords(gap, face()))}</li>\n`)}</ul>
</div>
<div>
<h2>${possible}</h2>
<ul class="plain shapes">
${DECIDED_VERDICTS.map((verdict) => html`<li>${possibility(answer, verdict)}</li>\n`)}${answer.last_verdict !== null && html`<li>${lastInWords(answer.symbol, answer.last_verdict, asked)}</li>\n`}</ul>
</div>
</div>`;
}

function possibility(answer: ScreenAnswer, verdict: DecidedVerdict): Safe {
  const failed = decidingOf(answer)
    .filter(({ status }) => status === 'fail')
    .map(methodologyName);
  if (!answer.possible.includes(verdict)) {
    const { ruledOut } = words().report.verdict;
    return html`<span class="muted">${ruledOut(capitalised(verdictName(verdict)), failed, listedNames(failed))}</span>`;
  }
  const takes = condition(answer, verdict, failed.length);
  return html`${verdictMark(verdict)}${takes !== null && ` ${takes}`}`;
}

/** Says what a verdict would take if the business passes or needs review; null otherwise. */
function condition(answer: ScreenAnswer, verdict: DecidedVerdict, failed: number): string | null {
  const { business_activity: business } = answer;
  const methodologies = decidingOf(answer);
  const open = methodologies.filter(({ status }) => status === 'unknown').map(methodologyName);
  if (business.status !== 'pass' && business.status !== 'review') return null;
  // If everything is open, this would only repeat the rule of verdicts.
  if (open.length === 0 || open.length === methodologies.length) return null;
  const toFail = failsForNonCompliant(methodologies.length) - failed;
  const names = listedNames(open);
  const { takes } = words().report.verdict;
  if (open.length === 1) return verdict === 'non_compliant' ? takes.oneFails(names) : takes.onePasses(names);
  if (verdict === 'compliant') return takes.allPass(names);
  if (verdict === 'non_compliant')
    return toFail === 1 ? takes.anyFails(names) : takes.someFail(toFail, names);
  if (toFail === 1) return takes.allPass(names);
  return failed === 0 && business.status === 'pass'
    ? takes.fewAndOneFail(toFail - 1, names)
    : takes.fewFail(toFail - 1, names);
}

function lastInWords(symbol: string, { compliance, as_of: asOf }: LastVerdict, asked: AskedReport): Safe {
  const address = reportAddress(symbol, { ...asked, as_of: asOf });
  const day = html`<a href="${address}">${dateInWords(asOf)}</a>`;
  return html`${words().report.verdict.last(verdictName(compliance), day)}`;
}
