/**
 * The values of an answer in words, in the language of the reader: pages ask here, so that no call of theirs can forget
 * it.
 */
import type { CalendarDate } from '@common/base/calendar';
import { capitalised, listed } from '@common/base/english';
import type { BusinessStatus } from '@screener/engine/business/classify';
import type { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import { BUCKET_WORDS, type Bucket } from '@screener/engine/funds/asset-buckets';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Limit } from '@screener/engine/methodologies/digits';
import { OFFICIAL_OVERLAY_TITLES, type OverlayName } from '@screener/engine/overlays/overlay-names';
import type { Verdict } from '@screener/engine/verdict/verdict';
import * as dates from '@screener/words/dates';
import { typeset } from '@screener/words/face';
import * as isolate from '@screener/words/isolate';
import * as names from '@screener/words/names';
import * as numbers from '@screener/words/numbers';
import * as purification from '@screener/words/purification';
import * as refusals from '@screener/words/refusals';
import * as shares from '@screener/words/shares';
import * as time from '@screener/words/time';
import { face, language } from './language.ts';

export const verdictName = (verdict: Verdict) => names.VERDICT_WORDS[verdict];
export const statusName = (status: BusinessStatus) => names.STATUS_WORDS[status];
export const shortStatusName = (status: CheckStatus) => names.SHORT_STATUS_WORDS[status];
export const componentWords = (name: string) => names.componentWords(name);
export const amountName = (name: string) => names.amountName(name);
export const ratioName = (ratio: { readonly numerator: string; readonly denominator: string }) =>
  names.ratioName(ratio);
/** Names a methodology as a label: `AAOIFI SS 21`. */
export const methodologyName = ({ name }: { readonly id: string; readonly name: string }) => name;
/** Names a methodology within a sentence: `AAOIFI`. */
export const methodologyInSentence = ({ shortName }: { readonly id: string; readonly shortName: string }) =>
  shortName;
/** Names a line of business by its label in answers: `alcohol`. */
export const lineName = (label: string) => label;
/** Names the document that a methodology follows. */
export const editionInWords = ({ edition }: { readonly id: string; readonly edition: string }) => edition;
export const industryName = ({ name }: { readonly id: string; readonly name: string }) => name;
/** Names an overlay, which stands beside the verdict. */
export function overlayName(name: OverlayName): string {
  const titles: Readonly<Partial<Record<OverlayName, string>>> = OFFICIAL_OVERLAY_TITLES;
  if (name === 'weapons_defense') return 'Weapons and defense';
  return titles[name] ?? capitalised(names.spaced(name));
}
/** Describes a rule that bounds an amount which no filed figure states. */
export const boundRuleInWords = ({ formula, reason }: (typeof BOUND_RULES)[keyof typeof BOUND_RULES]) => ({
  formula: typeset(formula, face()),
  reason: typeset(reason, face()),
});
/** Says what a part of a fund's weight holds. */
export const bucketInWords = (bucket: Bucket) => BUCKET_WORDS[bucket];
/** Joins names: `AAOIFI, DJIM and S&P`. */
export const listedNames = (some: readonly string[]) => listed(some);

/** Keeps the direction of a name or a figure within a sentence. */
export const leftToRight = (value: string) => isolate.leftToRight(value, { language: language() });

export const percent = (fraction: number, decimals = 2) => numbers.percent(fraction, face(), decimals);
export const percentRange = (low: number, high: number | null) => numbers.percentRange(low, high, face());
export const limitInWords = (limit: Limit) => numbers.limitInWords(limit, face());
export const money = (value: number, currency: string | null) => numbers.money(value, currency, face());
export const moneyRange = (low: number, high: number | null, currency: string | null) =>
  numbers.moneyRange(low, high, currency, face());
export const price = (close: number, currency: string | null) => numbers.price(close, currency);
export const millions = (amount: number) => numbers.millions(amount);
export const exactly = (value: number) => numbers.exactly(value, face());
export const range = (low: number, high: number | null, write: (value: number) => string) =>
  numbers.range(low, high, write, face());

export const longDate = (date: CalendarDate) => dates.longDate(date);
export const ageInWords = (age: number) => time.ageInWords(age);
export const ageOfDay = (date: CalendarDate, today: CalendarDate) => time.ageOfDay(date, today);
export const nextDueWords = (next: CalendarDate, today: CalendarDate) => time.nextDueWords(next, today);

export const coveredRateInWords = (rate: Parameters<typeof purification.coveredRateInWords>[0]) =>
  purification.coveredRateInWords(rate, face());
export const mostPerShareInWords = (amount: Parameters<typeof shares.mostPerShareInWords>[0]) =>
  shares.mostPerShareInWords(amount);
export const shareBasisInWords = (basis: Parameters<typeof shares.shareBasisInWords>[0]) =>
  shares.shareBasisInWords(basis, face());
export const splitInWords = (factor: number) => shares.splitInWords(factor);
export const refusalOnPage = (refused: { readonly code: string; readonly message: string }, typed: string) =>
  refusals.refusalOnPage(refused, typed);
