import { MONTHLY_AVERAGE_WIDTH } from '@screener/engine/rates/monthly-average';
import type { TranslationAnswer } from '@screener/engine/rates/translation-answer';
import { TRANSLATION as AR } from './ar/translation.ts';
import { dateOn } from './dates.ts';
import { TRANSLATION as EN } from './en/translation.ts';
import type { Face } from './face.ts';
import type { Language } from './language.ts';
import { about, moneyRange, percent } from './numbers.ts';

const TRANSLATION: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

type Rates = Omit<TranslationAnswer, 'amounts'>;

/**
 * Names a rate as people quote it, more units for one: `32.48 TWD for one USD`, or `1.04 USD for one EUR`. An average
 * of a month is given as published, not as the interval that is made of it.
 */
function rateInWords(translation: Rates, face: Face): string {
  const { from, to, rates, low } = translation;
  const { rate } = TRANSLATION[face.language];
  const average = rates.find(({ kind, base }) => kind === 'monthly_average' && base === to);
  if (average !== undefined) return rate(`${digits(average.value)} ${from}`, to);
  return low.value < 1
    ? rate(`${digits(1 / low.value)} ${from}`, to)
    : rate(`${digits(low.value)} ${to}`, from);
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Says in a sentence at which rate a report was put into the currency of the price. */
export function translationInWords(translation: Rates, face: Face): string {
  const { from, to, date, rule, rates } = translation;
  const { byDay, byMonth } = TRANSLATION[face.language];
  const translated = {
    from,
    to,
    date: dateOn(date, face),
    rate: rateInWords(translation, face),
    sources: [...new Set(rates.map(({ source }) => source))].join('; '),
  };
  if (rule !== null) return byMonth(translated, percent(MONTHLY_AVERAGE_WIDTH, face, 0));
  const day = rates[0]?.period_end ?? date;
  return byDay(translated, day === date ? null : dateOn(day, face));
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
  return amount.low === amount.high ? about(shown, face) : shown;
}
