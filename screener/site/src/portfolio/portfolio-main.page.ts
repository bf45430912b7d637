import type { CalendarDate } from '@common/base/calendar';
import { capitalised } from '@common/base/english';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked, markShape } from '@common/web/mark';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { VERDICTS, type Verdict } from '@screener/engine/verdict/verdict';
import type { Portfolio } from '@screener/service/portfolio/assess-portfolio';
import type { ListChanges } from '@screener/service/portfolio/looks';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { missingSentence } from '@screener/words/gaps';
import { wholeNumber } from '@screener/words/numbers';
import type { Phrase } from '@screener/words/phrase';
import { whyInWords, whySentence } from '@screener/words/summary';
import { staleInWords } from '@screener/words/time';
import {
  holdingsToSend,
  MOST_UNREAD,
  moreUnread,
  sendHoldings,
  watchAndReturn,
} from '../parts/holdings-form.page.ts';
import { leftToRight, longDate, methodologyName, money, percent, verdictName } from '../parts/in-words.ts';
import { intervalPatterns } from '../parts/interval.page.ts';
import { face, words } from '../parts/language.ts';
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
/** Where a watched ticker leads to from a saved list, which has an address. */
const BACK = '/portal/dashboard';
const PATH = '/portal/portfolio';

export function portfolioTitle(portfolio: Portfolio): string {
  return titleOf(portfolio, verdictWord).join('');
}

/** The answer as a sentence that ends in a verdict, if it has one. */
function titleOf<Shown>({ holdings, shares }: Portfolio, show: (verdict: Verdict) => Shown): Phrase<Shown> {
  const { nothing, one, some } = words().portfolio.title;
  const [only] = holdings;
  if (only === undefined) return [nothing];
  const passing = shares.compliant.holdings;
  // Where none is, the mark of the verdict would be the wrong news.
  const mark = passing === 0 ? verdictWord('compliant') : show('compliant');
  if (holdings.length > 1) return some(passing, holdings.length, mark);
  const { compliance_today: verdict } = only;
  return one(show(verdict), verdict === 'not_screenable');
}

/** Says in one sentence, beside the verdict of today, why an answer has it or has none. */
export function reasonOf(answer: ScreenAnswer): string {
  const { compliance, missing, stale, summary, as_of: asOf } = answer;
  if (compliance === 'not_screenable') return missingSentence(missing[0]?.gap, face());
  if (stale === null) return whySentence(summary, face());
  const why = whyInWords(summary, face(), 'was');
  const { lastVerdict } = words().portfolio.decisions;
  return lastVerdict(verdictName(compliance), longDate(asOf), why, staleInWords(stale, face()));
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
  /** Why a company of the list is not watched; null if nobody asked, or it is. */
  readonly notWatched: string | null;
}

/** The page about a portfolio: the answer, what needs a decision, all else, and what is not counted. */
export function portfolioMain(portfolio: Portfolio, scene: PortfolioScene): Safe {
  const { holdings } = portfolio;
  const { when } = words().portfolio;
  const addressOf = addressIn(scene, portfolio.chosen);
  const watch: WatchOf = (symbol) =>
    scene.savedOn === undefined ? watchAndReturn(symbol) : watchForm(symbol, { next: BACK });
  const decisions = BY_WEIGHT.flatMap((verdict) =>
    holdings.filter((one) => one.needs_decision && one.compliance_today === verdict),
  );
  const others = holdings.filter(({ needs_decision: needs }) => !needs);
  return html`<div class="portfolio">
<h1>${titleOf(portfolio, verdictMark)}</h1>
<p class="when">${when.by(byWhom(portfolio.chosen), scene.rules === 'classic')} ${asOfWords(holdings)}</p>
${scene.notWatched !== null && html`<p class="field-error" role="alert">${marked('fail', scene.notWatched)}</p>`}
${holdings.length > 0 && sharesOf(portfolio)}
${scene.changes !== null && changesSection(scene.changes)}
${decisions.length > 0 && decisionsSection(decisions, addressOf, watch)}
${others.length > 0 && compliantSection(others, addressOf, watch)}
${holdings.length > 0 && methodologiesSection(portfolio)}
${(portfolio.apart.length > 0 || portfolio.unread.length > 0) && apartSection(portfolio)}
${toolsSection(scene, portfolio.chosen)}
</div>`;
}

function asOfWords(holdings: readonly Held[]): Content {
  const { asOf, noScreening } = words().portfolio.when;
  const [first, last] = endsOf(holdings.map(({ as_of: date }) => date));
  if (last === null) return noScreening;
  return asOf(first, last, ...endsOf(holdings.map(({ close_date: date }) => date)));
}

/** The first and the last of some days, in words: the first is null where they are one, both where there is none. */
function endsOf(dates: readonly (string | null)[]): readonly [first: Safe | null, last: Safe | null] {
  const inOrder = dates.filter((date) => date !== null).toSorted();
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return [null, null];
  return [first === last ? null : dateInWords(first), dateInWords(last)];
}

/** One thing to do about a holding. */
function actionOf(one: Held): string {
  const { missing, why } = words().portfolio.decisions;
  return one.compliance_today === 'not_screenable' ? missing : why;
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
  const said = words().portfolio.shares;
  const label = said.label(
    VERDICTS.map((verdict) => ({ verdict: verdictWord(verdict), share: shareWords(shares[verdict].pct) })),
  );
  return html`${
    total > 0 &&
    html`${intervalPatterns()}<svg class="weight-bar" width="100%" height="${BAR_HEIGHT}" role="img" aria-label="${label}" focusable="false">
${slices.map(({ verdict, from: x, width }) => width > 0 && html`<rect class="slice ${verdict}" x="${at(x)}" y="0.5" width="${at(width)}" height="${BAR_HEIGHT - 1}"${verdict === 'not_screenable' && html` fill="url(#hatch-unknown)"`}/>`)}<rect class="bar-frame" x="0" y="0.5" width="100%" height="${BAR_HEIGHT - 1}"/>
</svg>`
  }
<dl class="value-shares">
${VERDICTS.map(
  (
    verdict,
  ) => html`<div><dt>${verdictMark(verdict)}</dt><dd><strong>${shareWords(shares[verdict].pct)}</strong><span class="small-text">${said.valueAndCount(dollars(shares[verdict].value), shares[verdict].holdings)}</span></dd></div>
`,
)}</dl>
${without > 0 && html`<p class="hint">${said.without(without)}</p>`}`;
}

function shareWords(pct: number | null): string {
  return pct === null ? '–' : percent(pct / 100, 1);
}

function dollars(value: number): string {
  return leftToRight(`$${wholeNumber(Math.round(value))}`);
}

function weightOf({ weight_pct: pct }: Held): string {
  return pct === null ? words().portfolio.table.noValue : percent(pct / 100, 1);
}

/** The address of what is said about a holding. */
type AddressOf = (symbol: string) => Safe;
/** The button that watches it. */
type WatchOf = (symbol: string) => Safe;

/** The whole report, by the same methodologies, is for signed-in readers; others get the answer that everybody sees. */
function addressIn({ isSignedIn }: PortfolioScene, chosen: readonly string[]): AddressOf {
  const by = chosen.length === 0 ? '' : `?methodologies=${chosen.join()}`;
  return (symbol) => {
    const name = encodeURIComponent(symbol);
    return url(isSignedIn ? `/portal/report/${name}${by}` : `/?q=${name}`);
  };
}

function reportLink({ symbol, name }: Held, addressOf: AddressOf): Safe {
  return html`<a href="${addressOf(symbol)}"><bdi>${name === null ? symbol : shownName(name)} <bdi class="ticker">${symbol}</bdi></bdi></a>`;
}

function decisionsSection(decisions: readonly Held[], addressOf: AddressOf, watch: WatchOf): Safe {
  const said = words().portfolio.decisions;
  const weight = (one: Held) => html`<strong>${weightOf(one)}</strong>`;
  const content = html`<ul class="decisions">
${decisions.map(
  (one) => html`<li><p class="who">${reportLink(one, addressOf)} ${verdictMark(one.compliance_today)}</p>
<p class="why">${one.as_of === null ? said.notScreened : one.reason}${byAll(one)}</p>
<div class="weight">${one.weight_pct === null ? weight(one) : said.ofValue(weight(one))} <a href="${addressOf(one.symbol)}" aria-label="${said.about(actionOf(one), one.symbol)}">${actionOf(one)}</a> ${watch(one.symbol)}</div></li>
`,
)}</ul>`;
  return pageSection({ id: 'decisions', title: said.title(decisions.length), note: said.note, content });
}

function compliantSection(holdings: readonly Held[], addressOf: AddressOf, watch: WatchOf): Safe {
  const said = words().portfolio.table;
  const content = html`<table class="holdings-table">
<thead><tr><th scope="col">${said.company}</th><th scope="col" class="number wide-cell">${said.shares}</th><th scope="col" class="number wide-cell">${said.value}</th><th scope="col" class="number">${said.weight}</th><td></td></tr></thead>
<tbody>
${holdings.map(
  (
    one,
  ) => html`<tr><th scope="row"><svg class="dot pass" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true" focusable="false">${markShape(VERDICT_MEANINGS.compliant)}</svg> ${reportLink(one, addressOf)}${failsAt(one)}</th><td class="number wide-cell">${one.quantity === null ? '–' : wholeOrExact(one.quantity)}</td><td class="number wide-cell">${one.value === null ? '–' : dollars(one.value)}</td><td class="number">${weightOf(one)}</td><td class="end">${watch(one.symbol)}</td></tr>
`,
)}</tbody></table>`;
  return pageSection({
    id: 'compliant',
    title: said.title(holdings.length),
    note: said.note,
    content,
  });
}

function wholeOrExact(quantity: number): string {
  return Number.isInteger(quantity) ? wholeNumber(quantity) : String(quantity);
}

function methodologyOf(id: string): string {
  const known = METHODOLOGIES.find(({ current }) => current.id === id);
  return known === undefined ? id : methodologyName(known.current);
}

/** The verdict by all methodologies, where the reader's own differs. */
function byAll({ compliance, compliance_by_all: all, stale }: Held): Safe | false {
  if (compliance === all || stale !== null) return false;
  return html` <span class="small-text">${capitalised(byWhom([]))}: ${verdictWord(all)}.</span>`;
}

/** A methodology that says no to a compliant holding. */
function failsAt({ methodologies }: Held): Safe | false {
  const failed = methodologies.filter(({ status }) => status === 'fail').map(({ id }) => methodologyOf(id));
  return (
    failed.length > 0 && html`<span class="small-text">${words().portfolio.table.failsAt(failed)}</span>`
  );
}

function methodologiesSection({ by_methodology: methodologies, chosen }: Portfolio): Safe {
  const said = words().portfolio.methodologies;
  const isChosen = ({ id }: { readonly id: string }) => Number(chosen.includes(id));
  const inOrder = methodologies.toSorted((a, b) => isChosen(b) - isChosen(a));
  const content = html`<table>
<thead><tr><th scope="col">${said.methodology}</th><th scope="col" class="number">${said.passes}</th><th scope="col" class="number">${said.fails}</th><th scope="col" class="number">${said.notKnown}</th></tr></thead>
<tbody>
${inOrder.map(
  ({
    id,
    pass,
    fail,
    unknown,
  }) => html`<tr><th scope="row">${methodologyOf(id)}</th>${[pass, fail, unknown].map(({ pct, holdings }) => html`<td class="number">${shareWords(pct)}<span class="small-text">${holdings}</span></td>`)}</tr>
`,
)}</tbody></table>`;
  return pageSection({
    id: 'methodologies',
    title: said.title,
    note: said.note,
    content,
  });
}

function apartSection({ apart, unread }: Portfolio): Safe {
  const { apart: said, table } = words().portfolio;
  const content = html`<ul class="apart">
${apart.map(
  (
    one,
  ) => html`<li><p><strong>${said.line(one.kind, html`<bdi>${one.asked}</bdi>`, one.day === null ? null : longDate(one.day))}</strong><span class="amount">${one.value === null ? table.noValue : money(one.value, one.currency ?? DOLLARS)}</span></p>
<p class="small-text">${said.place(one.line, one.quantity === null ? null : wholeOrExact(one.quantity))}${one.candidates.length > 0 && html` ${said.didYouMean(one.candidates.map(candidate))}`}</p></li>
`,
)}${unread.slice(0, MOST_UNREAD).map(({ line, text }) => html`<li><p><strong>${said.unread(html`<bdi>${text}</bdi>`)}</strong></p><p class="small-text">${said.place(line, null)}</p></li>\n`)}${moreUnread(unread).map((more) => html`<li><p>${more}</p></li>\n`)}</ul>`;
  return pageSection({ id: 'apart', title: said.title, note: said.note, content });
}

function candidate({ symbol, name }: Apart['candidates'][number]): Safe {
  return html`<bdi class="ticker">${symbol}</bdi>${name !== null && html` (<bdi>${shownName(name)}</bdi>)`}`;
}

function toolsSection(scene: PortfolioScene, chosen: readonly string[]): Safe {
  const { typed } = scene;
  const { frame, holdings, portfolio } = words();
  return html`${holdingsToSend(PATH, typed, { methodologies: chosen.join(), next: PATH })}
<div class="portfolio-tools">
<button type="button" class="outlined print" hidden>${holdings.print}</button>
${sendHoldings('/portal/portfolio.csv', 'CSV')}
${sendHoldings('/portal/purification', frame.purification, ['methodology', chosen[0] ?? ''])}
${sendHoldings('/portal/zakat', frame.zakat)}
</div>
${keepSection(scene)}
<details class="change-holdings"><summary>${portfolio.change}</summary>
${holdingsForm({ typed, chosen, error: null })}
</details>`;
}

/** Saves the list, or says that it is saved and how to delete it. Nothing is stored without its button. */
function keepSection({ savedOn, isSignedIn, hasOther }: PortfolioScene): Safe {
  const { kept } = words().portfolio;
  if (savedOn !== undefined)
    return html`<div class="kept-list"><p>${kept.savedOn(dateInWords(savedOn))}</p>
<p><a class="alone" href="${url('/portal/portfolio/saved.csv')}">${kept.asCsv}</a></p>
<form action="${url('/portal/portfolio/delete')}" method="post"><button type="submit" class="ending">${kept.remove}</button></form></div>`;
  if (!isSignedIn)
    return html`<div class="kept-list">${sendHoldings('/portal/sign-up', kept.signUp)}
<p class="hint">${kept.notStored}</p></div>`;
  return html`<div class="kept-list">${sendHoldings('/portal/portfolio/save', hasOther ? kept.replace : kept.save)}
<p class="hint">${kept.hint}</p></div>`;
}
