/**
 * Dividends a share over a period, declared or, where only that is filed, paid. A known one-time dividend is inside
 * them. No screening reads these tags.
 */
export const DIVIDENDS_A_SHARE: readonly string[] = [
  'us-gaap:CommonStockDividendsPerShareDeclared',
  'us-gaap:CommonStockDividendsPerShareCashPaid',
];
