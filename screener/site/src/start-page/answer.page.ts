import { type Content, html, type Safe, url } from '@common/web/html';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { DECIDED_VERDICTS } from '@screener/engine/verdict/verdict';
import type { FindableTicker } from '@screener/service/store/search.store';
import { type ScreenAnswer, SNAPSHOT_DATE } from '@screener/service/use-cases/screen-ticker';
import { approximationInWords } from '@screener/words/approximations';
import { formerInWords } from '@screener/words/former';
import { missingSentence } from '@screener/words/gaps';
import { verdictWords } from '@screener/words/names';
import { whySentence } from '@screener/words/summary';
import { basisInWords, verdictInTime as inTimeWords, tenseOf } from '@screener/words/time';
import { assumptionsOf } from '../parts/assumptions.ts';
import { lineName } from '../parts/in-words.ts';
import { face, language, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownIndustry, shownName } from '../parts/shown-name.ts';
import { searchForm } from '../parts/site.page.ts';
import { watchForm } from '../parts/watch.page.ts';
import { verdictInTime } from '../parts/words.page.ts';
import { todoSection } from '../report/no-verdict.page.ts';
import { figureCells } from './figures.page.ts';
import { glance } from './glance.page.ts';

export function answerTitle(answer: ScreenAnswer): string {
  return answer.compliance === 'not_screenable'
    ? words().answer.hasNoVerdict(answer.symbol)
    : `${answer.symbol} ${inTimeWords(answer, face())}`;
}

interface AnswerContext {
  /** The search term. */
  readonly typed: string;
  /** What became of the ticker or name typed, if the company has another one now. */
  readonly former: FormerListing | null;
  /** Other tickers that the reader may have meant. */
  readonly namesakes: readonly FindableTicker[];
  /** How to reach who runs this server; null if they do not say. */
  readonly contact: string | null;
}

/** Renders a search and its answer: the verdict, the reason, its age, and the link to the whole report. */
export function answerMain(answer: ScreenAnswer, { typed, namesakes, former, contact }: AnswerContext): Safe {
  const { symbol, etf_look_through: fund } = answer;
  const approximations = assumptionsOf(answer).filter(({ id }) => id !== SNAPSHOT_DATE);
  const path = encodeURIComponent(symbol);
  const said = words().answer;
  const figures = html`<a href="${url(`/v1/screen/${path}`)}">${said.allFigures}</a>`;
  const changes =
    fund === undefined ? html`<a href="${url(`/v1/history/${path}`)}">${said.howChanged}</a>` : null;
  return html`${searchForm({ typed })}
${former !== null && formerLine(former)}${namesakes.length > 0 && namesakesLine(namesakes)}${answerCard(answer, { heading: 'h1', contact })}
${pageSection({
  id: 'rests-on',
  title: said.assumes,
  note: said.besides,
  content: html`${
    approximations.length > 0 &&
    html`<ul>
${approximations.map((approximation) => html`<li>${approximationInWords(approximation, face())}</li>\n`)}</ul>`
  }
<p class="small">${said.forPrograms(figures, changes)} <a href="${url('/methodology')}">${said.howReached}</a></p>`,
})}`;
}

function formerLine(former: FormerListing): Safe {
  return html`<p class="examples small muted">${formerInWords(former, face())}.</p>
`;
}

function namesakesLine(namesakes: readonly FindableTicker[]): Safe {
  const links = namesakes.map(
    ({ symbol, name }) =>
      html` <a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${shownName(name ?? symbol)}</bdi></a>`,
  );
  return html`<p class="examples small muted">${words().answer.namesakes(html`${links}`)}</p>
`;
}

interface CardOptions {
  /** Whether the verdict is the page's first heading or one below it. */
  readonly heading: 'h1' | 'h2';
  readonly contact?: string | null;
}

/** Renders a screening on one card. */
export function answerCard(answer: ScreenAnswer, { heading, contact = null }: CardOptions): Safe {
  const { name, symbol, exchange } = answer;
  const verdict = html`<bdi>${shownName(name)}</bdi> ${verdictInTime(answer)}`;
  const rows = glance(answer);
  const path = encodeURIComponent(symbol);
  const isOpen = answer.compliance === 'not_screenable';
  return html`<section class="answer" aria-label="${words().answer.screened(symbol)}">
<div class="answer-why">
<p class="small muted"><bdi class="ticker">${symbol}</bdi>${exchange !== null && html` <bdi>${exchange}</bdi>`}</p>
${heading === 'h1' ? html`<h1>${verdict}</h1>` : html`<h2 class="verdict">${verdict}</h2>`}
<p>${answerInWords(answer)}</p>
<p class="small muted">${basisInWords(answer, face())} ${businessLine(answer)}</p>
<p><a class="report-link" href="${url(`/portal/report/${path}`)}">${words().answer.fullReport}</a></p>
${watchForm(symbol, { next: `/?q=${path}` })}
</div>
<div class="answer-checks">
${rows}${isOpen ? todoSection(answer, {}, contact) : rows === null && answer.business_activity.status === 'fail' && nothingToDraw()}
</div>
${rows !== null && figureCells(answer)}
</section>`;
}

function answerInWords(answer: ScreenAnswer): Content {
  const { compliance, missing, summary, possible } = answer;
  if (compliance !== 'not_screenable') return whySentence(summary, face(), tenseOf(answer).verb);
  const why = missing.length > 1 ? whySentence(summary, face()) : missingSentence(missing[0]?.gap, face());
  const said = words().answer;
  const still = possible.map((verdict) => verdictWords(verdict, face()));
  const open = still.length < DECIDED_VERDICTS.length ? ` ${said.onlyCanBe(oneOf(still))}` : '';
  return `${why} ${said.neither}${open}`;
}

/** Joins words by `or`. */
function oneOf(choices: readonly string[]): string {
  return new Intl.ListFormat(language() === 'en' ? 'en-GB' : language(), { type: 'disjunction' }).format(
    choices,
  );
}

function businessLine({ business_activity: business, type }: ScreenAnswer): Content {
  if (type === 'fund') return null;
  const { status, sic, sic_description: description, findings } = business;
  const said = words().answer;
  if (status === 'unknown') return said.businessNotKnown;
  const found = findings.filter((finding) => finding.status === status);
  const cited = found.find((finding) => finding.source_url !== null);
  if (cited !== undefined && cited.source_url !== null) {
    const report = html`<a href="${url(cited.source_url)}"><bdi>${cited.source}</bdi></a>`;
    return said.businessFromReport<Content>(
      status,
      html`<bdi>${cited.note ?? lineName(cited.label)}</bdi>`,
      report,
    );
  }
  const industry =
    sic === null
      ? said.itsBusiness
      : `${sic} ${description === null ? '' : shownIndustry(description)}`.trim();
  const [judged] = found;
  return said.businessByCode(status, judged === undefined ? null : lineName(judged.label), industry);
}

/** A verdict without a ratio is that of the business. */
function nothingToDraw(): Safe {
  return html`<p class="nothing">${words().answer.nothingToDraw}</p>`;
}
