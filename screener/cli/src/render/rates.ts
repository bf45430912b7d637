import type { Screening } from '@screener/engine/screening';
import { type Page, wrap } from './layout.ts';
import { paint } from './terminal.ts';

/** Lists the exchange rates behind the balances in the currency of the price, as published. */
export function rateLines(page: Page, { translation }: Pick<Screening, 'translation'>): readonly string[] {
  if (translation === null) return [];
  const heading = `Exchange rates from ${translation.from} to ${translation.to}`;
  return [
    '',
    ...wrap(heading, page.width, 2, 4).map((line) => paint(page.terminal, 'bold', line)),
    ...translation.rates.flatMap((rate) => {
      const { currency, base, value, period_start: start, period_end: end, source } = rate;
      const day = start === null ? `on ${end}` : `on average from ${start} to ${end}`;
      return [
        ...wrap(`${value} ${currency} for one ${base} ${day} (${source})`, page.width, 4, 6),
        `    ${paint(page.terminal, 'dim', rate.source_url)}`,
      ];
    }),
  ];
}
