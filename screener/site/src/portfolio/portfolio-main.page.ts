import type { CalendarDate } from '@common/base/calendar';
import { capitalised } from '@common/base/english';
import { html, type Safe, url } from '@common/web/html';
import { markShape } from '@common/web/mark';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { VERDICTS, type Verdict } from '@screener/engine/verdict/verdict';
import { type Portfolio, verdictOfToday } from '@screener/service/portfolio/assess-portfolio';
import type { ListChanges } from '@screener/service/portfolio/looks';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { dateOn } from '@screener/words/dates';
import { PAGE } from '@screener/words/face';
import { missingSentence } from '@screener/words/gaps';
import { VERDICT_WORDS } from '@screener/words/names';
import { money, numberInWords, percent, wholeNumber } from '@screener/words/numbers';
import { whyInWords, whySentence } from '@screener/words/summary';
import { staleInWords } from '@screener/words/time';
import { MOST_UNREAD, moreUnread, sendHoldings } from '../parts/holdings-form.page.ts';
import { intervalPatterns } from '../parts/interval.page.ts';
import { byWhom } from '../parts/methodology-choice.page.ts';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { watchForm } from '../parts/watch.page.ts';
import { dateInWords, VERDICT_MEANINGS, verdictMark, verdictWord } from '../parts/words.page.ts';
import { holdingsForm } from './ask.page.ts';
import { changesSection } from './changes.page.ts';

type Held = Portfolio['holdings'][number];
type Apart = Portfolio['apart'][number];

/** In the order in which they are shown: what needs a decision is read from its end. */
const BY_WEIGHT: readonly Verdict[] = ['non_compliant', 'questionable', 'not_screenable', 'compliant'];
const DOLLARS = 'USD';
const BAR_HEIGHT = 28;
/** Where a watched ticker leads back to: the answer itself is of a form, and has no address. */
const BACK = '/portal/dashboard';
const NOT_SCREENED = 'We could not screen it just now. Check again in a moment.';

export function portfolioTitle(portfolio: Portfolio): string {
  const { before, verdict } = titleOf(portfolio);
  if (verdict === null) return before;
  return `${before} ${verdictWord(verdict)}`;
}

/** The answer as a sentence that ends in a verdict; null where there is none to end in. */
function titleOf({ holdings, shares }: Portfolio): {
  readonly before: string;
  readonly verdict: Verdict | null;
} {
  const [passing, all] = [shares.compliant.holdings, holdings.length];
  const [only] = holdings;
  if (only === undefined) return { before: 'Nothing here is listed in the United States', verdict: null };
  if (all === 1) {
    const verdict = verdictOfToday(only);
    return { before: `Your one holding ${verdict === 'not_screenable' ? 'has' : 'is'}`, verdict };
  }
  const some = passing === 0 ? 'None' : capitalised(numberInWords(passing));
  const before =
    passing === all
      ? `All ${numberInWords(all)} are`
      : `${some} of your ${numberInWords(all)} ${passing === 1 ? 'is' : 'are'}`;
  return { before, verdict: 'compliant' };
}

/** Says in one sentence, beside the verdict of today, why an answer has it or has none. */
export function reasonOf(answer: ScreenAnswer): string {
  const { compliance, missing, stale, summary, as_of: asOf } = answer;
  if (compliance === 'not_screenable') return missingSentence(missing[0]?.gap, PAGE);
  if (stale === null) return whySentence(summary, PAGE);
  const then = `${capitalised(VERDICT_WORDS[compliance])} on ${dateOn(asOf, PAGE)}`;
  return `${then}: ${whyInWords(summary, PAGE, 'was')} ${staleInWords(stale, PAGE)}`;
}

/** What is beside the answer: the text, and what the reader's account keeps of it. */
export interface PortfolioScene {
  readonly typed: string;
  readonly rules: RuleSetId;
  /** The day on which this list was saved; absent if it is not saved. */
  readonly savedOn?: CalendarDate;
  /** Whether the reader is signed in, and so can save it. */
  readonly isSignedIn: boolean;
  /** Whether another list is saved. */
  readonly hasOther: boolean;
  /** What is different since the reader looked at the saved list; null if there is nothing to compare with. */
  readonly changes: ListChanges | null;
}

/** The page about a portfolio: the answer, what needs a decision, all else, and what is not counted. */
export function portfolioMain(portfolio: Portfolio, scene: PortfolioScene): Safe {
  const { holdings } = portfolio;
  const title = titleOf(portfolio);
  const addressOf = addressIn(scene, portfolio.chosen);
  const decisions = BY_WEIGHT.flatMap((verdict) =>
    holdings.filter((one) => one.needs_decision && verdictOfToday(one) === verdict),
  );
  const others = holdings.filter(({ needs_decision: needs }) => !needs);
  return html`<div class="portfolio">
<h1>${title.before}${title.verdict !== null && html` ${verdictMark(title.verdict)}`}</h1>
<p class="when">${capitalised(byWhom(portfolio.chosen))}${scene.rules === 'classic' && ', in the classic edition'}. ${asOfWords(holdings)}</p>
${holdings.length > 0 && sharesOf(portfolio)}
${scene.changes !== null && changesSection(scene.changes)}
${decisions.length > 0 && decisionsSection(decisions, addressOf)}
${others.length > 0 && compliantSection(others, addressOf)}
${holdings.length > 0 && methodologiesSection(portfolio)}
${(portfolio.apart.length > 0 || portfolio.unread.length > 0) && apartSection(portfolio)}
${toolsSection(scene, portfolio.chosen)}
</div>`;
}

function asOfWords(holdings: readonly Held[]): Safe {
  const dates = holdings.flatMap(({ as_of: date }) => date ?? []).sort();
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return html`We have no screening.`;
  const closes = holdings.flatMap(({ close_date: date }) => date ?? []).sort();
  const [oldest] = closes;
  return html`${first === last ? html`As of ${dateInWords(last)}` : html`Verdicts of ${dateInWords(first)} to ${dateInWords(last)}`}${oldest !== undefined && html`; closes from ${dateInWords(oldest)} on`}.`;
}

/** One thing to do about a holding. */
function actionOf(one: Held): string {
  return verdictOfToday(one) === 'not_screenable' ? 'What is missing' : 'Why, and the figures';
}

/** The share of value of each verdict, to scale and in words. */
function sharesOf({ shares, total_value: total, without_value: without }: Portfolio): Safe {
  let from = 0;
  const slices = VERDICTS.map((verdict) => {
    const width = shares[verdict].pct ?? 0;
    const slice = { verdict, from, width };
    from += width;
    return slice;
  });
  const at = (pct: number) => `${Number(pct.toFixed(3))}%`;
  const label = VERDICTS.map((verdict) => `${verdictWord(verdict)} ${shareWords(shares[verdict].pct)}`).join(
    ', ',
  );
  return html`${
    total > 0 &&
    html`${intervalPatterns()}<svg class="weight-bar" width="100%" height="${BAR_HEIGHT}" role="img" aria-label="Shares of value: ${label}" focusable="false">
${slices.map(({ verdict, from: x, width }) => width > 0 && html`<rect class="slice ${verdict}" x="${at(x)}" y="0.5" width="${at(width)}" height="${BAR_HEIGHT - 1}"${verdict === 'not_screenable' && html` fill="url(#hatch-unknown)"`}/>`)}<rect class="bar-frame" x="0" y="0.5" width="100%" height="${BAR_HEIGHT - 1}"/>
</svg>`
  }
<dl class="value-shares">
${VERDICTS.map(
  (
    verdict,
  ) => html`<div><dt>${verdictMark(verdict)}</dt><dd><strong>${shareWords(shares[verdict].pct)}</strong><span class="small-text">${dollars(shares[verdict].value)}, ${holdingsWords(shares[verdict].holdings)}</span></dd></div>
`,
)}</dl>
${without > 0 && html`<p class="hint">${capitalised(holdingsWords(without))} without a value ${without === 1 ? 'counts' : 'count'} in no share: no close is at hand, or not every line gives a quantity.</p>`}`;
}

function shareWords(pct: number | null): string {
  return pct === null ? '–' : percent(pct / 100, undefined, 1);
}

function dollars(value: number): string {
  return `$${wholeNumber(Math.round(value))}`;
}

function holdingsWords(count: number): string {
  return `${numberInWords(count)} ${count === 1 ? 'holding' : 'holdings'}`;
}

function weightOf({ weight_pct: pct }: Held): string {
  return pct === null ? 'no value' : percent(pct / 100, undefined, 1);
}

/** The address of what is said about a holding. */
type AddressOf = (symbol: string) => Safe;

/** The whole report, by the same methodologies, is for signed-in readers; others get the answer that everybody sees. */
function addressIn({ isSignedIn }: PortfolioScene, chosen: readonly string[]): AddressOf {
  const by = chosen.length === 0 ? '' : `?methodologies=${chosen.join()}`;
  return (symbol) => {
    const name = encodeURIComponent(symbol);
    return url(isSignedIn ? `/portal/report/${name}${by}` : `/?q=${name}`);
  };
}

function reportLink({ symbol, name }: Held, addressOf: AddressOf): Safe {
  return html`<a href="${addressOf(symbol)}"><bdi>${name === null ? symbol : shownName(name)}</bdi> <bdi class="ticker">${symbol}</bdi></a>`;
}

function decisionsSection(decisions: readonly Held[], addressOf: AddressOf): Safe {
  const title = `${capitalised(numberInWords(decisions.length))} ${decisions.length === 1 ? 'needs' : 'need'} a decision`;
  const content = html`<ul class="decisions">
${decisions.map(
  (one) => html`<li><p class="who">${reportLink(one, addressOf)} ${verdictMark(verdictOfToday(one))}</p>
<p class="why">${one.as_of === null ? NOT_SCREENED : one.reason}${byAll(one)}</p>
<div class="weight"><strong>${weightOf(one)}</strong>${one.weight_pct !== null && ' of value'} <a href="${addressOf(one.symbol)}" aria-label="${actionOf(one)}: ${one.symbol}">${actionOf(one)}</a> ${watchForm(one.symbol, BACK)}</div></li>
`,
)}</ul>`;
  return pageSection({ id: 'decisions', title, note: 'Something is wrong, missing or too old.', content });
}

function compliantSection(holdings: readonly Held[], addressOf: AddressOf): Safe {
  const content = html`<table class="holdings-table">
<thead><tr><th scope="col">Company</th><th scope="col" class="number wide-cell">Shares</th><th scope="col" class="number wide-cell">Value</th><th scope="col" class="number">Weight</th><td></td></tr></thead>
<tbody>
${holdings.map(
  (
    one,
  ) => html`<tr><th scope="row"><svg class="dot pass" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true" focusable="false">${markShape(VERDICT_MEANINGS.compliant)}</svg> ${reportLink(one, addressOf)}${failsAt(one)}</th><td class="number wide-cell">${one.quantity === null ? '–' : wholeOrExact(one.quantity)}</td><td class="number wide-cell">${one.value === null ? '–' : dollars(one.value)}</td><td class="number">${weightOf(one)}</td><td class="end">${watchForm(one.symbol, BACK)}</td></tr>
`,
)}</tbody></table>`;
  return pageSection({
    id: 'compliant',
    title: `Compliant: ${holdingsWords(holdings.length)}`,
    note: 'By weight.',
    content,
  });
}

function wholeOrExact(quantity: number): string {
  return Number.isInteger(quantity) ? wholeNumber(quantity) : String(quantity);
}

const NAMES: ReadonlyMap<string, string> = new Map(
  METHODOLOGIES.map(({ current }) => [current.id, current.name]),
);

/** The verdict by all methodologies, where the reader's own differs. */
function byAll({ compliance, compliance_by_all: all, stale }: Held): Safe | false {
  if (compliance === all || stale !== null) return false;
  const words = verdictWord(all);
  return html` <span class="small-text">${capitalised(byWhom([]))}: ${words}.</span>`;
}

/** A methodology that says no to a compliant holding. */
function failsAt({ methodologies }: Held): Safe | false {
  const failed = methodologies.filter(({ status }) => status === 'fail').map(({ id }) => NAMES.get(id) ?? id);
  return failed.length > 0 && html`<span class="small-text">Fails at ${failed.join(' and ')}</span>`;
}

function methodologiesSection({ by_methodology: methodologies, chosen }: Portfolio): Safe {
  const isChosen = ({ id }: { readonly id: string }) => Number(chosen.includes(id));
  const inOrder = methodologies.toSorted((a, b) => isChosen(b) - isChosen(a));
  const content = html`<table>
<thead><tr><th scope="col">Methodology</th><th scope="col" class="number">Passes</th><th scope="col" class="number">Fails</th><th scope="col" class="number">Not known</th></tr></thead>
<tbody>
${inOrder.map(
  ({
    id,
    pass,
    fail,
    unknown,
  }) => html`<tr><th scope="row">${NAMES.get(id) ?? id}</th>${[pass, fail, unknown].map(({ pct, holdings }) => html`<td class="number">${shareWords(pct)}<span class="small-text">${holdings}</span></td>`)}</tr>
`,
)}</tbody></table>`;
  return pageSection({
    id: 'methodologies',
    title: 'By methodology',
    note: 'Shares of value, and below each the number of holdings.',
    content,
  });
}

const APART_WORDS: Readonly<Record<Apart['kind'], string>> = {
  cash: 'Cash',
  option: 'Option',
  short: 'Sold short',
  foreign: 'Listed in another country',
  unmatched: 'Unmatched',
};

function apartSection({ apart, unread }: Portfolio): Safe {
  const content = html`<ul class="apart">
${apart.map(
  (
    one,
  ) => html`<li><p><strong>${APART_WORDS[one.kind]}: <bdi>${one.asked}</bdi></strong><span class="amount">${one.value === null ? 'no value' : money(one.value, one.currency ?? DOLLARS)}</span></p>
<p class="small-text">Line ${one.line}${one.quantity !== null && `, ${wholeOrExact(one.quantity)} units`}.${one.candidates.length > 0 && html` Did you mean ${one.candidates.map(({ symbol, name }, index) => html`${index > 0 && ', '}<bdi class="ticker">${symbol}</bdi>${name !== null && html` (<bdi>${shownName(name)}</bdi>)`}`)}?`}</p></li>
`,
)}${unread.slice(0, MOST_UNREAD).map(({ line, text }) => html`<li><p><strong>Not understood: <bdi>${text}</bdi></strong></p><p class="small-text">Line ${line}.</p></li>\n`)}${moreUnread(unread).map((more) => html`<li><p>${more}</p></li>\n`)}</ul>`;
  return pageSection({ id: 'apart', title: 'Kept apart', note: 'Not counted in the shares above.', content });
}

function toolsSection(scene: PortfolioScene, chosen: readonly string[]): Safe {
  const { typed } = scene;
  return html`<div class="portfolio-tools">
<button type="button" class="outlined print" hidden>Print</button>
${sendHoldings('/portal/portfolio.csv', 'CSV', typed, { methodologies: chosen.join() })}
${sendHoldings('/portal/purification', 'Purification', typed, { methodology: chosen[0] ?? '' })}
${sendHoldings('/portal/zakat', 'Zakat', typed)}
</div>
${keepSection(scene)}
<details class="change-holdings"><summary>Change holdings or methodologies</summary>
${holdingsForm({ typed, chosen, error: null })}
</details>`;
}

/** Saves the list, or says that it is saved and how to delete it. Nothing is stored without its button. */
function keepSection({ typed, savedOn, isSignedIn, hasOther }: PortfolioScene): Safe {
  if (savedOn !== undefined)
    return html`<div class="kept-list"><p>You saved this list on ${dateInWords(savedOn)}.</p>
<p><a href="${url('/portal/portfolio/saved.csv')}">Its lines as CSV</a></p>
<form action="${url('/portal/portfolio/delete')}" method="post"><button type="submit" class="ending">Delete my saved list</button></form></div>`;
  if (!isSignedIn)
    return html`<p class="hint">This list is not stored. With <a href="${url('/portal/sign-up?next=/portal/portfolio')}">an account</a> you can save it and see what changes.</p>`;
  return html`<div class="kept-list">${sendHoldings('/portal/portfolio/save', hasOther ? 'Replace my saved list' : 'Save this list', typed)}
<p class="hint">Pressing this button stores the list in your account, until you delete it.</p></div>`;
}
