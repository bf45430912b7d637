import type { CalendarDate } from '@common/base/calendar';
import { capitalised } from '@common/base/english';
import { multiply } from '@common/base/exact';
import { html, type Safe, url } from '@common/web/html';
import type { Screening } from '@screener/engine/screening';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import { exactly } from '../parts/in-words.ts';
import { language, words } from '../parts/language.ts';
import { byWhom } from '../parts/methodology-choice.page.ts';
import { verdictWord } from '../parts/words.page.ts';
import { type Ledger, rangesOf } from './ledger.ts';

/** The unit of a report's sums, chosen so that every figure is exact and none has needless zeros. */
export interface MoneyScale {
  readonly currency: string | null;
  readonly divisor: 1 | 1_000 | 1_000_000;
}

/** Chooses millions if the filer rounds to a tenth of them or coarser, else thousands, else whole units. */
export function scaleOf({ evidence, amounts }: Pick<Screening, 'evidence' | 'amounts'>): MoneyScale {
  const currency =
    amounts.total_assets?.unit ?? evidence.find(({ unit }) => /^[A-Z]{3}$/.test(unit))?.unit ?? null;
  const figures = evidence.filter(({ unit }) => unit === currency).map(({ value }) => value);
  const divisor = figures.every((value) => value % 100_000 === 0)
    ? 1_000_000
    : figures.every((value) => value % 1_000 === 0)
      ? 1_000
      : 1;
  return { currency, divisor };
}

const FACTORS = { 1: 1, 1000: 0.001, 1000000: 0.000_001 } as const;

/** Writes an amount exactly, in the unit of the report's sums: `90,509`. */
export function inScale(value: number, { divisor }: MoneyScale): string {
  return exactly(multiply(value, FACTORS[divisor]));
}

/** Writes an amount rounded to a tenth, for a heading. The sums and the evidence below it are exact. */
export function inRoundScale(value: number, { divisor }: MoneyScale): string {
  return ROUND.format(value / divisor).replace('-', '−');
}

const ROUND = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Names the unit: `Millions of US dollars`. */
export function scaleInWords({ currency, divisor }: MoneyScale): string {
  const units = currencyInWords(currency);
  const { whole, thousands, millions } = words().report.scale;
  if (divisor === 1) return whole(units);
  return divisor === 1_000 ? thousands(units) : millions(units);
}

/** Names a currency: `US dollars`. */
export function currencyInWords(currency: string | null): string {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return words().report.scale.unitsOfTheReport;
  const key = `${language()} ${currency}`;
  const known = CURRENCY_WORDS.get(key);
  if (known !== undefined) return known;
  const named = words().report.scale.currency(currency);
  CURRENCY_WORDS.set(key, named);
  return named;
}

/** Caches names by language and currency. Creating a format takes longer than the rest of a page, and filers use few currencies. */
const CURRENCY_WORDS = new Map<string, string>();

/** Renders small numbers that link to the evidence: `1–3, 37`. */
export function footnotes(ledger: Ledger, ids: Iterable<string>): Safe | false {
  const ranges = rangesOf(ledger.numbersOf(ids));
  if (ranges.length === 0) return false;
  return html`<sup class="notes">${ranges.map(
    ([from, to], index) =>
      html`${index > 0 && ', '}<a href="${url(`#e${from}`)}">${from === to ? from : `${from}–${to}`}</a>`,
  )}</sup>`;
}

/** Counts the numbers or ranges that `footnotes` would show. */
export function rangesOfIds(ledger: Ledger, ids: Iterable<string>): number {
  return rangesOf(ledger.numbersOf(ids)).length;
}

/** Renders a tag without the prefix that most tags have, with places where it may wrap. */
export function tagInCode(tag: string): Safe {
  const words = tag.replace(/^us-gaap:/, '').split(/(?<=[a-z:])(?=[A-Z])/);
  return html`<code class="tag">${words.map((word, index) => html`${index > 0 && html`<wbr>`}${word}`)}</code>`;
}

/** Returns the address of a report, with its query. */
export function reportAddress(
  symbol: string,
  query: Readonly<Record<string, string | undefined>> = {},
  fragment = '',
): Safe {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return url(`/portal/report/${encodeURIComponent(symbol)}${search}${fragment}`);
}

/** The query of a report's address, which its links and forms keep. Absent fields were not given. */
export interface AskedReport {
  readonly as_of?: CalendarDate;
  readonly rules?: string;
  /** Ids, comma-separated. */
  readonly methodologies?: string;
  readonly overlays?: string;
}

/** Whose verdict the report gives, and the one by all; false for a reader who chose nothing. `answer` is the one by all. */
export function whoseVerdict({ chosen, compliance }: ScreenAnswer): Safe | false {
  if (chosen === undefined) return false;
  const by = capitalised(byWhom(chosen.methodologies));
  return html`<p class="muted">${words().report.whose(by, capitalised(byWhom([])), verdictWord(compliance))}</p>`;
}

/** The methodologies that decide the verdict of the report. */
export function decidingOf({ chosen, methodologies }: ScreenAnswer): ScreenAnswer['methodologies'] {
  return chosen === undefined
    ? methodologies
    : methodologies.filter(({ id }) => chosen.methodologies.includes(id));
}

/** All methodologies, those that the reader follows first. */
export function chosenFirst({ chosen, methodologies }: ScreenAnswer) {
  return methodologies
    .map((one) => ({ ...one, isChosen: chosen?.methodologies.includes(one.id) === true }))
    .toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
}
