import type { Amount } from '@screener/engine/amounts/amount';
import { type BalanceSheet, readBalanceSheet } from '@screener/engine/concepts/balance-sheet';
import { qualifiedTag } from '@screener/engine/concepts/term';
import type { CompanyFacts, Report } from '@screener/engine/facts';

/** Balances of one report at its period end, by tag; a bare tag belongs to `us-gaap`. */
export type Filed = Readonly<Record<string, number>>;

export function readSheet(filed: Filed): BalanceSheet {
  const byTag = new Map(Object.entries(filed).map(([tag, value]) => [qualifiedTag(tag), value]));
  return readBalanceSheet((tag) => {
    const value = byTag.get(tag);
    return value === undefined ? null : { value, from: tag };
  });
}

export function ends(amount: Amount): readonly [number, number | null] {
  return [amount.low.value, amount.high?.value ?? null];
}

export function without(filed: Filed, ...tags: readonly string[]): Filed {
  return Object.fromEntries(Object.entries(filed).filter(([tag]) => !tags.includes(tag)));
}

/** Under qualified tags. */
export function instantsOf(facts: CompanyFacts, report: Report): Filed {
  return Object.fromEntries(
    facts.facts
      .filter(
        ({ accession, start, end, unit }) =>
          accession === report.accession &&
          start === null &&
          end === report.periodEnd &&
          unit === report.currency,
      )
      .map(({ tag, value }) => [tag, value]),
  );
}
