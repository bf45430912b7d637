import { MONTHLY_AVERAGE_WIDTH } from '@screener/engine/rates/monthly-average';
import type { TranslationAnswer } from '@screener/engine/rates/translation-answer';
import { dateOn } from './dates.ts';
import type { Face } from './face.ts';
import { moneyRange } from './numbers.ts';

type Rates = Omit<TranslationAnswer, 'amounts'>;

/**
 * Names a rate as people quote it, more units for one: `32.48 TWD for one USD`, or `1.04 USD for one EUR`. An average
 * of a month is given as published, not as the interval that is made of it.
 */
function rateInWords(translation: Rates): string {
  const { from, to, rates, low } = translation;
  const average = rates.find(({ kind, base }) => kind === 'monthly_average' && base === to);
  if (average !== undefined) return `${digits(average.value)} ${from} for one ${to}`;
  return low.value < 1
    ? `${digits(1 / low.value)} ${from} for one ${to}`
    : `${digits(low.value)} ${to} for one ${from}`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Says in a sentence at which rate a report was put into the currency of the price. */
export function translationInWords(translation: Rates, face: Face): string {
  const { from, to, date, rule, rates } = translation;
  const sources = [...new Set(rates.map(({ source }) => source))].join('; ');
  const day = rates[0]?.period_end ?? date;
  const start = `The report is in ${from} and the price in ${to}. Over market capitalisation, the balances of ${dateOn(date, face)} are put into ${to}`;
  if (rule === null) {
    const older = day === date ? '' : ` (no rate was published between then and ${dateOn(date, face)})`;
    return `${start} at the official reference rate of ${dateOn(day, face)}${older}: ${rateInWords(translation)}. Source: ${sources}.`;
  }
  const width = Math.round(100 * MONTHLY_AVERAGE_WIDTH);
  return `${start} at the official average of the month: ${rateInWords(translation)}. No rate of that day is at hand, and a day may lie up to ${width}${face.percent} from the average of its month, so each amount is an interval of that width. Source: ${sources}.`;
}

/** An amount in the currency of the price: `about $38.5 bn`, `$28.9–57.4 bn`; null if it is not translated. */
export function pricedInWords(
  name: string,
  translation: TranslationAnswer | null,
  face: Face,
): string | null {
  const amount = translation?.amounts[name];
  if (translation === null || amount === undefined) return null;
  const shown = moneyRange(amount.low, amount.high, translation.to, face);
  return amount.low === amount.high ? `about ${shown}` : shown;
}
