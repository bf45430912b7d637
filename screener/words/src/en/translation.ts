/** At which rate a report was put into the currency of the price. Days, rates and percentages are written out. */
interface Translated {
  readonly from: string;
  readonly to: string;
  /** The day of the balances. */
  readonly date: string;
  readonly rate: string;
  readonly sources: string;
}

function start({ from, to, date }: Translated): string {
  return `The report is in ${from} and the price in ${to}. Over market capitalisation, the balances of ${date} are put into ${to}`;
}

export const TRANSLATION = {
  rate: (units: string, currency: string) => `${units} for one ${currency}`,
  /** `day`: the day of the rate, where it is an earlier one than that of the balances. */
  byDay: (translated: Translated, day: string | null) => {
    const older = day === null ? '' : ` (no rate was published between then and ${translated.date})`;
    return `${start(translated)} at the official reference rate of ${day ?? translated.date}${older}: ${translated.rate}. Source: ${translated.sources}.`;
  },
  byMonth: (translated: Translated, width: string) =>
    `${start(translated)} at the official average of the month: ${translated.rate}. No rate of that day is at hand, and a day may lie up to ${width} from the average of its month, so each amount is an interval of that width. Source: ${translated.sources}.`,
};
