import { NAME_RULE_VERSION, normaliseName } from '../names/normalise-name.ts';
import type { IndexedList, ListedEntity, ListedTicker, OfficialList } from './official-list.ts';

/** The company that is compared with the lists. */
export interface Company {
  readonly symbol: string;
  /** Ten digits. */
  readonly cik: string;
  readonly name: string;
  /** Earlier names, as far as they are known. */
  readonly formerNames: readonly string[];
}

export interface ListMatch {
  /** The part of the company that matched: its ticker, its name, or an earlier name. */
  readonly matched_by: 'ticker' | 'name' | 'former_name';
  /** The entity's name on the list. */
  readonly entity: string;
  /** The name on the list that matched: the entity's own, an alias or an earlier one. */
  readonly list_string: string;
  readonly company_string: string;
  /** The evidence that the ticker is the entity's; null if a name matched. */
  readonly ticker_basis: string | null;
  readonly sublist: readonly string[];
  /** The entity under which this one is listed. */
  readonly parent: string | null;
  /** Others that the entry covers without naming them, in the list's words. */
  readonly includes: string | null;
  readonly list_id: string;
  /** The version of the name comparison rule. */
  readonly rule: string;
}

/**
 * Looks a company up on a list: by a ticker that is known to be the entity's, else by a whole name. A ticker
 * that another filer has taken over is no longer the entity's. Nothing is fuzzy. No match means that the name
 * is not on the list, never that the company has no connection to it.
 */
export function matchListed(indexed: IndexedList, company: Company): ListMatch | null {
  const known = indexed.byTicker.get(company.symbol);
  if (known !== undefined && (known.ticker.cik === null || known.ticker.cik === company.cik)) {
    const { entity, ticker } = known;
    return {
      matched_by: 'ticker',
      list_string: ticker.listed_as,
      company_string: company.symbol,
      ticker_basis: basisOf(ticker, indexed.list),
      ...entryOf(indexed, entity),
    };
  }
  const names = [
    ['name', company.name] as const,
    ...company.formerNames.map((name) => ['former_name', name] as const),
  ];
  for (const [matched_by, company_string] of names) {
    const found = indexed.byName.get(normaliseName(company_string));
    if (found === undefined) continue;
    const { entity, text: list_string } = found;
    return { matched_by, list_string, company_string, ticker_basis: null, ...entryOf(indexed, entity) };
  }
  return null;
}

function entryOf({ list }: IndexedList, { name, sublist, parent, includes }: ListedEntity) {
  return { entity: name, sublist, parent, includes, list_id: list.id, rule: NAME_RULE_VERSION };
}

function basisOf({ sec_name, cik }: ListedTicker, { tickers_as_of }: OfficialList): string {
  if (sec_name === null) return 'the list itself';
  return `the SEC's list of tickers of ${tickers_as_of}: ${sec_name}, CIK ${cik}`;
}
