/**
 * Exchange-traded trusts that the SEC's list of fund classes does not have, because they have no series:
 * their tickers are among the companies', but they are not companies. CIKs are those of the SEC's
 * company_tickers.json. By their own reports at the SEC, the first group are unit investment trusts, which
 * file their holdings as a registrant (Form N-PORT), and the others hold bullion and file annual reports
 * (Form 10-K, Item 1) but no list of securities.
 */
const TRUSTS = {
  SPY: { cik: '0000884394', holds: 'securities' },
  QQQ: { cik: '0001067839', holds: 'securities' },
  DIA: { cik: '0001041130', holds: 'securities' },
  MDY: { cik: '0000936958', holds: 'securities' },
  GLD: { cik: '0001222333', holds: 'gold' },
  GLDM: { cik: '0001618181', holds: 'gold' },
  IAU: { cik: '0001278680', holds: 'gold' },
  SLV: { cik: '0001330568', holds: 'silver' },
} as const;

/**
 * The tickers under which a trust may be listed.
 * @example trustTickers()[0] // 'SPY'
 */
export function trustTickers(): readonly string[] {
  return Object.keys(TRUSTS);
}

export interface Trust {
  readonly cik: string;
  readonly holds: 'securities' | 'gold' | 'silver';
}

/**
 * The trust behind a ticker; null if the ticker is, or has become, that of another filer.
 * @example trustOf({ symbol: 'GLD', cik: '0001222333' }).holds // 'gold'
 * @example trustOf({ symbol: 'GLD', cik: '0000000001' }) // null
 */
export function trustOf({ symbol, cik }: { readonly symbol: string; readonly cik: string }): Trust | null {
  const trust = Object.hasOwn(TRUSTS, symbol) ? TRUSTS[symbol as keyof typeof TRUSTS] : null;
  return trust?.cik === cik ? trust : null;
}
