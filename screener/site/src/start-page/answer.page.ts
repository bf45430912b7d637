import { type Content, html, type Safe, url } from '@common/web/html';
import type { FormerListing } from '@screener/engine/names/former-listing';
import type { LastVerdict } from '@screener/engine/screening';
import { DECIDED_VERDICTS } from '@screener/engine/verdict/verdict';
import type { FindableTicker } from '@screener/service/store/search.store';
import { type ScreenAnswer, SNAPSHOT_DATE } from '@screener/service/use-cases/screen-ticker';
import { approximationInWords } from '@screener/words/approximations';
import { PAGE } from '@screener/words/face';
import { formerInWords } from '@screener/words/former';
import { missingSentence } from '@screener/words/gaps';
import { VERDICT_WORDS } from '@screener/words/names';
import { nextStepInWords } from '@screener/words/next-step';
import { whySentence } from '@screener/words/summary';
import { basisInWords, verdictInTime as inTimeWords, tenseOf } from '@screener/words/time';
import { assumptionsOf } from '../parts/assumptions.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import { searchForm } from '../parts/site.page.ts';
import { watchForm } from '../parts/watch.page.ts';
import { dateInWords, verdictInTime } from '../parts/words.page.ts';
import { figureCells } from './figures.page.ts';
import { glance } from './glance.page.ts';

export function answerTitle(answer: ScreenAnswer): string {
  return `${answer.symbol} ${inTimeWords(answer, PAGE)}`;
}

interface AnswerContext {
  /** The search term. */
  readonly typed: string;
  /** What became of the ticker or name typed, if the company has another one now. */
  readonly former: FormerListing | null;
  /** Other tickers that the reader may have meant. */
  readonly namesakes: readonly FindableTicker[];
}

/** Renders a search and its answer: the verdict, the reason, its age, and the link to the whole report. */
export function answerMain(answer: ScreenAnswer, { typed, namesakes, former }: AnswerContext): Safe {
  const { symbol, etf_look_through: fund } = answer;
  const approximations = assumptionsOf(answer).filter(({ id }) => id !== SNAPSHOT_DATE);
  const path = encodeURIComponent(symbol);
  return html`${searchForm({ typed })}
${former !== null && formerLine(former)}${namesakes.length > 0 && namesakesLine(namesakes)}${answerCard(answer, { heading: 'h1' })}
${pageSection({
  id: 'rests-on',
  title: 'What it rests on',
  note: 'Beside the filings themselves.',
  content: html`${
    approximations.length > 0 &&
    html`<ul>
${approximations.map((approximation) => html`<li>${approximationInWords(approximation, PAGE)}</li>\n`)}</ul>`
  }
<p class="small">For programs: <a href="${url(`/v1/screen/${path}`)}">all figures with their filings</a>${fund === undefined && html`, and <a href="${url(`/v1/history/${path}`)}">how the verdict changed</a>`} (JSON). <a href="${url('/methodology')}">How we reach a verdict</a></p>`,
})}`;
}

function formerLine(former: FormerListing): Safe {
  return html`<p class="examples small muted">${formerInWords(former, PAGE)}.</p>
`;
}

function namesakesLine(namesakes: readonly FindableTicker[]): Safe {
  return html`<p class="examples small muted">By that name there is also ${namesakes.map(
    ({ symbol, name }) =>
      html` <a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name ?? symbol)}</bdi></a>`,
  )}</p>
`;
}

interface CardOptions {
  /** Whether the verdict is the page's first heading or one below it. */
  readonly heading: 'h1' | 'h2';
}

/** Renders a screening on one card. */
export function answerCard(answer: ScreenAnswer, { heading }: CardOptions): Safe {
  const { name, symbol, exchange } = answer;
  const verdict = html`<bdi>${shownName(name)}</bdi> ${verdictInTime(answer)}`;
  const rows = glance(answer);
  const path = encodeURIComponent(symbol);
  return html`<section class="answer" aria-label="${symbol}, screened">
<div class="answer-why">
<p class="small muted"><bdi class="ticker">${symbol}</bdi>${exchange !== null && html` ${exchange}`}</p>
${heading === 'h1' ? html`<h1>${verdict}</h1>` : html`<h2 class="verdict">${verdict}</h2>`}
<p>${answerInWords(answer)}</p>
${answer.last_verdict !== null && lastInWords(answer.last_verdict)}
<p class="small muted">${basisInWords(answer, PAGE)} ${businessLine(answer)}</p>
<p><a class="report-link" href="${url(`/portal/report/${path}`)}">Full report with all evidence</a></p>
${watchForm(symbol, `/?q=${path}`)}
</div>
<div class="answer-checks">
${rows ?? nothingToDraw(answer)}
</div>
${rows !== null && figureCells(answer)}
</section>`;
}

function answerInWords(answer: ScreenAnswer): Content {
  const { compliance, missing, summary, possible, next_step: next } = answer;
  if (compliance !== 'not_screenable') return whySentence(summary, PAGE, tenseOf(answer).verb);
  const why = missing.length > 1 ? whySentence(summary, PAGE) : missingSentence(missing[0]?.gap, PAGE);
  const still = possible.map((verdict) => VERDICT_WORDS[verdict]);
  const open = still.length < DECIDED_VERDICTS.length ? ` It can only be ${OR.format(still)}.` : '';
  const todo = next === null ? '' : ` ${nextStepInWords(next, PAGE)}`;
  return `${why} This is neither a pass nor a fail.${open}${todo}`;
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function lastInWords({ compliance, as_of: asOf }: LastVerdict): Safe {
  return html`<p>The last verdict was ${VERDICT_WORDS[compliance]}, as of ${dateInWords(asOf)}.</p>`;
}

function businessLine({ business_activity: business, type }: ScreenAnswer): Content {
  if (type === 'fund') return null;
  const { status, sic, sic_description: description, findings } = business;
  if (status === 'unknown') return 'What the company does is not known here.';
  const source = findings.find((finding) => finding.status === status && finding.source_url !== null);
  if (source !== undefined && source.source_url !== null) {
    return html`What it does is from its own annual report: <a href="${url(source.source_url)}">${source.source}</a>.`;
  }
  const industry =
    sic === null ? 'its business' : `${sic} ${description === null ? '' : shownIndustry(description)}`.trim();
  return status === 'pass'
    ? html`The business passes, by the industry code that the company gives the SEC: ${industry}.`
    : html`The business is judged by the industry code that the company gives the SEC: ${industry}.`;
}

function nothingToDraw({ compliance, type, business_activity: business }: ScreenAnswer): Safe {
  if (business.status === 'fail' && compliance === 'non_compliant') {
    return html`<p class="nothing">A prohibited business decides alone: no ratio could change the verdict, so there are none to draw.</p>`;
  }
  return html`<p class="nothing">No ratio is known. ${type === 'fund' ? 'A fund is screened from its own reports of holdings (Form N-PORT)' : 'A company is screened from its own reports to the SEC'}: <a href="${url('/methodology')}">how we reach a verdict</a>.</p>`;
}
