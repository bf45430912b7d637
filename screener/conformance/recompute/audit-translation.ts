import type { Translation } from './answer.ts';
import type { Amounts, Ends } from './audit-amounts.ts';
import type { ScreenedCase } from './case-file.ts';
import { addDays, addMonths } from './dates.ts';
import {
  add,
  divide,
  type Fraction,
  fractionOf,
  multiply,
  nearestNumber,
  ONE,
  subtract,
} from './fraction.ts';
import { EASTER_SUNDAYS, MONTHLY_AVERAGE_WIDTH, NO_RATES } from './published-rules.ts';

/** What a capitalisation divides. */
const BALANCES: readonly string[] = [
  'cash',
  'cash_and_all_securities',
  'cash_and_current_securities',
  'debt',
  'receivables',
  'receivables_and_cash',
];
/** Where the two publishers keep their rates. */
const ADDRESSES = {
  daily: (currency: string) => `https://data.ecb.europa.eu/data/datasets/EXR/EXR.D.${currency}.EUR.SP00.A`,
  monthly_average: (currency: string) => `https://fred.stlouisfed.org/series/${SERIES[currency] ?? '?'}`,
};
/** The Federal Reserve's series of currencies that the ECB does not quote. */
const SERIES: Readonly<Record<string, string>> = { TWD: 'EXTAUS', LKR: 'EXSLUS' };
const BASES = { daily: 'EUR', monthly_average: 'USD' } as const;

/**
 * Computes the balances in the currency of the price again, from the published rates alone. Returns the amounts that a
 * capitalisation divides: the given ones if the report is in that currency.
 */
export function auditTranslation(caseFile: ScreenedCase, amounts: Amounts): Amounts {
  const { answer, audit } = caseFile;
  const { translation } = answer;
  const report = answer.amounts.debt?.unit ?? null;
  const { currency: price } = answer.market_data;
  const isNeeded = answer.market_data.id !== null && report !== price;
  const rule = isNeeded ? `a translation from ${report} to ${price}` : 'null: one currency, or no price';
  audit.holds('translation', translation, (translation !== null) === isNeeded, rule);
  if (translation === null) return amounts;
  audit.same('translation.from', translation.from, report);
  audit.same('translation.to', translation.to, price);
  audit.same('translation.date', translation.date, caseFile.anchor.period_end);
  auditRates(caseFile, translation);
  const width = translation.rule === null ? null : MONTHLY_AVERAGE_WIDTH;
  const low = auditFactor(caseFile, translation, 'low', width === null ? ONE : add(ONE, width));
  const high = auditFactor(caseFile, translation, 'high', width === null ? ONE : subtract(ONE, width));
  audit.same('translation.amounts', Object.keys(translation.amounts).sort().join(' '), BALANCES.join(' '));
  const priced = new Map(amounts);
  for (const name of BALANCES) {
    const amount = amounts.get(name);
    if (amount === undefined) continue;
    const ends = pricedEnds(amount, low, high, translation.rule !== null);
    const said = translation.amounts[name];
    const path = `translation.amounts.${name}`;
    audit.same(`${path}.low`, said?.low, nearestNumber(ends.low));
    audit.same(`${path}.high`, said?.high, ends.high === null ? null : nearestNumber(ends.high));
    priced.set(name, ends);
  }
  return priced;
}

function pricedEnds(amount: Ends, low: Fraction, high: Fraction, isAverage: boolean): Ends {
  const least = isAverage ? 'bounded' : 'derived';
  const order = ['reported', 'derived', 'bounded', 'unknown'];
  const basis = order.indexOf(amount.basis) >= order.indexOf(least) ? amount.basis : least;
  return {
    low: multiply(amount.low, low),
    high: amount.high === null ? null : multiply(amount.high, high),
    basis,
  };
}

/** Each rate has its publisher's base and address, and is of the day, or of the month, of the balances. */
function auditRates({ answer, audit }: ScreenedCase, { rates, date, rule }: Translation): void {
  audit.same('translation.rates', new Set(rates.map(({ id }) => id)).size, rates.length);
  const days = new Set<string>();
  rates.forEach((rate, index) => {
    const path = `translation.rates[${index}]`;
    audit.holds(`${path}.id`, rate.id, rate.id !== answer.market_data.id, 'an id of its own');
    audit.same(`${path}.base`, rate.base, BASES[rate.kind]);
    audit.same(`${path}.source_url`, rate.source_url, ADDRESSES[rate.kind](rate.currency));
    audit.holds(`${path}.value`, rate.value, rate.value > 0, 'above zero');
    audit.holds(`${path}.kind`, rate.kind, rule !== null || rate.kind === 'daily', 'a rate of one day');
    if (rate.kind === 'daily') {
      const isNear = rate.period_start === null && isLastDayOfRates(rate.period_end, date);
      audit.holds(`${path}.period_end`, rate.period_end, isNear, `of ${date}, or the last before it`);
      days.add(rate.period_end);
      return;
    }
    const start = `${date.slice(0, 7)}-01`;
    audit.same(`${path}.period_start`, rate.period_start, start);
    audit.same(`${path}.period_end`, rate.period_end, addDays(addMonths(start, 1), -1));
    const isKnown = rate.period_end <= answer.as_of;
    audit.holds(`${path}.period_end`, rate.period_end, isKnown, `not after ${answer.as_of}: no look-ahead`);
  });
  audit.holds('translation.rates', [...days], days.size <= 1, 'daily rates of one day');
}

/** Whether rates were published on a day, and on none after it up to the date. */
function isLastDayOfRates(day: string, date: string): boolean {
  if (day > date || !hasRates(day)) return false;
  for (let later = addDays(day, 1); later <= date; later = addDays(later, 1))
    if (hasRates(later)) return false;
  return true;
}

function hasRates(day: string): boolean {
  const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  const isEaster = EASTER_SUNDAYS.some((easter) => [addDays(easter, -2), addDays(easter, 1)].includes(day));
  return !isWeekend && !isEaster && !NO_RATES.includes(day.slice(5));
}

/** Computes what one unit was worth in two ways: by the answer's own quotient, and by what the rates mean. */
function auditFactor(
  { audit }: ScreenedCase,
  { from, to, rule, rates, ...translation }: Translation,
  end: 'low' | 'high',
  width: Fraction,
): Fraction {
  const said = translation[end];
  const path = `translation.${end}`;
  const quoted = (currency: string, kind: (typeof rates)[number]['kind']): Fraction => {
    if (currency === BASES[kind]) return ONE;
    const rate = rates.find((one) => one.currency === currency && one.kind === kind);
    if (rate === undefined || rate.value <= 0) {
      audit.differs(`${path}.value`, said.value, `a rate of ${currency}`);
      return ONE;
    }
    return fractionOf(rate.value);
  };
  const meant =
    rule === null
      ? divide(quoted(to, 'daily'), quoted(from, 'daily'))
      : divide(
          to === BASES.monthly_average ? ONE : divide(quoted(to, 'daily'), quoted('USD', 'daily')),
          multiply(width, quoted(from, 'monthly_average')),
        );
  audit.same(`${path}.value`, said.value, nearestNumber(meant));
  const product = (terms: readonly (string | number)[]) =>
    terms.reduce<Fraction>((total, term) => {
      const value = typeof term === 'number' ? term : (rates.find(({ id }) => id === term)?.value ?? 0);
      return multiply(total, fractionOf(value));
    }, ONE);
  const over = product(said.over);
  const own = over.numerator === 0n ? null : nearestNumber(divide(product(said.times), over));
  audit.same(`${path}.times`, own, said.value);
  return fractionOf(said.value);
}
