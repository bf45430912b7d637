import { NAME_RULE_VERSION, normaliseName } from '../names/normalise-name.ts';
import { type AnswerOf, choice, list, nullableText, object, Text, text } from '../schema-parts.ts';
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

export const ListMatch = object({
  matched_by: choice(['ticker', 'name', 'former_name'], 'Which of the company’s attributes matched'),
  entity: text('The entity’s name on the list'),
  list_string: text('The name on the list that matched: the entity’s own, an alias or a former name'),
  company_string: text('What of the company it was compared with'),
  ticker_basis: nullableText('How the ticker is known to be the entity’s; null if a name matched'),
  sublist: list(Text, 'Parts of the list that name the entity; empty where the list has none'),
  parent: nullableText('The entity under which the list names it; null where there is none'),
  includes: nullableText('Whom else the entry covers without naming them'),
  list_id: text('Id of the list'),
  rule: text('Version of the rule for comparing names'),
});
export type ListMatch = AnswerOf<typeof ListMatch>;

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
