/** Who publishes reference rates, and how. Both are public and need no key. */
export const RATE_SOURCES = {
  ecb: {
    name: 'European Central Bank, euro foreign exchange reference rates',
    shortName: 'ECB',
    kind: 'daily',
    base: 'EUR',
  },
  fed: {
    name: 'Federal Reserve, foreign exchange rates (H.10, G.5), monthly averages',
    shortName: 'Federal Reserve',
    kind: 'monthly_average',
    base: 'USD',
  },
} as const;

export type RateSourceId = keyof typeof RATE_SOURCES;

/** The series of the Federal Reserve's monthly averages at FRED, for the currencies that the ECB does not quote. */
const FRED_SERIES: Readonly<Record<string, string>> = { TWD: 'EXTAUS', LKR: 'EXSLUS' };

/**
 * Where a reader looks a rate up.
 * @example rateUrl('ecb', 'JPY') // 'https://data.ecb.europa.eu/data/datasets/EXR/EXR.D.JPY.EUR.SP00.A'
 * @example rateUrl('fed', 'TWD') // 'https://fred.stlouisfed.org/series/EXTAUS'
 */
export function rateUrl(source: RateSourceId, currency: string): string {
  if (source === 'ecb') return `https://data.ecb.europa.eu/data/datasets/EXR/EXR.D.${currency}.EUR.SP00.A`;
  const series = FRED_SERIES[currency];
  return series === undefined
    ? 'https://www.federalreserve.gov/releases/g5/'
    : `https://fred.stlouisfed.org/series/${series}`;
}
