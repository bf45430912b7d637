import { capitalised } from '@common/base/english';
import { shareBar } from '@common/web/charts';
import { type Content, html, type Safe } from '@common/web/html';
import { byChoice } from '@screener/engine/chosen';
import type { CheckAnswer } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { basisInWords, tenseOf } from '@screener/words/time';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import {
  ageInWords,
  amountName,
  componentWords,
  coveredRateInWords,
  leftToRight,
  limitInWords,
  listedNames,
  methodologyName,
  moneyRange,
  mostPerShareInWords,
  percentRange,
  ratioName,
} from '../parts/in-words.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { byWhom } from '../parts/methodology-choice.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import {
  dateInWords,
  shortDate,
  statusMarkOf,
  verdictInTime,
  verdictMarkOf,
  verdictWord,
} from '../parts/words.page.ts';
import { type PairedCheck, type PairedMethodology, pairChecks } from './compare.ts';

/** Shows two answers side by side: verdicts, each check at the same limit, the amounts behind, scores. */
export function comparedMain(screenedA: ScreenAnswer, screenedB: ScreenAnswer): Safe {
  const [a, b] = [byChoice(screenedA), byChoice(screenedB)];
  const pairs = pairChecks(a, b);
  const areAlike = a.type === b.type;
  const said = words().report.compare;
  return html`${intervalPatterns()}
<section class="section verdict" aria-labelledby="verdict">
<div class="margin company">
<p class="ticker">${said.pair(html`<bdi>${a.symbol}</bdi>`, html`<bdi>${b.symbol}</bdi>`)}</p>
<p>${said.and(html`<bdi>${shownName(a.name)}</bdi>`, html`<bdi>${shownName(b.name)}</bdi>`)}</p>
<p>${datesInWords(a, b)}</p>
</div>
<div class="figures">
<h1 id="verdict" class="two-verdicts">${bothInWords(a, b)}</h1>
<p class="lead">${areAlike ? whereTheyPart(a, b, pairs) : said.fundAndCompany}</p>
${whoseVerdicts([screenedA, screenedB])}
${glanceTable(a, b)}
</div>
</section>
${areAlike && checksSection(a, b, pairs)}
${areAlike && amountsSection(a, b)}
${areAlike && scoresSection(a, b)}
<p class="colophon muted small">${datesInWords(a, b)} ${said.engine(a.engine_version)}</p>`;
}

/** Whose verdicts these are, and those by all; false for a reader who chose nothing. */
function whoseVerdicts(answers: readonly [ScreenAnswer, ScreenAnswer]): Safe | false {
  const [{ chosen }] = answers;
  if (chosen === undefined) return false;
  const all = answers.map(({ symbol, compliance }) => `${leftToRight(symbol)} ${verdictWord(compliance)}`);
  return html`<p class="muted">${capitalised(byWhom(chosen.methodologies))}. ${capitalised(byWhom([]))}: ${listedNames(all)}.</p>`;
}

function bothInWords(a: ScreenAnswer, b: ScreenAnswer): Safe {
  const areOfToday = [a, b].every((answer) => tenseOf(answer).day === null && answer.stale === null);
  const { and, areBoth, symbolIs, andSymbolIs } = words().report.compare;
  const [one, other] = [html`<bdi>${a.symbol}</bdi>`, html`<bdi>${b.symbol}</bdi>`];
  return a.compliance === b.compliance && areOfToday
    ? html`<span>${and(one, other)}</span> <span>${areBoth(verdictMarkOf(b))}</span>`
    : html`<span>${symbolIs(one, verdictInTime(a))}</span> <span>${andSymbolIs(other, verdictInTime(b))}</span>`;
}

function datesInWords(a: ScreenAnswer, b: ScreenAnswer): Safe {
  const { bothAsOf, eachAsOf } = words().report.compare;
  const [dayA, dayB] = [dateInWords(a.as_of), dateInWords(b.as_of)];
  return a.as_of === b.as_of
    ? html`${bothAsOf(dayA, a.rules)}`
    : html`${eachAsOf(html`<bdi>${a.symbol}</bdi>`, dayA, html`<bdi>${b.symbol}</bdi>`, dayB, a.rules)}`;
}

/** The most ratios that the first sentence names. The tinted rows show the others. */
const FEW_RATIOS = 3;

/** Says in which checks the two fall on different sides. */
function whereTheyPart(a: ScreenAnswer, b: ScreenAnswer, pairs: readonly PairedMethodology[]): string {
  const checks = pairs.flatMap((pair) => pair.checks);
  const parted = checks.filter(({ parts }) => parts);
  const said = words().report.compare;
  if (parted.length === 0) return said.allSame(checks.length);
  const counts = [parted.length, checks.length] as const;
  const told = new Set(parted.flatMap((pair) => partedInWords(pair, a.symbol, b.symbol)));
  const unknown = [a, b].filter(({ methodologies }) =>
    methodologies.every((methodology) => !methodology.checks.some(isKnown)),
  );
  if (unknown.length > 0) {
    return said.partUnknown(...counts, listedNames(unknown.map(({ symbol }) => leftToRight(symbol))));
  }
  return told.size > FEW_RATIOS ? said.part(...counts) : said.partAt(...counts, listedNames([...told]));
}

function partedInWords({ either, a, b }: PairedCheck, nameA: string, nameB: string): readonly string[] {
  if (a === null || b === null) return [];
  const name = ratioName(either);
  const [one, other] = [percentRange(a.low, a.high), percentRange(b.low, b.high)];
  return [words().report.compare.parted(name, nameA, one, nameB, other)];
}

type Row = readonly [name: string, a: Content, b: Content];

function twoColumns(a: ScreenAnswer, b: ScreenAnswer, caption: string, rows: readonly Row[]): Safe {
  return html`<table class="pairs-table">
<caption class="only-read">${caption}</caption>
<thead><tr><td></td><th scope="col"><bdi>${a.symbol}</bdi></th><th scope="col"><bdi>${b.symbol}</bdi></th></tr></thead>
<tbody>
${rows.map(([name, one, other]) => html`<tr><th scope="row">${name}</th><td>${one}</td><td>${other}</td></tr>\n`)}</tbody>
</table>`;
}

function glanceTable(a: ScreenAnswer, b: ScreenAnswer): Safe {
  const row = (name: string, of: (answer: ScreenAnswer) => Content): Row => [name, of(a), of(b)];
  const { none, compare, score: scored } = words().report;
  const said = compare.glance;
  const scoreOf = ({ compliance, score }: ScreenAnswer) =>
    compliance === 'not_screenable' ? none : scored.outOf(score, 100);
  return twoColumns(a, b, said.caption, [
    row(said.verdict, verdictMarkOf),
    row(said.basedOn, (answer) => basisInWords(answer, face())),
    row(said.score, scoreOf),
    row(said.closest, closestInWords),
    row(said.purify, purificationInWords),
    row(said.figures, agesInWords),
    row(said.industry, industryInWords),
  ]);
}

function closestInWords({ methodologies }: ScreenAnswer): Content {
  const nearest = nearestCheck(methodologies.flatMap(({ checks }) => checks));
  if (nearest === undefined || !isKnown(nearest)) return words().report.notKnown;
  const { low, high } = nearest;
  const range = html`<strong>${percentRange(low, high)}</strong>`;
  return html`${words().report.compare.glance.limit(range, limitInWords(nearest))}<span class="small-text">${ratioName(nearest)}</span>`;
}

function purificationInWords({ purification }: ScreenAnswer): Content {
  const { low_pct: low, high_pct: high } = purification;
  const fund = coveredRateInWords(purification);
  if (fund !== null)
    return html`<strong>${fund.rate}</strong><span class="small-text">${fund.coverage}</span>`;
  if (high === null) return words().report.notKnown;
  const share = mostPerShareInWords(purification);
  return html`<strong>${percentRange(low / 100, high / 100)}</strong>${share !== null && html`<span class="small-text">${share}</span>`}`;
}

function agesInWords({ anchor, data_age_days: age, etf_look_through: fund }: ScreenAnswer): Content {
  const report = anchor ?? fund?.report ?? null;
  if (report === null || age === null) return words().report.verdict.figures.noReport;
  return html`<strong>${ageInWords(age)}</strong><span class="small-text">${words().report.reportTo(report.form, shortDate(report.period_end))}</span>`;
}

function industryInWords({ business_activity: business, type }: ScreenAnswer): Content {
  const { notKnown, compare } = words().report;
  const { aFund, code, statuses } = compare.glance;
  if (type === 'fund') return aFund;
  const { sic, sic_description: industry, status } = business;
  const told = statuses[status];
  return html`<strong>${industry === null ? notKnown : html`<bdi>${shownIndustry(industry)}</bdi>`}</strong><span class="small-text">${sic === null ? told : code(sic, told)}</span>`;
}

function checksSection(a: ScreenAnswer, b: ScreenAnswer, pairs: readonly PairedMethodology[]): Safe {
  const parts = pairs.some(({ checks }) => checks.some((check) => check.parts));
  const said = words().report.compare.checks;
  return pageSection({
    id: 'checks',
    title: said.title,
    note: parts ? `${said.note} ${said.tinted}` : said.note,
    kind: 'compared',
    content: html`<p class="pair-head" aria-hidden="true"><span>${said.head}</span><span><bdi>${a.symbol}</bdi></span><span><bdi>${b.symbol}</bdi></span></p>
${pairs.map(
  ({
    a: one,
    b: other,
    checks,
  }) => html`<h3 class="limit-head">${methodologyName(one)} <span class="edition">${said.statuses(a.symbol, statusMarkOf(a, one.status), b.symbol, statusMarkOf(b, other.status))}</span></h3>
<ul class="pairs">
${checks.map((check) => pairRow(check, a, b))}</ul>\n`,
)}`,
  });
}

function pairRow({ either, a, b, parts }: PairedCheck, one: ScreenAnswer, other: ScreenAnswer): Safe {
  return html`<li class="${parts ? 'pair parts' : 'pair'}"><span class="name">${ratioName(either)}<span class="small-text">${limitInWords(either)}${parts && html`<span class="only-read">${words().report.compare.checks.different}</span>`}</span></span>${pairSide(one, a)}${pairSide(other, b)}</li>
`;
}

const DRAWING_HEIGHT = 48;

function pairSide(answer: ScreenAnswer, check: CheckAnswer | null): Safe {
  const who = html`<bdi class="side-name">${answer.symbol}</bdi>`;
  if (check === null || !isKnown(check)) {
    const { noSuchCheck, noBound } = words().report.compare.checks;
    return html`<span class="side">${who}<span class="not-drawn muted">${check === null ? noSuchCheck : noBound}</span></span>`;
  }
  return html`<span class="side">${who}<span class="ratio">${percentRange(check.low, check.high)}</span><span class="drawn">${intervalDrawing(check, { height: DRAWING_HEIGHT, limit: false })}</span><span class="result">${statusMarkOf(answer, check.status)}</span></span>`;
}

function amountsSection(a: ScreenAnswer, b: ScreenAnswer): Safe | false {
  const names = [...new Set([...Object.keys(a.amounts), ...Object.keys(b.amounts)])];
  if (names.length === 0) return false;
  const { notKnown, compare } = words().report;
  const amount = (answer: ScreenAnswer, name: string) => {
    const found = answer.amounts[name];
    return found === undefined ? notKnown : moneyRange(found.low, found.high, found.unit);
  };
  const rows = names.map((name): Row => [capitalised(amountName(name)), amount(a, name), amount(b, name)]);
  return pageSection({
    id: 'amounts',
    title: compare.amounts.title,
    note: compare.amounts.note,
    content: twoColumns(a, b, compare.amounts.title, rows),
  });
}

function scoresSection(a: ScreenAnswer, b: ScreenAnswer): Safe | false {
  if (a.compliance === 'not_screenable' && b.compliance === 'not_screenable') return false;
  const { none, verdict, compare } = words().report;
  const said = compare.scores;
  const part = ({ compliance, components }: ScreenAnswer, name: string): Content => {
    const component = components[name];
    if (component === undefined || compliance === 'not_screenable') return none;
    const { score, max } = component;
    return html`${score.toFixed(1)} <span class="muted">${verdict.score.of(max)}</span>${shareBar(score / max)}`;
  };
  const whole = ({ compliance, score }: ScreenAnswer): Content =>
    compliance === 'not_screenable' ? said.none : said.outOf(html`<strong>${score}</strong>`, 100);
  const names = [...new Set([...Object.keys(a.components), ...Object.keys(b.components)])];
  const rows = names.map((name): Row => [capitalised(componentWords(name)), part(a, name), part(b, name)]);
  return pageSection({
    id: 'score',
    title: said.title,
    note: said.note,
    content: twoColumns(a, b, said.caption, [...rows, [said.title, whole(a), whole(b)]]),
  });
}
