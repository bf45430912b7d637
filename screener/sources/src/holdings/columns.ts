/** What a column of a broker's list says. */
export type Column =
  | 'symbol'
  | 'isin'
  | 'name'
  | 'exchange'
  | 'type'
  | 'quantity'
  | 'value'
  | 'cost'
  | 'currency'
  | 'dividends'
  | 'bought'
  | 'sold'
  | 'held for';

/**
 * The names of columns, in lower case and without signs, the most telling first. Seen in lists of positions of: Charles
 * Schwab, DEGIRO (English, German, Dutch), E*TRADE, Fidelity, Interactive Brokers (activity statement and Flex), Merrill,
 * Questrade, Vanguard, Wealthsimple, Yahoo Finance and Zerodha.
 */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  symbol: [
    'symbol',
    'ticker',
    'ticker symbol',
    'symbol isin',
    'symbool isin',
    'equity symbol',
    'instrument',
    'code',
  ],
  isin: ['isin', 'isin code'],
  name: [
    ...['description', 'name', 'investment name', 'security name', 'security', 'company', 'company name'],
    ...['equity description', 'product', 'produkt', 'fund name', 'holding', 'bezeichnung', 'naam'],
  ],
  exchange: ['exchange', 'mic', 'listing exchange', 'market'],
  type: ['asset type', 'asset category', 'asset class', 'security type', 'assetclass'],
  quantity: [
    ...[
      'quantity',
      'qty quantity',
      'qty',
      'shares',
      'units',
      'no of shares',
      'number of shares',
      'open quantity',
    ],
    ...['shares owned', 'anzahl', 'aantal', 'stück', 'amount'],
  ],
  value: [
    ...[
      'current value',
      'market value',
      'mkt val market value',
      'mkt value',
      'total value',
      'position value',
    ],
    ...[
      'positionvalue',
      'value',
      'cur val',
      'current market value',
      'value in usd',
      'value in eur',
      'value in gbp',
    ],
    ...['value in chf', 'wert in eur', 'waarde in eur', 'value usd', 'value eur', 'value gbp', 'balance'],
  ],
  cost: [
    ...['cost basis total', 'cost basis', 'total cost', 'costbasismoney', 'book value market', 'book value'],
    ...['invested', 'purchase value', 'cost'],
  ],
  currency: [
    'market value currency',
    'currency',
    'currencyprimary',
    'ccy',
    'currency code',
    'währung',
    'valuta',
  ],
  dividends: ['dividends received', 'dividends', 'dividend income', 'total dividends'],
  bought: ['bought', 'bought on', 'purchase date', 'date acquired', 'buy date'],
  'held for': ['held for', 'purpose'],
  sold: ['sold', 'sold on', 'sale date', 'date sold', 'sell date'],
};

/** Only lists of trades have these: what was bought and sold is not what is held. */
const OF_TRADES = [
  ...['action', 'trans code', 'transaction type', 'transaction description', 'activity type'],
  ...['run date', 'activity date', 'transactietype', 'transaction', 'buy sell', 'order type'],
];

/** The columns of a header, by what they say. */
export interface Header {
  readonly columns: ReadonlyMap<Column, number>;
  /** The currency in the name of the column of values: `Value in EUR`. */
  readonly currency: string | null;
  readonly isOfTrades: boolean;
}

/** Returns the header in a row of cells; null if the row is none. */
export function headerIn(cells: readonly string[]): Header | null {
  const names = cells.map(normalised);
  const columns = new Map<Column, number>();
  for (const [column, known] of Object.entries(NAMES) as [Column, readonly string[]][]) {
    const at = known.map((name) => names.indexOf(name)).find((place) => place !== -1);
    if (at !== undefined && ![...columns.values()].includes(at)) columns.set(column, at);
  }
  const isNamed = columns.has('symbol') || columns.has('isin') || columns.has('name');
  const isCounted = columns.has('quantity') || columns.has('value');
  if (!isNamed || !isCounted) return null;
  const value = names[columns.get('value') ?? -1] ?? '';
  return {
    columns,
    currency: /\b(usd|eur|gbp|chf)$/.exec(value)?.[1]?.toUpperCase() ?? null,
    isOfTrades: names.some((name) => OF_TRADES.includes(name)),
  };
}

/** `Qty (Quantity)` and `Value $` as `qty quantity` and `value`. */
function normalised(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
