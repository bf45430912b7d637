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
import { type DrawnCheck, intervalDrawing, intervalPatterns } from '../parts/interval.page.ts';
import { statusMark, verdictMark } from '../parts/words.page.ts';

const LIMIT = { threshold: 0.3, comparison: '<=' } as const;

/** Made-up figures: one example for each case of an interval. */
const DRAWN: readonly (DrawnCheck & { readonly title: string; readonly text: string })[] = [
  {
    ...LIMIT,
    low: 0.12,
    high: 0.12,
    basis: 'reported',
    status: 'pass',
    title: 'Filed',
    text: 'A dot: the figure stands in the report as it is.',
  },
  {
    ...LIMIT,
    low: 0.24,
    high: 0.24,
    basis: 'derived',
    status: 'pass',
    title: 'Worked out',
    text: 'A ring: the sum of filed lines, exact.',
  },
  {
    ...LIMIT,
    low: 0,
    high: 0.17,
    basis: 'bounded',
    status: 'pass',
    title: 'Bounded',
    text: 'Not filed: anything from one end to the other. All of it is within the limit, so it passes.',
  },
  {
    ...LIMIT,
    low: 0.21,
    high: 0.39,
    basis: 'bounded',
    status: 'unknown',
    title: 'Too loosely',
    text: 'The limit lies inside the range, so nobody can tell.',
  },
  {
    ...LIMIT,
    low: 0.36,
    high: null,
    basis: 'bounded',
    status: 'fail',
    title: 'Only a low end',
    text: 'Even the low end is beyond the limit, so it fails, however high it may be.',
  },
];

/** Explains intervals in one drawing. */
export function rangeDrawing(): Safe {
  return html`${intervalPatterns()}<ul class="ranges">
${DRAWN.map(
  (check) =>
    html`<li><span class="what"><b>${check.title}:</b> ${percentRange(check.low, check.high)} <span class="small-text">${check.text}</span></span><span class="drawn">${intervalDrawing(check, { height: 92 })}</span><span class="result">${statusMark(check.status)}</span></li>\n`,
)}</ul>
<p class="small muted">A check passes when its whole range is within the limit, fails when all of it is beyond, and is undecided otherwise. The figures are made up for this drawing.</p>`;
}

const BUSINESSES = [
  { status: 'pass', title: 'passes' },
  { status: 'review', title: 'under review' },
  { status: 'fail', title: 'prohibited' },
] as const;

/** An example of an open verdict: two methodologies fail, and a third is undecided. */
const OPEN = { business: 'pass', failed: 2, open: 1 } as const;

/** Shows the verdict for each business and each number of failing methodologies, as the engine decides it. */
export function verdictGrid(): Safe {
  const counts = Array.from({ length: METHODOLOGIES.length + 1 }, (_, count) => count);
  return html`<ol class="questions">
<li><b>Is there a report to screen?</b> At most ${ANCHOR_AGE_LIMIT_MONTHS} months old. If not: not screenable.</li>
<li><b>What does the company do?</b> By the industry code that it gives the SEC, and by our list of companies for which the code is too coarse: passes, under review, or prohibited.</li>
<li><b>How many of the ${numberInWords(METHODOLOGIES.length)} fail?</b> Find the cell.</li>
<li><b>Is something unknown?</b> Then several cells are possible. Where all say the same, that is the verdict; otherwise it is not screenable.</li>
</ol>
<p class="small muted">Dashed: a business that passes, ${numberInWords(OPEN.failed)} methodologies that fail, and one more that is undecided. The cells differ, so it is ${verdictMark(openVerdict())}.</p>
<table class="grid">
<caption class="only-read">The verdict by business and by how many methodologies fail</caption>
<thead><tr><th scope="col">Business</th>${counts.map((count) => html`<th scope="col">${count === 0 ? 'none fails' : `${count} ${count === 1 ? 'fails' : 'fail'}`}</th>`)}</tr></thead>
<tbody>
${BUSINESSES.map(
  ({ status, title }) =>
    html`<tr><th scope="row">${title}</th>${counts.map(
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
  const needed = METHODOLOGIES.map(
    (_, index) => `${numberInWords(failsForNonCompliant(index + 1))} of ${numberInWords(index + 1)}`,
  );
  return html`<p>You can follow one methodology or several: <a href="${url('/portal/account')}">in your account</a>, for a portfolio, or in the address of a report or an API call, with <code>?methodologies=aaoifi,msci</code>.</p>
<ul>
<li>${verdictMark('compliant')}: the business passes, and so does each that you follow.</li>
<li>${verdictMark('non_compliant')}: more than half of those that you follow fail, and never more than ${numberInWords(FAILS_FOR_NON_COMPLIANT)} have to: ${needed.join(', ')}. A prohibited core business is non-compliant whichever you follow.</li>
<li>${verdictMark('questionable')}: some fail, but not that many, or the business is under review.</li>
</ul>
<p>The verdict by all ${numberInWords(METHODOLOGIES.length)} always stands beside yours. An alert is sent when the verdict by your choice changes, or when a check of one of its methodologies does.</p>`;
}
