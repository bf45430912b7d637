import { capitalised } from '@common/base/english';
import { shareBar } from '@common/web/charts';
import { type Content, html, type Safe } from '@common/web/html';
import { byChoice } from '@screener/engine/chosen';
import type { CheckAnswer } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { PAGE } from '@screener/words/face';
import { amountName, componentWords, ratioName, VERDICT_WORDS } from '@screener/words/names';
import { limitInWords, moneyRange, percentRange } from '@screener/words/numbers';
import { coveredRateInWords } from '@screener/words/purification';
import { mostPerShareInWords } from '@screener/words/shares';
import { ageInWords, basisInWords, tenseOf } from '@screener/words/time';
import { isKnown, nearestCheck } from '../parts/checks.page.ts';
import { intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { byWhom } from '../parts/methodology-choice.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import { dateInWords, shortDate, statusMarkOf, verdictInTime, verdictMarkOf } from '../parts/words.page.ts';
import { type PairedCheck, type PairedMethodology, pairChecks } from './compare.ts';

/** Shows two answers side by side: verdicts, each check at the same limit, the amounts behind, scores. */
export function comparedMain(screenedA: ScreenAnswer, screenedB: ScreenAnswer): Safe {
  const [a, b] = [byChoice(screenedA), byChoice(screenedB)];
  const pairs = pairChecks(a, b);
  const areAlike = a.type === b.type;
  return html`${intervalPatterns()}
<section class="section verdict" aria-labelledby="verdict">
<div class="margin company">
<p class="ticker"><bdi>${a.symbol}</bdi>, <bdi>${b.symbol}</bdi></p>
<p><bdi>${shownName(a.name)}</bdi> and <bdi>${shownName(b.name)}</bdi></p>
<p>${datesInWords(a, b)}</p>
</div>
<div class="figures">
<h1 id="verdict" class="two-verdicts">${bothInWords(a, b)}</h1>
<p class="lead">${areAlike ? whereTheyPart(a, b, pairs) : 'A fund is judged by what it holds, and a company by its own figures: their checks do not compare.'}</p>
${whoseVerdicts([screenedA, screenedB])}
${glanceTable(a, b)}
</div>
</section>
${areAlike && checksSection(a, b, pairs)}
${areAlike && amountsSection(a, b)}
${areAlike && scoresSection(a, b)}
<p class="colophon muted small">${datesInWords(a, b)} Engine ${a.engine_version}.</p>`;
}

/** Whose verdicts these are, and those by all; false for a reader who chose nothing. */
function whoseVerdicts(answers: readonly [ScreenAnswer, ScreenAnswer]): Safe | false {
  const [{ chosen }] = answers;
  if (chosen === undefined) return false;
  const all = answers.map(
    ({ symbol, compliance }) =>
      `${symbol} ${compliance === 'not_screenable' ? 'no verdict' : VERDICT_WORDS[compliance]}`,
  );
  return html`<p class="muted">${capitalised(byWhom(chosen.methodologies))}. ${capitalised(byWhom([]))}: ${all.join(', ')}.</p>`;
}

function bothInWords(a: ScreenAnswer, b: ScreenAnswer): Safe {
  const areOfToday = [a, b].every((answer) => tenseOf(answer).day === null && answer.stale === null);
  return a.compliance === b.compliance && areOfToday
    ? html`<span><bdi>${a.symbol}</bdi> and <bdi>${b.symbol}</bdi></span> <span>are both ${verdictMarkOf(b)}</span>`
    : html`<span><bdi>${a.symbol}</bdi> ${verdictInTime(a)}</span> <span>and <bdi>${b.symbol}</bdi> ${verdictInTime(b)}</span>`;
}

function datesInWords(a: ScreenAnswer, b: ScreenAnswer): Safe {
  const rules = `by the ${a.rules} rules`;
  return a.as_of === b.as_of
    ? html`Both as of ${dateInWords(a.as_of)}, ${rules}.`
    : html`<bdi>${a.symbol}</bdi> as of ${dateInWords(a.as_of)}, <bdi>${b.symbol}</bdi> as of ${dateInWords(b.as_of)}, ${rules}. Choose a date to see both on one day.`;
}

const LIST = new Intl.ListFormat('en-GB');

/** The most ratios that the first sentence names. The tinted rows show the others. */
const FEW_RATIOS = 3;

/** Says in which checks the two fall on different sides. */
function whereTheyPart(a: ScreenAnswer, b: ScreenAnswer, pairs: readonly PairedMethodology[]): string {
  const checks = pairs.flatMap((pair) => pair.checks);
  const parted = checks.filter(({ parts }) => parts);
  if (parted.length === 0) return `All ${checks.length} checks have the same result for both.`;
  const start = `They part at ${parted.length} of ${checks.length} checks`;
  const told = new Set(parted.flatMap((pair) => partedInWords(pair, a.symbol, b.symbol)));
  const unknown = [a, b].filter(({ methodologies }) =>
    methodologies.every((methodology) => !methodology.checks.some(isKnown)),
  );
  if (unknown.length > 0) {
    return `${start}, because no ratio of ${LIST.format(unknown.map(({ symbol }) => symbol))} is known.`;
  }
  return told.size > FEW_RATIOS ? `${start}.` : `${start}: ${LIST.format(told)}.`;
}

function partedInWords({ either, a, b }: PairedCheck, nameA: string, nameB: string): readonly string[] {
  if (a === null || b === null) return [];
  const name = ratioName(either);
  const [one, other] = [percentRange(a.low, a.high), percentRange(b.low, b.high)];
  return [`${name.charAt(0).toLowerCase()}${name.slice(1)} (${nameA} ${one}, ${nameB} ${other})`];
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
  return twoColumns(a, b, 'At a glance', [
    row('Verdict', verdictMarkOf),
    row('Based on', (answer) => basisInWords(answer, PAGE)),
    row('Score', ({ compliance, score }) => (compliance === 'not_screenable' ? 'none' : `${score} of 100`)),
    row('Closest to a limit', closestInWords),
    row('To purify', purificationInWords),
    row('Figures', agesInWords),
    row('Industry', industryInWords),
  ]);
}

function closestInWords({ methodologies }: ScreenAnswer): Content {
  const nearest = nearestCheck(methodologies.flatMap(({ checks }) => checks));
  if (nearest === undefined || !isKnown(nearest)) return 'not known';
  const { low, high } = nearest;
  return html`<strong>${percentRange(low, high)}</strong>, limit ${limitInWords(nearest)}<span class="small-text">${ratioName(nearest)}</span>`;
}

function purificationInWords({ purification }: ScreenAnswer): Content {
  const { low_pct: low, high_pct: high } = purification;
  const fund = coveredRateInWords(purification);
  if (fund !== null)
    return html`<strong>${fund.rate}</strong><span class="small-text">${fund.coverage}</span>`;
  if (high === null) return 'not known';
  const share = mostPerShareInWords(purification);
  return html`<strong>${percentRange(low / 100, high / 100)}</strong>${share !== null && html`<span class="small-text">${share}</span>`}`;
}

function agesInWords({ anchor, data_age_days: age, etf_look_through: fund }: ScreenAnswer): Content {
  const report = anchor ?? fund?.report ?? null;
  if (report === null || age === null) return 'no report is screened';
  return html`<strong>${ageInWords(age)}</strong><span class="small-text">${report.form} to ${shortDate(report.period_end)}</span>`;
}

function industryInWords({ business_activity: business, type }: ScreenAnswer): Content {
  if (type === 'fund') return 'a fund: judged by its holdings';
  const { sic, sic_description: industry, status } = business;
  const words = { pass: 'passes', fail: 'fails', review: 'for a person to judge', unknown: 'undecided' }[
    status
  ];
  return html`<strong>${industry === null ? 'not known' : shownIndustry(industry)}</strong><span class="small-text">${sic !== null && `SIC ${sic}, `}${words}</span>`;
}

function checksSection(a: ScreenAnswer, b: ScreenAnswer, pairs: readonly PairedMethodology[]): Safe {
  const parts = pairs.some(({ checks }) => checks.some((check) => check.parts));
  return pageSection({
    id: 'checks',
    title: 'The checks',
    note: `One limit for both, at the same place in each column. Left of the line passes.${parts ? ' In the tinted rows the two have different results.' : ''}`,
    kind: 'compared',
    content: html`<p class="pair-head" aria-hidden="true"><span>Check and limit</span><span><bdi>${a.symbol}</bdi></span><span><bdi>${b.symbol}</bdi></span></p>
${pairs.map(
  ({
    a: one,
    b: other,
    checks,
  }) => html`<h3 class="limit-head">${one.name} <span class="edition">${[a.symbol, ' ', statusMarkOf(a, one.status), ', ', b.symbol, ' ', statusMarkOf(b, other.status)]}</span></h3>
<ul class="pairs">
${checks.map((check) => pairRow(check, a, b))}</ul>\n`,
)}`,
  });
}

function pairRow({ either, a, b, parts }: PairedCheck, one: ScreenAnswer, other: ScreenAnswer): Safe {
  return html`<li class="${parts ? 'pair parts' : 'pair'}"><span class="name">${ratioName(either)}<span class="small-text">${limitInWords(either)}${parts && html`<span class="only-read">, different results</span>`}</span></span>${pairSide(one, a)}${pairSide(other, b)}</li>
`;
}

const DRAWING_HEIGHT = 48;

function pairSide(answer: ScreenAnswer, check: CheckAnswer | null): Safe {
  const who = html`<bdi class="side-name">${answer.symbol}</bdi>`;
  if (check === null || !isKnown(check)) {
    return html`<span class="side">${who}<span class="not-drawn muted">${check === null ? 'has no such check' : 'not known: nothing filed bounds it'}</span></span>`;
  }
  return html`<span class="side">${who}<span class="ratio">${percentRange(check.low, check.high)}</span><span class="drawn">${intervalDrawing(check, { height: DRAWING_HEIGHT, limit: false })}</span><span class="result">${statusMarkOf(answer, check.status)}</span></span>`;
}

function amountsSection(a: ScreenAnswer, b: ScreenAnswer): Safe | false {
  const names = [...new Set([...Object.keys(a.amounts), ...Object.keys(b.amounts)])];
  if (names.length === 0) return false;
  const amount = (answer: ScreenAnswer, name: string) => {
    const found = answer.amounts[name];
    return found === undefined ? 'not known' : moneyRange(found.low, found.high, found.unit);
  };
  const rows = names.map((name): Row => [capitalised(amountName(name)), amount(a, name), amount(b, name)]);
  return pageSection({
    id: 'amounts',
    title: 'Amounts',
    note: 'What the ratios are made of, in each report’s own currency.',
    content: twoColumns(a, b, 'Amounts', rows),
  });
}

function scoresSection(a: ScreenAnswer, b: ScreenAnswer): Safe | false {
  if (a.compliance === 'not_screenable' && b.compliance === 'not_screenable') return false;
  const part = ({ compliance, components }: ScreenAnswer, name: string): Content => {
    const component = components[name];
    if (component === undefined || compliance === 'not_screenable') return 'none';
    const { score, max } = component;
    return html`${score.toFixed(1)} <span class="muted">of ${max}</span>${shareBar(score / max)}`;
  };
  const whole = ({ compliance, score }: ScreenAnswer): Content =>
    compliance === 'not_screenable' ? 'none: no verdict' : html`<strong>${score}</strong> of 100`;
  const names = [...new Set([...Object.keys(a.components), ...Object.keys(b.components)])];
  const rows = names.map((name): Row => [capitalised(componentWords(name)), part(a, name), part(b, name)]);
  return pageSection({
    id: 'score',
    title: 'Score',
    note: 'How far from every limit. It never changes a verdict.',
    content: twoColumns(a, b, 'Scores', [...rows, ['Score', whole(a), whole(b)]]),
  });
}
