import type { Receipt } from '@platform/core/objects/receipt';

/** What a reader looks for; null matches anything. */
export interface ReceiptFilter {
  /** A mandate’s id. */
  readonly mandate: string | null;
  readonly plugin: string | null;
  readonly outcome: string | null;
  /** The day of the decision, `YYYY-MM-DD`. */
  readonly day: string | null;
  readonly level: string | null;
}

export const ANY_RECEIPT: ReceiptFilter = {
  mandate: null,
  plugin: null,
  outcome: null,
  day: null,
  level: null,
};

export function isFiltered(filter: ReceiptFilter): boolean {
  return Object.values(filter).some((wanted) => wanted !== null);
}

export function matches(filter: ReceiptFilter, { who, what, when, why }: Receipt): boolean {
  const own: Record<keyof ReceiptFilter, string> = {
    mandate: who.contract.contract_id,
    plugin: why.plugin.manifest.name,
    outcome: what.outcome,
    day: when.decided_at.slice(0, 10),
    level: what.level_achieved,
  };
  return Object.entries(filter).every(
    ([name, wanted]) => wanted === null || own[name as keyof ReceiptFilter] === wanted,
  );
}

/** The filter as a query: `mandate=…&outcome=…`. */
export function queryOf(filter: ReceiptFilter): URLSearchParams {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams(given);
}
