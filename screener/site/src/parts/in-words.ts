/**
 * The values of an answer in words, in the language of the reader: pages ask here, so that no call of theirs can forget
 * it.
 */
import type { CalendarDate } from '@common/base/calendar';
import type { BusinessStatus } from '@screener/engine/business/classify';
import type { Bucket } from '@screener/engine/funds/asset-buckets';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Limit } from '@screener/engine/methodologies/digits';
import type { OverlayName } from '@screener/engine/overlays/overlay-names';
import type { Verdict } from '@screener/engine/verdict/verdict';
import * as approximations from '@screener/words/approximations';
import * as dates from '@screener/words/dates';
import * as business from '@screener/words/engine-words';
import * as editions from '@screener/words/engine-words';
import * as fund from '@screener/words/fund-summary';
import * as isolate from '@screener/words/isolate';
import * as names from '@screener/words/names';
import * as numbers from '@screener/words/numbers';
import * as purification from '@screener/words/purification';
import * as refusals from '@screener/words/refusals';
import * as shares from '@screener/words/shares';
import * as time from '@screener/words/time';
import * as zakat from '@screener/words/zakat';
import { face, language } from './language.ts';

export const verdictName = (verdict: Verdict) => names.verdictWords(verdict, face());
export const statusName = (status: BusinessStatus) => names.statusWords(status, face());
export const shortStatusName = (status: CheckStatus) => names.shortStatusWords(status, face());
export const componentWords = (name: string) => names.componentWords(name, face());
export const amountName = (name: string) => names.amountName(name, face());
export const ratioName = (ratio: { readonly numerator: string; readonly denominator: string }) =>
  names.ratioName(ratio, face());
/** Names a methodology as a label: `AAOIFI SS 21`. */
export const methodologyName = (methodology: { readonly id: string; readonly name: string }) =>
  names.methodologyName(methodology, face());
/** Names a methodology within a sentence: `AAOIFI`. */
export const methodologyInSentence = (methodology: { readonly id: string; readonly shortName: string }) =>
  names.methodologyInSentence(methodology, face());
/** Names a line of business by its label in answers: `alcohol`. */
export const lineName = (label: string) => business.lineName(label, face());
export const industryName = (industry: Parameters<typeof business.industryName>[0]) =>
  business.industryName(industry, face());
/** Names the document that a methodology follows. */
export const editionInWords = (methodology: { readonly id: string; readonly edition: string }) =>
  editions.editionInWords({ ...methodology, note: '' }, face());
/** Says what is special about our reading of that document. */
export const noteInWords = (methodology: Parameters<typeof editions.noteInWords>[0]) =>
  editions.noteInWords(methodology, face());
/** Says what counts for zakat, and by whose rule. */
export const zakatInWords = () => zakat.zakatInWords(face());
/** Names an overlay, which stands beside the verdict. */
export const overlayName = (name: OverlayName) => business.overlayName(name, face());
/** Describes a rule that bounds an amount which no filed figure states. */
export const boundRuleInWords = (id: Parameters<typeof approximations.boundRuleInWords>[0]) =>
  approximations.boundRuleInWords(id, face());
/** Says what a part of a fund's weight holds. */
export const bucketInWords = (bucket: Bucket) => fund.bucketInWords(bucket, face());
/** Joins names: `AAOIFI, DJIM and S&P`. */
export const listedNames = (some: readonly string[]) => names.listedNames(some, face());

/** Keeps the direction of a name or a figure within a sentence. */
export const leftToRight = (value: string) => isolate.leftToRight(value, { language: language() });

export const percent = (fraction: number, decimals = 2) => numbers.percent(fraction, face(), decimals);
export const percentRange = (low: number, high: number | null) => numbers.percentRange(low, high, face());
export const limitInWords = (limit: Limit) => numbers.limitInWords(limit, face());
export const money = (value: number, currency: string | null) => numbers.money(value, currency, face());
export const moneyRange = (low: number, high: number | null, currency: string | null) =>
  numbers.moneyRange(low, high, currency, face());
export const price = (close: number, currency: string | null) => numbers.price(close, currency, face());
export const millions = (amount: number) => numbers.millions(amount, face());
export const exactly = (value: number) => numbers.exactly(value, face());
export const range = (low: number, high: number | null, write: (value: number) => string) =>
  numbers.range(low, high, write, face());

export const longDate = (date: CalendarDate) => dates.longDate(date, face());
export const ageInWords = (age: number) => time.ageInWords(age, face());
export const ageOfDay = (date: CalendarDate, today: CalendarDate) => time.ageOfDay(date, today, face());
export const nextDueWords = (next: CalendarDate, today: CalendarDate) =>
  time.nextDueWords(next, today, face());

export const coveredRateInWords = (rate: Parameters<typeof purification.coveredRateInWords>[0]) =>
  purification.coveredRateInWords(rate, face());
export const mostPerShareInWords = (amount: Parameters<typeof shares.mostPerShareInWords>[0]) =>
  shares.mostPerShareInWords(amount, face());
export const shareBasisInWords = (basis: Parameters<typeof shares.shareBasisInWords>[0]) =>
  shares.shareBasisInWords(basis, face());
export const splitInWords = (factor: number) => shares.splitInWords(factor, face());
export const refusalOnPage = (refused: { readonly code: string; readonly message: string }, typed: string) =>
  refusals.refusalOnPage(refused, typed, face());
