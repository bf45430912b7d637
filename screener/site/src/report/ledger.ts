import type { EvidenceEntry, MarketAnswer, Screening } from '@screener/engine/screening';

/** A figure of the ledger with the number by which checks and sums refer to it. */
export interface NumberedFigure {
  readonly number: number;
  readonly entry: EvidenceEntry;
}

/** The figures of one filing, in the order in which they are printed. */
export interface LedgerFiling {
  readonly first: EvidenceEntry;
  readonly figures: readonly NumberedFigure[];
}

/** The evidence in printed order: filing by filing, then the price. */
export interface Ledger {
  readonly filings: readonly LedgerFiling[];
  /** The price with its number; null if no price is used. */
  readonly market: { readonly number: number; readonly figure: Omit<MarketAnswer, 'reason'> } | null;
  /** Returns the numbers of ids, ascending and each once. Ids that are not in the ledger are left out. */
  numbersOf(ids: Iterable<string>): readonly number[];
}

/** Numbers the evidence from 1 in printed order, so that a reader finds a number by counting on. */
export function numberEvidence({
  evidence,
  market_data: market,
}: Pick<Screening, 'evidence'> & { readonly market_data: Omit<MarketAnswer, 'reason'> }): Ledger {
  const numbers = new Map<string, number>();
  const numbered = (entry: EvidenceEntry): NumberedFigure => {
    const number = numbers.size + 1;
    numbers.set(entry.id, number);
    return { number, entry };
  };
  const filings = [...Map.groupBy(evidence, filingOf).values()].flatMap((entries) => {
    const [first] = entries;
    return first === undefined ? [] : [{ first, figures: entries.map(numbered) }];
  });
  const priced = market.id === null ? null : { number: numbers.size + 1, figure: market };
  if (market.id !== null) numbers.set(market.id, numbers.size + 1);
  return {
    filings,
    market: priced,
    numbersOf: (ids) =>
      [...new Set([...ids].flatMap((id) => numbers.get(id) ?? []))].sort((one, other) => one - other),
  };
}

/** Returns the key of a filing. Form and date identify a fund's report that lacks an accession number. */
function filingOf({ accession, form, filed, period_end: periodEnd }: EvidenceEntry): string {
  return accession ?? `${form} ${filed ?? periodEnd}`;
}

/** Joins three or more consecutive numbers into ranges: `[1, 2, 3, 7, 8]` gives `1–3`, `7` and `8`. */
export function rangesOf(numbers: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.flatMap(([from, to]) =>
    to - from === 1
      ? ([
          [from, from],
          [to, to],
        ] as const)
      : [[from, to] as const],
  );
}
