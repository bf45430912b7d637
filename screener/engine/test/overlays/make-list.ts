import type { Company } from '@screener/engine/overlays/match-listed';
import type { ListedEntity, OfficialList } from '@screener/engine/overlays/official-list';

export function makeEntity(name: string, differs: Partial<ListedEntity> = {}): ListedEntity {
  return {
    name,
    aliases: [],
    former_names: [],
    tickers: [],
    sublist: [],
    parent: null,
    includes: null,
    ...differs,
  };
}

/** A list of 2026-06-08, in force and complete. */
export function makeList(
  entries: readonly ListedEntity[],
  differs: Partial<OfficialList> = {},
): OfficialList {
  return {
    id: 'dod_1260h',
    list_name: 'An example list',
    publisher: 'An example office',
    source_url: 'https://example.gov/list',
    list_date: '2026-06-08',
    status: 'in_force',
    status_since: null,
    completeness: 'complete',
    tickers_as_of: '2026-04-18',
    entries,
    ...differs,
  };
}

export function makeListed(differs: Partial<Company> = {}): Company {
  return { symbol: 'EXMP', cik: '0000000001', name: 'EXAMPLE CO', formerNames: [], ...differs };
}
