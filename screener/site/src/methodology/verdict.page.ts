import { html, type Safe, url } from '@common/web/html';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { ANCHOR_AGE_LIMIT_MONTHS } from '@screener/engine/selection/anchor';
import {
  FAILS_FOR_NON_COMPLIANT,
  failsForNonCompliant,
  possibleVerdicts,
  type Verdict,
  verdictOf,
} from '@screener/engine/verdict/verdict';
import { numberInWords, percentRange } from '@screener/words/numbers';
import type { Words } from '@screener/words/words';
import { type DrawnCheck, intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
import { statusMark, verdictMark } from '../parts/words.page.ts';

const LIMIT = { threshold: 0.3, comparison: '<=' } as const;

/** Made-up figures: one example for each case of an interval. */
const DRAWN: readonly (DrawnCheck & { readonly kind: keyof Words['verdictRules']['ranges'] })[] = [
  {
    ...LIMIT,
    low: 0.12,
    high: 0.12,
    basis: 'reported',
    status: 'pass',
    kind: 'filed',
  },
  {
    ...LIMIT,
    low: 0.24,
    high: 0.24,
    basis: 'derived',
    status: 'pass',
    kind: 'derived',
  },
  {
    ...LIMIT,
    low: 0,
    high: 0.17,
    basis: 'bounded',
    status: 'pass',
    kind: 'bounded',
  },
  {
    ...LIMIT,
    low: 0.21,
    high: 0.39,
    basis: 'bounded',
    status: 'unknown',
    kind: 'loose',
  },
  {
    ...LIMIT,
    low: 0.36,
    high: null,
    basis: 'bounded',
    status: 'fail',
    kind: 'lowEnd',
  },
];

/** Explains intervals in one drawing. */
export function rangeDrawing(): Safe {
  const { ranges, rule } = words().verdictRules;
  return html`${intervalPatterns()}<ul class="ranges">
${DRAWN.map((check) => {
  const { title, text } = ranges[check.kind];
  return html`<li><span class="what"><b>${title}:</b> ${percentRange(check.low, check.high, face())} <span class="small-text">${text}</span></span><span class="drawn">${intervalDrawing(check, { height: 92 })}</span><span class="result">${statusMark(check.status)}</span></li>\n`;
})}</ul>
<p class="small muted">${rule}</p>`;
}

const BUSINESSES = ['pass', 'review', 'fail'] as const;

/** An example of an open verdict: two methodologies fail, and a third is undecided. */
const OPEN = { business: 'pass', failed: 2, open: 1 } as const;

/** Shows the verdict for each business and each number of failing methodologies, as the engine decides it. */
export function verdictGrid(): Safe {
  const counts = Array.from({ length: METHODOLOGIES.length + 1 }, (_, count) => count);
  const said = words().verdictRules;
  const all = METHODOLOGIES.length;
  const questions = said.questions(ANCHOR_AGE_LIMIT_MONTHS, all, numberInWords(all, face()));
  return html`<ol class="questions">
${questions.map(({ question, answer }) => html`<li><b>${question}</b> ${answer}</li>\n`)}</ol>
<p class="small muted">${said.dashed(OPEN.failed, numberInWords(OPEN.failed, face()), verdictMark(openVerdict()))}</p>
<table class="grid">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.business}</th>${counts.map((count) => html`<th scope="col">${said.failing(count)}</th>`)}</tr></thead>
<tbody>
${BUSINESSES.map(
  (status) =>
    html`<tr><th scope="row">${said.businesses[status]}</th>${counts.map(
      (failed) =>
        html`<td${isOpen(status, failed) && html` class="possible"`}>${verdictMark(verdictOf(possibleVerdicts(status, statuses(failed, 0))))}</td>`,
    )}</tr>\n`,
)}</tbody>
</table>`;
}

function isOpen(business: string, failed: number): boolean {
  return business === OPEN.business && failed >= OPEN.failed && failed <= OPEN.failed + OPEN.open;
}

function openVerdict(): Verdict {
  return verdictOf(possibleVerdicts(OPEN.business, statuses(OPEN.failed, OPEN.open)));
}

function statuses(failed: number, open: number): readonly CheckStatus[] {
  return METHODOLOGIES.map((_, at) => (at < failed ? 'fail' : at < failed + open ? 'unknown' : 'pass'));
}

/** How the verdict by some of the methodologies comes about. */
export function choiceInWords(): Safe {
  const said = words().methodology.choice;
  const inWords = (count: number) => numberInWords(count, face());
  const needed = METHODOLOGIES.map(
    (_, index) => [inWords(failsForNonCompliant(index + 1)), inWords(index + 1)] as const,
  );
  const account = html`<a href="${url('/portal/account')}">${said.inAccount}</a>`;
  return html`<p>${said.how(account, html`<code>?methodologies=aaoifi,msci</code>`)}</p>
<ul>
<li>${said.compliant(verdictMark('compliant'))}</li>
<li>${said.nonCompliant(verdictMark('non_compliant'), inWords(FAILS_FOR_NON_COMPLIANT), needed)}</li>
<li>${said.questionable(verdictMark('questionable'))}</li>
</ul>
<p>${said.beside(inWords(METHODOLOGIES.length))}</p>`;
}
